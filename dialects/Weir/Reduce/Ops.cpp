// Registration of the Reduce family: inference, iteration rules and gradients of reductions.
#include "dialects/Weir/Reduce/Ops.h"

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace weir {

// What the definitions of all records call.

static Result<Metas> inferReduction(Combiner combiner, const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0];
  bool isLogical = combiner == Combiner::And || combiner == Combiner::Or;
  if (isLogical != (x.dtype == DType::Bool))
    return Failure{std::string("expects x to be of ") + (isLogical ? "bool" : "numbers") + ", got " +
                   std::string(name(x.dtype))};
  return inferReduced(x, attributes.get<std::vector<int64_t>>("dims"), /*keepdim=*/false);
}

static IterationRule reductionRule(Combiner combiner, const Metas &operands, const Attributes &attributes) {
  const auto &dims = attributes.get<std::vector<int64_t>>("dims");
  IterationRule rule;
  rule.operands.resize(1);
  rule.results.resize(1);
  for (size_t d = 0; d < operands[0].shape.size(); ++d) {
    bool isReduced = llvm::is_contained(dims, static_cast<int64_t>(d));
    rule.factors.push_back({.name = "d" + std::to_string(d),
                            .size = operands[0].shape[d],
                            .kind = isReduced ? FactorKind::Reduction : FactorKind::Parallel,
                            .combiner = combiner});
    DimMap map{.terms = {{static_cast<int>(d), 1}}};
    rule.operands[0].push_back(map);
    if (!isReduced)
      rule.results[0].push_back(map);
  }
  return rule;
}

static Type accumulatorTypeOf(Operation *op) {
  if (auto given = op->getAttrOfType<TypeAttr>("accumulator"))
    return given.getValue();
  Type element = getElementTypeOrSelf(op->getOperand(0).getType());
  bool isNarrow = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isNarrow ? Float32Type::get(op->getContext()) : element;
}

/// Roundings of products don't cancel as those of sums do, and no order of them has fewer.
static Type accumulatorTypeOf(ReduceProdOp op) {
  bool isF32 = !op.getAccumulatorAttr() && getElementTypeOrSelf(op.getX().getType()).isF32();
  return isF32 ? Type(Float64Type::get(op.getContext())) : accumulatorTypeOf(op.getOperation());
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Reduce/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerReduceOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Reduce/Ops.cpp.inc"
      >();
}

/// Where the dimensions of the result stand in the operand.
static SmallVector<int64_t> keptDims(Value x, ArrayRef<int64_t> reduced) {
  SmallVector<int64_t> kept;
  for (int64_t d = 0; d < cast<RankedTensorType>(x.getType()).getRank(); ++d)
    if (!llvm::is_contained(reduced, d))
      kept.push_back(d);
  return kept;
}

template <typename Op> static OpFoldResult foldOverNothing(Op op) {
  return op.getDims().empty() && op.getX().getType() == op.getType() ? OpFoldResult(op.getX()) : nullptr;
}

OpFoldResult ReduceMaxOp::fold(FoldAdaptor) { return foldOverNothing(*this); }
OpFoldResult ReduceMinOp::fold(FoldAdaptor) { return foldOverNothing(*this); }
OpFoldResult ReduceAnyOp::fold(FoldAdaptor) { return foldOverNothing(*this); }
OpFoldResult ReduceAllOp::fold(FoldAdaptor) { return foldOverNothing(*this); }

// Gradients

static Value sumOver(OpBuilder &builder, Location loc, Value x, ArrayRef<int64_t> dims) {
  return ReduceSumOp::create(builder, loc, x, dims, /*accumulator=*/TypeAttr());
}

/// 1 where `x` equals `other`, else 0.
static Expression whereEqual(OpBuilder &builder, Location loc, Value x, Value other) {
  Value equal = CompareOp::create(builder, loc, ComparePredicate::eq, x, other);
  return {builder, loc, CastOp::create(builder, loc, equal, getElementTypeOrSelf(x.getType()))};
}

void ReduceSumOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(broadcastLike(builder, getLoc(), resultGradients[0], getX(), keptDims(getX(), getDims())));
}

/// Of a maximum or minimum: equal ones share evenly. Where it is NaN, nothing is equal to it, and the gradient is NaN.
template <typename Op>
static void shareOfExtreme(Op op, OpBuilder &builder, Value dy, SmallVectorImpl<Value> &operandGradients) {
  Location loc = op.getLoc();
  Value x = op.getX();
  SmallVector<int64_t> kept = keptDims(x, op.getDims());
  Expression each(builder, loc, x), extreme(builder, loc, broadcastLike(builder, loc, op.getY(), x, kept));
  Expression ones = (each == extreme).cast(getElementTypeOrSelf(x.getType()));
  Expression count(builder, loc, sumOver(builder, loc, ones, op.getDims()));
  Expression share = Expression(builder, loc, dy) / count;
  operandGradients.push_back(ones * Expression(builder, loc, broadcastLike(builder, loc, share, x, kept)));
}

void ReduceMaxOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  shareOfExtreme(*this, builder, resultGradients[0], operandGradients);
}

void ReduceMinOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  shareOfExtreme(*this, builder, resultGradients[0], operandGradients);
}

/// An element gets dy times the product of the others. That is the product of those that are not 0, divided by the
/// element, or nothing where another one is 0.
void ReduceProdOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                 SmallVectorImpl<Value> &operandGradients) {
  Location loc = getLoc();
  SmallVector<int64_t> kept = keptDims(getX(), getDims());
  auto spread = [&](Value value) { return Expression(builder, loc, broadcastLike(builder, loc, value, getX(), kept)); };
  Expression x(builder, loc, getX()), nothing = x.constant(0), one = x.constant(1);
  Expression isZero(builder, loc, CompareOp::create(builder, loc, ComparePredicate::eq, getX(), nothing));
  Expression divisor = select(isZero, one, x);
  Value product = ReduceProdOp::create(builder, loc, Value(divisor), getDims(), getAccumulatorAttr());
  Expression others = spread(product) / divisor;
  Expression zeros = spread(sumOver(builder, loc, whereEqual(builder, loc, getX(), nothing), getDims()));
  Expression ownZeros = select(isZero, one, nothing);
  Expression isAlone(builder, loc, CompareOp::create(builder, loc, ComparePredicate::eq, Value(zeros), ownZeros));
  operandGradients.push_back(spread(resultGradients[0]) * select(isAlone, others, nothing));
}

} // namespace weir
