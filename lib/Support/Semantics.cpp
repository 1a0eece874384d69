// Factor specs such as "*mk,kn->*mn": parsing, and the two authorities that follow from one.
#include "lib/Support/Semantics.h"

#include "lib/Support/OperandKinds.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <optional>

namespace weir {

namespace {

struct ValueSpec {
  bool leading = false; ///< begins with `*`
  std::string letters;
};

struct Spec {
  std::vector<ValueSpec> operands, results;
};

Result<ValueSpec> parseValue(std::string_view text) {
  ValueSpec value;
  value.leading = text.starts_with('*');
  value.letters = text.substr(value.leading ? 1 : 0);
  for (char letter : value.letters)
    if (!std::isalpha(static_cast<unsigned char>(letter)))
      return Failure{"expects values of a factor spec to be letters after an optional '*', got '" + std::string(text) +
                     "'"};
  return value;
}

Result<std::vector<ValueSpec>> parseValues(std::string_view text) {
  std::vector<ValueSpec> values;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    Result<ValueSpec> value = parseValue(text.substr(begin, end - begin));
    if (!value)
      return value.failure();
    values.push_back(std::move(*value));
    begin = end + 1;
  }
  return values;
}

Result<Spec> parseSpec(std::string_view text) {
  size_t arrow = text.find("->");
  if (arrow == std::string_view::npos)
    return Failure{"expects '->' in a factor spec, got '" + std::string(text) + "'"};
  Spec spec;
  if (arrow != 0) {
    Result<std::vector<ValueSpec>> operands = parseValues(text.substr(0, arrow));
    if (!operands)
      return operands.failure();
    spec.operands = std::move(*operands);
  }
  Result<std::vector<ValueSpec>> results = parseValues(text.substr(arrow + 2));
  if (!results)
    return results.failure();
  spec.results = std::move(*results);
  return spec;
}

/// One value of an op, as messages name it.
struct ValueSite {
  const char *role; ///< "operand" or "result"
  size_t index;
  std::string text() const { return std::string(role) + " " + std::to_string(index); }
};

/// Gives every factor that the values seen so far name a number and a size, and finds where values disagree.
class FactorTable {
public:
  std::optional<Failure> addValues(const char *role, const std::vector<ValueSpec> &specs, const Metas &metas);
  ValueMap map(const ValueSpec &spec) const;
  Result<Shape> shape(const ValueSpec &spec) const;

  std::vector<Factor> factors;

private:
  std::optional<Failure> addValue(ValueSite site, const ValueSpec &spec, const Shape &shape);
  std::optional<Failure> addLeadingRank(ValueSite site, size_t rank);
  std::optional<Failure> addSize(const std::string &factor, ValueSite site, size_t dim, DimSize size);
  std::optional<int> find(const std::string &name) const;

  /// Where a factor's size became known.
  struct Origin {
    ValueSite site;
    size_t dim;
  };
  std::vector<Origin> origins;
  std::optional<size_t> leadingRank;
  ValueSite leadingSite{"operand", 0};
};

std::string leadingName(size_t dim) { return "*" + std::to_string(dim); }

std::optional<int> FactorTable::find(const std::string &name) const {
  for (size_t i = 0; i < factors.size(); ++i)
    if (factors[i].name == name)
      return static_cast<int>(i);
  return std::nullopt;
}

std::optional<Failure> FactorTable::addValues(const char *role, const std::vector<ValueSpec> &specs,
                                              const Metas &metas) {
  if (specs.size() != metas.size())
    return Failure{"expects " + std::to_string(specs.size()) + " " + role + (specs.size() == 1 ? "" : "s") + ", got " +
                   std::to_string(metas.size())};
  for (size_t i = 0; i < specs.size(); ++i)
    if (std::optional<Failure> failure = addValue({role, i}, specs[i], metas[i].shape))
      return failure;
  return std::nullopt;
}

std::optional<Failure> FactorTable::addValue(ValueSite site, const ValueSpec &spec, const Shape &shape) {
  size_t letters = spec.letters.size();
  if (spec.leading ? shape.size() < letters : shape.size() != letters)
    return Failure{"expects " + site.text() + " to have rank " + (spec.leading ? "at least " : "") +
                   std::to_string(letters) + ", got " + std::to_string(shape.size())};
  size_t leading = shape.size() - letters;
  if (spec.leading)
    if (std::optional<Failure> failure = addLeadingRank(site, leading))
      return failure;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    std::string factor = dim < leading ? leadingName(dim) : std::string(1, spec.letters[dim - leading]);
    if (std::optional<Failure> failure = addSize(factor, site, dim, shape[dim]))
      return failure;
  }
  return std::nullopt;
}

std::optional<Failure> FactorTable::addLeadingRank(ValueSite site, size_t rank) {
  if (!leadingRank) {
    leadingRank = rank;
    leadingSite = site;
  }
  if (rank == *leadingRank)
    return std::nullopt;
  return Failure{"expects number of leading dimensions to agree, got " + std::to_string(*leadingRank) + " (" +
                 leadingSite.text() + ") and " + std::to_string(rank) + " (" + site.text() + ")"};
}

std::optional<Failure> FactorTable::addSize(const std::string &factor, ValueSite site, size_t dim, DimSize size) {
  std::optional<int> known = find(factor);
  if (!known) {
    factors.push_back({.name = factor, .size = size});
    origins.push_back({site, dim});
    return std::nullopt;
  }
  Factor &entry = factors[*known];
  Origin &origin = origins[*known];
  if (!mayEqual(entry.size, size)) {
    auto fact = [](DimSize size, ValueSite site, size_t dim) {
      return toString(size) + " (" + site.text() + ", dimension " + std::to_string(dim) + ")";
    };
    return Failure{"expects size of factor " + factor + " to agree, got " + fact(entry.size, origin.site, origin.dim) +
                   " and " + fact(size, site, dim)};
  }
  if (!entry.size.isKnown() && size.isKnown())
    origin = {site, dim};
  entry.size = refine(entry.size, size);
  return std::nullopt;
}

ValueMap FactorTable::map(const ValueSpec &spec) const {
  ValueMap map;
  auto append = [&](const std::string &factor) { map.push_back({.terms = {{*find(factor)}}}); };
  for (size_t dim = 0; spec.leading && dim < *leadingRank; ++dim)
    append(leadingName(dim));
  for (char letter : spec.letters)
    append(std::string(1, letter));
  return map;
}

Result<Shape> FactorTable::shape(const ValueSpec &spec) const {
  if (spec.leading && !leadingRank)
    return Failure{"expects '*' of a result to occur in an operand, got none"};
  Shape shape;
  for (size_t dim = 0; spec.leading && dim < *leadingRank; ++dim)
    shape.push_back(factors[*find(leadingName(dim))].size);
  for (char letter : spec.letters) {
    std::optional<int> factor = find(std::string(1, letter));
    if (!factor)
      return Failure{std::string("expects factor ") + letter + " of a result to occur in an operand, got none"};
    shape.push_back(factors[*factor].size);
  }
  return shape;
}

} // namespace

Result<Metas> inferFromFactors(std::string_view text, const Metas &operands) {
  Result<Spec> spec = parseSpec(text);
  if (!spec)
    return spec.failure();
  FactorTable table;
  if (std::optional<Failure> failure = table.addValues("operand", spec->operands, operands))
    return *failure;
  if (operands.empty())
    return Failure{"expects an operand to take the result's element type from, got none"};
  Metas results;
  for (const ValueSpec &result : spec->results) {
    Result<Shape> shape = table.shape(result);
    if (!shape)
      return shape.failure();
    results.push_back({operands.front().dtype, std::move(*shape)});
  }
  return results;
}

Result<IterationRule> ruleFromFactors(std::string_view text, Combiner combiner, const Metas &operands,
                                      const Metas &results) {
  Result<Spec> spec = parseSpec(text);
  if (!spec)
    return spec.failure();
  FactorTable table;
  if (std::optional<Failure> failure = table.addValues("operand", spec->operands, operands))
    return *failure;
  if (std::optional<Failure> failure = table.addValues("result", spec->results, results))
    return *failure;

  IterationRule rule;
  rule.factors = table.factors;
  for (Factor &factor : rule.factors) {
    factor.kind = FactorKind::Reduction;
    factor.combiner = combiner;
  }
  for (const ValueSpec &operand : spec->operands)
    rule.operands.push_back(table.map(operand));
  for (const ValueSpec &result : spec->results) {
    rule.results.push_back(table.map(result));
    for (const DimMap &dim : rule.results.back()) {
      Factor &factor = rule.factors[dim.terms.front().factor];
      factor.kind = FactorKind::Parallel;
      factor.combiner = Combiner::Sum;
    }
  }
  return rule;
}

std::optional<Failure> checkSameDType(const Metas &operands, std::initializer_list<size_t> numbers) {
  for (size_t number : numbers) {
    size_t first = *numbers.begin();
    if (operands[number].dtype != operands[first].dtype)
      return Failure{"expects operands " + std::to_string(first) + " and " + std::to_string(number) +
                     " to have one dtype, got " + std::string(name(operands[first].dtype)) + " and " +
                     std::string(name(operands[number].dtype))};
  }
  return std::nullopt;
}

/// "*,*,*->*"
static std::string elementwiseSpec(size_t operands) {
  std::string spec = "*";
  for (size_t i = 1; i < operands; ++i)
    spec += ",*";
  return spec + "->*";
}

Result<Metas> inferElementwise(const Metas &operands, DType dtype) {
  for (size_t i = 1; i < operands.size(); ++i)
    if (std::optional<Failure> failure = checkSameDType(operands, {0, i}))
      return *failure;
  Result<Metas> results = inferFromFactors(elementwiseSpec(operands.size()), operands);
  if (results)
    (*results)[0].dtype = dtype;
  return results;
}

Result<IterationRule> elementwiseRule(const Metas &operands, const Metas &results) {
  return ruleFromFactors(elementwiseSpec(operands.size()), Combiner::Sum, operands, results);
}

DType commonFloat(const Metas &operands) {
  std::optional<DType> common;
  for (const TensorMeta &operand : operands) {
    if (!isFloat(operand.dtype))
      continue;
    if (!common || *common == operand.dtype)
      common = operand.dtype;
    else if (*common == DType::F64 || operand.dtype == DType::F64)
      common = DType::F64;
    else // of f16 and bf16, neither holds the other
      common = DType::F32;
  }
  return common.value_or(DType::F32);
}

std::optional<Failure> checkDims(const TensorMeta &x, const std::vector<int64_t> &dims) {
  std::vector<bool> seen(x.shape.size());
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= static_cast<int64_t>(x.shape.size()))
      return Failure{"expects dims to be in [0, " + std::to_string(x.shape.size()) + "), got " + std::to_string(dim)};
    if (seen[dim])
      return Failure{"expects dims to be distinct, got " + std::to_string(dim) + " twice"};
    seen[dim] = true;
  }
  return std::nullopt;
}

Result<Metas> inferReduced(const TensorMeta &x, const std::vector<int64_t> &dims, bool keepdim) {
  if (std::optional<Failure> failure = checkDims(x, dims))
    return *failure;
  TensorMeta result{x.dtype, {}};
  for (size_t d = 0; d < x.shape.size(); ++d) {
    bool isReduced = std::find(dims.begin(), dims.end(), static_cast<int64_t>(d)) != dims.end();
    if (!isReduced || keepdim)
      result.shape.push_back(isReduced ? 1 : x.shape[d]);
  }
  return Metas{result};
}

bool isOfKind(DType dtype, OperandKind kind) {
  switch (kind) {
  case OperandKind::Any:
    return true;
  case OperandKind::Float:
    return isFloat(dtype);
  case OperandKind::Integer:
    return !isFloat(dtype);
  case OperandKind::I64:
    return dtype == DType::I64;
  case OperandKind::Bool:
    return dtype == DType::Bool;
  }
  return false;
}

std::string_view name(OperandKind kind) {
  constexpr std::string_view names[] = {"any dtype", "a float dtype", "an integer dtype", "i64", "bool"};
  return names[static_cast<size_t>(kind)];
}

std::optional<Failure> checkOptionals(const Metas &operands, const Attributes &attributes,
                                      std::initializer_list<OperandKind> kinds) {
  const auto &present = attributes.get<std::vector<int64_t>>("present");
  auto count = static_cast<int64_t>(kinds.size());
  bool isOrdered = std::adjacent_find(present.begin(), present.end(), std::greater_equal<>()) == present.end();
  if (present.size() >= operands.size() || !isOrdered ||
      (!present.empty() && (present.front() < 0 || present.back() >= count)))
    return Failure{"expects present to hold the numbers of the optional operands in order, all in [0, " +
                   std::to_string(count) + ")"};
  for (size_t i = 0; i < present.size(); ++i) {
    OperandKind kind = kinds.begin()[present[i]];
    size_t number = operands.size() - present.size() + i;
    if (!isOfKind(operands[number].dtype, kind))
      return Failure{"expects operand #" + std::to_string(number) + " to be of " + std::string(name(kind)) + ", got " +
                     std::string(name(operands[number].dtype))};
  }
  return std::nullopt;
}

const TensorMeta *optionalOperand(const Metas &operands, const Attributes &attributes, int64_t number) {
  const auto &present = attributes.get<std::vector<int64_t>>("present");
  auto found = std::find(present.begin(), present.end(), number);
  return found == present.end() ? nullptr : &*(operands.end() - (present.end() - found));
}

namespace {

/// Adds loops of their own for the dimensions of a value that no other value shares.
ValueMap ownWholeLoops(const TensorMeta &value, const std::string &prefix, IterationRule &rule) {
  ValueMap map;
  for (size_t d = 0; d < value.shape.size(); ++d) {
    map.push_back({.terms = {{static_cast<int>(rule.factors.size())}}});
    rule.factors.push_back({.name = prefix + std::to_string(d), .size = value.shape[d], .kind = FactorKind::Whole});
  }
  return map;
}

} // namespace

IterationRule ruleAlong(const std::vector<int64_t> &wholeDims, bool isReduced, const Metas &operands,
                        const Metas &results) {
  const Shape &shape = operands[0].shape;
  IterationRule rule;
  ValueMap along, kept;
  for (size_t d = 0; d < shape.size(); ++d) {
    bool isWhole = std::find(wholeDims.begin(), wholeDims.end(), static_cast<int64_t>(d)) != wholeDims.end();
    rule.factors.push_back({.name = "d" + std::to_string(d),
                            .size = shape[d],
                            .kind = isWhole ? FactorKind::Whole : FactorKind::Parallel});
    along.push_back({.terms = {{static_cast<int>(d)}}});
    if (!isWhole)
      kept.push_back(along.back());
    else if (results[0].shape.size() == shape.size())
      kept.push_back({}); // of size 1
  }
  rule.operands.push_back(along);
  for (size_t i = 1; i < operands.size(); ++i)
    rule.operands.push_back(operands[i].shape.size() == shape.size()
                                ? along
                                : ownWholeLoops(operands[i], "o" + std::to_string(i) + "_", rule));
  rule.results.assign(results.size(), isReduced ? kept : along);
  return rule;
}

IterationRule wholeRule(const Metas &operands, const Metas &results) {
  IterationRule rule;
  for (size_t i = 0; i < operands.size(); ++i)
    rule.operands.push_back(ownWholeLoops(operands[i], "o" + std::to_string(i) + "_", rule));
  for (size_t i = 0; i < results.size(); ++i)
    rule.results.push_back(ownWholeLoops(results[i], "r" + std::to_string(i) + "_", rule));
  return rule;
}

std::vector<std::vector<int>> linearOver(DType dtype, std::vector<std::vector<int>> groups) {
  return dtype == DType::Bool ? std::vector<std::vector<int>>() : std::move(groups);
}

std::vector<std::vector<int>> linearOverFloats(DType dtype, std::vector<std::vector<int>> groups) {
  return isFloat(dtype) ? std::move(groups) : std::vector<std::vector<int>>();
}

} // namespace weir
