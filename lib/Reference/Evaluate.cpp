// Scopes of single ops, and the call of their eval.
#include "lib/Reference/Evaluate.h"

#include "lib/Reference/Frame.h"

using namespace mlir;

namespace weir {

std::optional<Failure> checkFits(const std::string &what, const TensorMeta &declared, const TensorMeta &actual) {
  bool fits = declared.dtype == actual.dtype && declared.shape.size() == actual.shape.size();
  for (size_t dim = 0; fits && dim < actual.shape.size(); ++dim)
    fits = mayEqual(declared.shape[dim], actual.shape[dim]);
  if (fits)
    return std::nullopt;
  return Failure{"expects " + what + " to be " + toString(declared) + ", got " + toString(actual)};
}

/// The op's attributes with the `?` sizes of its result filled in from its index operands, in order.
static Result<Attributes> concreteAttributes(Operation *op, ArrayRef<int64_t> sizes) {
  Attributes attributes = plainAttributes(op);
  if (!op->hasTrait<ResultSized>())
    return attributes;
  Shape shape = attributes.get<Shape>("shape");
  for (DimSize &size : shape) {
    if (size.isKnown())
      continue;
    if (sizes.empty())
      return Failure{"expects one size operand per `?` of its result"};
    if (sizes.front() < 0)
      return Failure{"expects sizes to be at least 0, got " + std::to_string(sizes.front())};
    size = DimSize(sizes.front());
    sizes = sizes.drop_front();
  }
  attributes.set("shape", std::move(shape));
  return attributes;
}

static void touch(std::vector<EvalValue> &values, const std::vector<ValueMap> &maps, const Box &box) {
  for (size_t i = 0; i < values.size(); ++i)
    values[i].box = tile(maps[i], box, values[i].whole.shape);
}

EvalScope partScope(const EvalScope &whole, Box box) {
  EvalScope scope = whole;
  scope.box = std::move(box);
  touch(scope.operands, scope.rule.operands, scope.box);
  touch(scope.results, scope.rule.results, scope.box);
  return scope;
}

Result<EvalScope> wholeScope(Operation *op, const Metas &operands, ArrayRef<int64_t> sizes, bool widened) {
  auto semantics = cast<SemanticsInterface>(op);
  Result<Attributes> attributes = concreteAttributes(op, sizes);
  if (!attributes)
    return attributes.failure();
  Result<Metas> results = semantics.inferResults(operands, *attributes);
  if (!results)
    return results.failure();
  Metas declared = metasOf(op->getResultTypes());
  for (size_t i = 0; i < results->size(); ++i)
    if (auto failure = checkFits("result #" + std::to_string(i), declared[i], (*results)[i]))
      return *failure;
  Result<IterationRule> rule = semantics.iterationRule(operands, *results, *attributes);
  if (!rule)
    return rule.failure();

  EvalScope scope;
  scope.attributes = std::move(*attributes);
  scope.rule = std::move(*rule);
  scope.widened = widened;
  for (const TensorMeta &operand : operands)
    scope.operands.push_back({knownMeta(operand), {}});
  for (const TensorMeta &result : *results)
    scope.results.push_back({knownMeta(result), {}});
  for (const Factor &factor : scope.rule.factors)
    scope.box.push_back({0, factor.size.known()});
  touch(scope.results, scope.rule.results, scope.box);
  // Operands are at hand as they are, also where the op reads but a part, as a slice does.
  for (EvalValue &operand : scope.operands)
    for (int64_t size : operand.whole.shape)
      operand.box.push_back({0, size});
  return scope;
}

Result<Tensors> evaluate(Operation *op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  for (size_t i = 0; i < operands.size(); ++i)
    if (auto failure = checkFits("operand #" + std::to_string(i), scope.operands[i].part(), operands[i].meta))
      return *failure;
  auto eval = dyn_cast<EvalInterface>(op);
  Result<Tensors> results =
      eval ? eval.eval(operands, scope) : evaluateComposite(op, operands, {.widened = scope.widened});
  if (!results)
    return results;
  for (size_t i = 0; i < results->size(); ++i)
    if (auto failure = checkFits("result #" + std::to_string(i), scope.results[i].part(), (*results)[i].meta))
      return *failure;
  return results;
}

} // namespace weir
