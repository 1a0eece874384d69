// The notation of samples, which dialects/Weir/IR/Base.td explains.
#include "lib/Verify/OpSamples.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace weir {

namespace {

/// The dtypes of f, n and t, or one by its name.
std::vector<DType> dtypesOf(const std::string &word) {
  if (std::optional<DType> dtype = parseDType(word))
    return {*dtype};
  std::vector<DType> found;
  for (DType dtype : kAllDTypes)
    if (word == "t" || (word == "n" && dtype != DType::Bool) || (word == "f" && isFloat(dtype)))
      found.push_back(dtype);
  return found;
}

/// Reads from front to back. After the first mistake nothing is read any more.
class SampleParser {
public:
  SampleParser(StringRef text, const OpFields &op) : rest(text), text(text), op(op) {}

  Result<OpSample> parse() {
    sample.numRequired = op.numOperands;
    sample.hasOptionals = op.numOptionals > 0;
    expect("(");
    for (bool more = !take(")"); more && !failure; more = takeSeparator(")"))
      parseOperand();
    if (take("{"))
      for (bool more = !take("}"); more && !failure; more = takeSeparator("}"))
        parseAttribute();
    rest = rest.ltrim();
    if (!rest.empty())
      fail("nothing behind the attributes");
    if (!failure)
      checkOperands();
    if (failure)
      return *failure;
    return sample;
  }

private:
  void fail(const Twine &expected) {
    rest = rest.ltrim();
    if (!failure)
      failure =
          Failure{("expects " + expected + ", got '" + rest + "' in the sample '" + text + "' of " + op.name).str()};
  }

  bool take(StringRef token) {
    rest = rest.ltrim();
    return !failure && rest.consume_front(token);
  }

  void expect(StringRef token) {
    if (!take(token))
      fail("'" + token + "'");
  }

  /// Whether another element of the list follows.
  bool takeSeparator(StringRef end) {
    if (take(end))
      return false;
    if (!take(","))
      fail("',' or '" + end + "'");
    return !failure;
  }

  std::string takeWord() {
    rest = rest.ltrim();
    StringRef word = rest.take_while([](char c) { return isAlnum(c) || c == '_'; });
    if (word.empty())
      fail("a word");
    rest = rest.drop_front(word.size());
    return word.str();
  }

  int64_t takeNumber() {
    uint64_t number = 0;
    rest = rest.ltrim();
    if (rest.empty() || !isDigit(rest.front()) || rest.consumeInteger(10, number))
      fail("a number");
    return static_cast<int64_t>(number);
  }

  // Sizes and ranges.

  SampleSize parseSize() {
    SampleSize size;
    if (take("-"))
      size.factor = -1;
    do {
      rest = rest.ltrim();
      if (rest.empty() || !isAlpha(rest.front())) {
        size.factor *= takeNumber();
        continue;
      }
      std::string letter = takeWord();
      if (letter.size() != 1 || size.letters.find(letter) != std::string::npos)
        fail("sizes that are numbers and different single letters");
      size.letters += letter;
      used += letter;
    } while (take("*"));
    if (take("+"))
      size.offset = takeNumber();
    else if (take("-"))
      size.offset = -takeNumber();
    return size;
  }

  SampleRange parseRange() {
    SampleSize least = parseSize();
    return {least, take("..") ? parseSize() : least};
  }

  // Operands.

  void parseOperand() {
    SampleOperand operand;
    operand.dtype = takeWord();
    sample.classes[operand.dtype] = dtypesOf(operand.dtype);
    if (sample.classes[operand.dtype].empty())
      fail("a dtype's name, or f, n or t, before '['");
    expect("[");
    for (bool more = !take("]"); more && !failure; more = takeSeparator("]")) {
      if (!take("..."))
        (operand.hasRest ? operand.back : operand.front).push_back(parseSize());
      else if (std::exchange(operand.hasRest, true))
        fail("'...' only once in an operand");
    }
    if (take("in "))
      operand.range = parseRange();
    operand.isOptional = take("?");
    sample.operands.push_back(std::move(operand));
  }

  void checkOperands() {
    size_t count = sample.operands.size(), least = op.numOperands,
           most = op.isVariadic ? std::max(least, count) : least + op.numOptionals;
    if (count < least || count > most)
      fail(Twine(least) + " to " + Twine(most) + " operands");
    for (const SampleOperand &operand : ArrayRef(sample.operands).take_front(least))
      if (operand.isOptional)
        fail("'?' only behind operands that are optional in the record");
    std::string bound;
    for (const SampleOperand &operand : sample.operands)
      for (const auto *part : {&operand.front, &operand.back})
        for (const SampleSize &size : *part)
          bound += size.letters;
    for (char letter : used)
      if (bound.find(letter) == std::string::npos)
        fail("'" + Twine(letter) + "' to be a size of an operand");
  }

  // Attributes.

  const AttributeField *findField(StringRef name) {
    const auto *found =
        find_if(ArrayRef(op.attributes), [&](const AttributeField &known) { return known.name == name; });
    return found == ArrayRef(op.attributes).end() ? nullptr : found;
  }

  void parseAttribute() {
    std::string name = takeWord();
    const AttributeField *field = findField(name);
    if (!field)
      return fail("an attribute of the op instead of '" + Twine(name) + "'");
    if (any_of(sample.attributes, [&](const SampleAttribute &other) { return other.field.name == name; }))
      return fail("'" + Twine(name) + "' once");
    SampleAttribute attribute{*field, take("?"), {}};
    if (attribute.mayBeAbsent && !field->isOptional)
      fail("'?' only behind attributes that are optional in the record");
    if (field->kind != AttributeKind::Flag) {
      expect("=");
      do
        attribute.values.push_back(parseValue(*field));
      while (take("|"));
    }
    sample.attributes.push_back(std::move(attribute));
  }

  SampleValue parseValue(const AttributeField &field) {
    switch (field.kind) {
    case AttributeKind::Float:
      return parseReal();
    case AttributeKind::Word:
      if (field.cases.empty())
        return parseText();
      [[fallthrough]];
    case AttributeKind::Enum:
      return parseWord([&](StringRef word) { return is_contained(field.cases, word); });
    case AttributeKind::DType:
      return parseWord([](StringRef word) { return parseDType(word.str()).has_value(); });
    case AttributeKind::Dims:
    case AttributeKind::Ints:
      return parseList();
    case AttributeKind::Dim:
    case AttributeKind::Int: {
      SampleValue value{.form = SampleValue::Form::Range};
      value.range = parseRange();
      return value;
    }
    case AttributeKind::Flag:
    case AttributeKind::Elements:
      break;
    }
    fail("an attribute that has a notation");
    return {};
  }

  SampleValue parseReal() {
    SampleValue value{.form = SampleValue::Form::Number};
    SmallVector<StringRef> found;
    rest = rest.ltrim();
    if (!Regex("^-?(inf|[0-9]+(\\.[0-9]+)?(e-?[0-9]+)?)").match(rest, &found) || found[0].getAsDouble(value.number))
      fail("a number");
    else
      rest = rest.drop_front(found[0].size());
    return value;
  }

  SampleValue parseWord(function_ref<bool(StringRef)> isKnown) {
    SampleValue value{.form = SampleValue::Form::Word, .word = takeWord()};
    if (!isKnown(value.word))
      fail("a value of the attribute instead of '" + Twine(value.word) + "'");
    return value;
  }

  SampleValue parseText() {
    expect("'");
    auto [words, behind] = rest.split('\'');
    if (words.size() == rest.size())
      fail("a text that ends in '\''");
    rest = behind;
    return {.form = SampleValue::Form::Word, .word = words.str()};
  }

  SampleValue parseList() {
    if (take("order"))
      return {.form = SampleValue::Form::Order};
    expect("[");
    SampleValue value{.form = SampleValue::Form::List};
    for (bool more = !take("]"); more && !failure; more = takeSeparator("]"))
      value.list.push_back(parseSize());
    return value;
  }

  StringRef rest, text;
  const OpFields &op;
  OpSample sample;
  std::string used; ///< letters, of attributes and ranges too
  std::optional<Failure> failure;
};

} // namespace

Result<OpSample> parseSample(StringRef text, const OpFields &op) { return SampleParser(text, op).parse(); }

} // namespace weir
