// See OpLoops.h.
#include "dialects/Interfaces/OpLoops.h"

#include "dialects/Interfaces/Semantics.h"

using namespace mlir;

namespace weir {

LogicalResult OpLoops::add(Operation *op) {
  FailureOr<IterationRule> rule = iterationRuleOf(op);
  if (failed(rule))
    return failure();
  assert(llvm::none_of(op->getResults(), [&](Value result) { return values.contains(result); }) &&
         "an op is added before its results are asked for");
  Loop first = space.add(*rule);
  ops[op] = {first, rules.size()};
  rules.push_back(std::move(*rule));
  for (Value result : op->getResults())
    for (auto [d, size] : llvm::enumerate(metaOf(cast<RankedTensorType>(result.getType())).shape))
      space.refineSize(of(result, d), size);
  return success();
}

OpLoops::Loop OpLoops::of(Value value, size_t dim) {
  auto result = dyn_cast<OpResult>(value);
  if (auto made = result ? ops.find(result.getOwner()) : ops.end(); made != ops.end())
    return LoopSpace::ofResult(rules[made->second.rule], made->second.first, result.getResultNumber(), dim);
  auto [known, isNew] = values.try_emplace(value, 0);
  if (isNew) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    known->second = space.addValue(type ? metaOf(type).shape : Shape{DimSize()});
  }
  return known->second + static_cast<Loop>(dim);
}

void OpLoops::forEachRead(Operation *op, VisitFn visit) const {
  unsigned tensor = 0;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      visit(operand, rule(op).operands[tensor++]);
}

void OpLoops::joinReads(Operation *op, ReadFn isRead) {
  forEachRead(op, [&](Value value, const ValueMap &read) {
    if (!read.empty() && isRead(value, read))
      space.joinRead(read, of(value), factor(op, 0));
  });
}

void OpLoops::forEachGivenSize(Operation *op, GivenFn visit) {
  if (!op->hasTrait<ResultSized>())
    return;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto given = llvm::make_filter_range(op->getOperands(), [](Value value) { return value.getType().isIndex(); });
  auto next = given.begin();
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      visit(d, *next++);
}

} // namespace weir
