// scatter: inference, iteration rule, gradient.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

// Loops and what it is linear in are those of scatter_add: what differs is what an update does to an element. So parts
// of the updates give no partial results, which are joined in any order.

Result<Metas> ScatterOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0], &index = operands[1], &updates = operands[2];
  if (x.dtype != updates.dtype)
    return Failure{"expects x and updates to have one dtype, got " + std::string(name(x.dtype)) + " and " +
                   std::string(name(updates.dtype))};
  bool agree = index.shape.size() == updates.shape.size();
  for (size_t d = 0; agree && d < index.shape.size(); ++d)
    agree = mayEqual(index.shape[d], updates.shape[d]);
  if (!agree)
    return Failure{"expects index and updates to have equal shapes, got " + toString(index) + " and " +
                   toString(updates)};
  // What updates and index must be beside x is what the result of a gather is beside its operand.
  Result<Metas> gathered = GatherOp::inferResults({x, index}, attributes);
  if (!gathered)
    return gathered.failure();
  return Metas{x};
}

Result<IterationRule> ScatterOp::iterationRule(const Metas &operands, const Metas &results,
                                               const Attributes &attributes) {
  Result<IterationRule> rule = ScatterAddOp::iterationRule(operands, results, attributes);
  if (rule)
    rule->accumulations.clear();
  return rule;
}

/// Which updates stand in the result: those whose own position along the dimension is found where they wrote.
static Expression standing(OpBuilder &builder, ScatterOp op) {
  Location loc = op.getLoc();
  auto dim = static_cast<int64_t>(op.getDim());
  Value index = op.getIndex();
  auto type = RankedTensorType::get({cast<RankedTensorType>(index.getType()).getDimSize(dim)}, builder.getI64Type());
  SmallVector<Value> sizes;
  if (type.isDynamicDim(0))
    sizes.push_back(DimOp::create(builder, loc, index, dim));
  Value positions = broadcastLike(builder, loc, IotaOp::create(builder, loc, type, sizes), index, {dim});
  Value before = CastOp::create(builder, loc, constantLike(builder, loc, 0, op.getX()), builder.getI64Type());
  Value last = ScatterOp::create(builder, loc, before, index, positions, op.getDim());
  Value found = GatherOp::create(builder, loc, last, index, op.getDim());
  return {builder, loc, CompareOp::create(builder, loc, ComparePredicate::eq, found, positions)};
}

/// What is written over gets nothing, be it an element of x or an update.
void ScatterOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                              SmallVectorImpl<Value> &operandGradients) {
  Location loc = getLoc();
  Value dy = resultGradients[0];
  Value zeros = constantLike(builder, loc, 0, getUpdates());
  operandGradients.push_back(ScatterOp::create(builder, loc, dy, getIndex(), zeros, getDim()));
  operandGradients.push_back(nullptr);
  Expression taken(builder, loc, GatherOp::create(builder, loc, dy, getIndex(), getDim()));
  bool isAlone = cast<RankedTensorType>(getIndex().getType()).getDimSize(static_cast<int64_t>(getDim())) == 1;
  operandGradients.push_back(isAlone ? Value(taken) : select(standing(builder, *this), taken, taken.constant(0)));
}

} // namespace weir
