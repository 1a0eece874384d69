// Binds the letters of a sample to sizes, and chooses its attributes.
#include "lib/Verify/BoundSample.h"

#include "dialects/Interfaces/Semantics.h"
#include "lib/Verify/OperandDomains.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;

namespace weir {

namespace {

/// How far a number stays away from an end that is outside of its domain.
constexpr double kMargin = 1;
/// Sizes that are multiplied are small.
constexpr int64_t kMostInProduct = 4;

class FirstChoices : public SampleChoices {
public:
  int64_t oneOf(int64_t) override { return 0; }
  int64_t between(int64_t least, int64_t) override { return least; }
  int64_t size() override { return 1; }
  Sizes shape() override { return {}; }
  DType dtype(ArrayRef<DType> allowed) override { return allowed.front(); }
};

std::vector<int64_t> divisorsOf(int64_t number) {
  std::vector<int64_t> divisors;
  for (int64_t divisor = 1; divisor <= number; ++divisor)
    if (number % divisor == 0)
      divisors.push_back(divisor);
  return divisors;
}

/// Of all orders of `rank` dimensions the one with this number.
SmallVector<int64_t> orderOf(int64_t rank, int64_t number) {
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  for (int64_t end = rank; end > 1; number /= end--)
    std::swap(dims[end - 1], dims[number % end]);
  return dims;
}

int64_t numOrders(int64_t rank) { return rank < 2 ? 1 : rank * numOrders(rank - 1); }

/// Of all sets of `rank` dimensions the one with this number; the empty one comes last.
SmallVector<int64_t> setOf(int64_t rank, int64_t number) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if ((number + 1) >> dim & 1)
      dims.push_back(dim);
  return dims;
}

} // namespace

BoundSample::BoundSample(StringRef op, const OpSample &sample, SampleChoices &choices)
    : op(op), sample(&sample), choices(&choices) {
  for (auto [number, operand] : llvm::enumerate(sample.operands))
    if (!operand.isOptional || choices.oneOf(2) == 0)
      there.push_back(number);
}

// Sizes.

std::optional<int64_t> BoundSample::valueOf(const SampleSize &size) const {
  int64_t value = size.factor;
  for (char letter : size.letters) {
    auto found = sizes.find(letter);
    if (found == sizes.end())
      return std::nullopt;
    value *= found->second;
  }
  return value + size.offset;
}

bool BoundSample::bindSize(const SampleSize &size, int64_t value) {
  int64_t left = value - size.offset;
  std::string unbound;
  auto divide = [&](int64_t by) {
    bool isDivisor = by > 0 && left % by == 0;
    left /= isDivisor ? by : 1;
    return isDivisor;
  };
  if (left < 1 || !divide(size.factor))
    return false;
  for (char letter : size.letters) {
    auto found = sizes.find(letter);
    if (found == sizes.end())
      unbound += letter;
    else if (!divide(found->second))
      return false;
  }
  for (; unbound.size() > 1; unbound.pop_back()) {
    std::vector<int64_t> divisors = divisorsOf(left);
    sizes[unbound.back()] = divisors[choices->oneOf(static_cast<int64_t>(divisors.size()))];
    left /= sizes[unbound.back()];
  }
  if (unbound.empty())
    return left == 1;
  sizes[unbound.front()] = left;
  return true;
}

bool BoundSample::bindOperand(const SampleOperand &operand, const StaticMeta &tensor) {
  size_t front = operand.front.size(), back = operand.back.size(), rank = tensor.shape.size();
  if (rank < front + back || (!operand.hasRest && rank != front + back))
    return false;
  if (!dtypes.emplace(operand.dtype, tensor.dtype).second && dtypes[operand.dtype] != tensor.dtype)
    return false;
  for (auto [size, value] : llvm::zip(operand.front, tensor.shape))
    if (!bindSize(size, value))
      return false;
  for (auto [size, value] : llvm::zip_equal(operand.back, ArrayRef(tensor.shape).take_back(back)))
    if (!bindSize(size, value))
      return false;
  if (!operand.hasRest)
    return true;
  Sizes between(tensor.shape.begin() + static_cast<ptrdiff_t>(front),
                tensor.shape.end() - static_cast<ptrdiff_t>(back));
  if (!rest)
    rest = between;
  return *rest == between;
}

bool BoundSample::fits(size_t operand, const StaticMeta &tensor) const {
  if (!llvm::is_contained(sample->classes.at(operandOf(operand).dtype), tensor.dtype))
    return false;
  FirstChoices first;
  BoundSample tried = *this;
  tried.choices = &first;
  return tried.bindOperand(operandOf(operand), tensor);
}

bool BoundSample::bind(size_t operand, const StaticMeta &tensor) {
  return fits(operand, tensor) && bindOperand(operandOf(operand), tensor);
}

void BoundSample::bindRest() {
  for (const SampleOperand &operand : sample->operands) {
    if (!dtypes.count(operand.dtype))
      dtypes[operand.dtype] = choices->dtype(sample->classes.at(operand.dtype));
    if (operand.hasRest && !rest)
      rest = choices->shape();
    for (const auto *part : {&operand.front, &operand.back})
      for (const SampleSize &size : *part)
        for (char letter : size.letters)
          if (!sizes.count(letter))
            sizes[letter] = size.letters.size() > 1 ? choices->between(1, kMostInProduct) : choices->size();
  }
}

// Operands.

StaticMeta BoundSample::metaOf(size_t number) const {
  const SampleOperand &operand = operandOf(number);
  StaticMeta meta{dtypes.at(operand.dtype), {}};
  for (const SampleSize &size : operand.front)
    meta.shape.push_back(*valueOf(size));
  if (operand.hasRest)
    meta.shape.insert(meta.shape.end(), rest->begin(), rest->end());
  for (const SampleSize &size : operand.back)
    meta.shape.push_back(*valueOf(size));
  return meta;
}

NumberRange BoundSample::rangeOf(size_t number) const {
  NumberRange range;
  if (const auto &own = operandOf(number).range)
    range = {.least = static_cast<double>(*valueOf(own->least)), .most = static_cast<double>(*valueOf(own->most))};
  for (const OperandDomain &domain : operandDomains(op)) {
    if (domain.operand != there[number])
      continue;
    range.nonZero |= domain.nonZero;
    double margin = std::min(kMargin, (domain.most - domain.least) / 4);
    range.least = std::max(range.least, domain.least + (domain.leastIsOutside ? margin : 0));
    range.most = std::min(range.most, domain.most - (domain.mostIsOutside ? margin : 0));
    if (domain.table < 0)
      continue;
    Sizes table = metaOf(static_cast<size_t>(domain.table)).shape;
    int64_t dim = domain.tableDim;
    for (const NamedAttribute &attribute : chosen)
      if (attribute.getName() == domain.tableDimAttr)
        dim = cast<IntegerAttr>(attribute.getValue()).getInt();
    int64_t size = table[static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(table.size()) : dim)];
    range = {.least = 0, .most = static_cast<double>(size - 1)};
  }
  return range;
}

// Attributes.

/// A word as the attribute that the field holds.
static Attribute wordAttribute(const AttributeField &field, const std::string &word, Builder &builder) {
  if (field.kind == AttributeKind::DType)
    return TypeAttr::get(elementType(*parseDType(word), builder.getContext()));
  if (field.kind == AttributeKind::Word)
    return builder.getStringAttr(word);
  return parseAttribute("#weir<" + field.enumName + " " + word + ">", builder.getContext());
}

/// What a sample doesn't list follows from the kind.
Attribute BoundSample::anyAttribute(const AttributeField &field, Builder &builder) {
  auto rank = static_cast<int64_t>(metaOf(0).shape.size());
  switch (field.kind) {
  case AttributeKind::Flag:
    return builder.getUnitAttr();
  case AttributeKind::Dim:
    return builder.getI64IntegerAttr(rank == 0 ? 0 : choices->oneOf(rank));
  case AttributeKind::Dims:
    return builder.getDenseI64ArrayAttr(setOf(rank, choices->oneOf(int64_t{1} << rank)));
  case AttributeKind::DType:
    return TypeAttr::get(elementType(choices->dtype(kAllDTypes), builder.getContext()));
  default:
    return wordAttribute(field, field.cases[choices->oneOf(static_cast<int64_t>(field.cases.size()))], builder);
  }
}

Attribute BoundSample::attributeOf(const SampleAttribute &attribute, Builder &builder) {
  const AttributeField &field = attribute.field;
  if (attribute.values.empty())
    return anyAttribute(field, builder);
  size_t count = attribute.values.size();
  const SampleValue &value = attribute.values[count == 1 ? 0 : choices->oneOf(static_cast<int64_t>(count))];
  switch (value.form) {
  case SampleValue::Form::Number:
    return builder.getF64FloatAttr(value.number);
  case SampleValue::Form::Range: {
    int64_t least = *valueOf(value.range.least), most = *valueOf(value.range.most);
    return builder.getI64IntegerAttr(least == most ? least : choices->between(least, most));
  }
  case SampleValue::Form::List:
    return builder.getDenseI64ArrayAttr(
        llvm::map_to_vector(value.list, [&](const SampleSize &size) { return *valueOf(size); }));
  case SampleValue::Form::Order: {
    auto rank = static_cast<int64_t>(metaOf(0).shape.size());
    return builder.getDenseI64ArrayAttr(orderOf(rank, choices->oneOf(numOrders(rank))));
  }
  case SampleValue::Form::Word:
    return wordAttribute(field, value.word, builder);
  }
  llvm_unreachable("all forms return");
}

void BoundSample::chooseAttributes(Builder builder) {
  chosen.clear();
  auto add = [&](StringRef name, Attribute value) { chosen.emplace_back(builder.getStringAttr(name), value); };
  for (const SampleAttribute &attribute : sample->attributes)
    if (!attribute.mayBeAbsent || choices->oneOf(2) == 0)
      add(attribute.field.name, attributeOf(attribute, builder));
  if (!sample->hasOptionals)
    return;
  SmallVector<int64_t> present;
  for (size_t number : there)
    if (number >= sample->numRequired)
      present.push_back(static_cast<int64_t>(number - sample->numRequired));
  add("present", builder.getDenseI64ArrayAttr(present));
}

} // namespace weir
