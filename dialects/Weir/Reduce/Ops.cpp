// Registration of the Reduce family: inference, iteration rules and gradients of reductions.
#include "dialects/Weir/Reduce/Ops.h"

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Weir/Reduce/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerReduceOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Reduce/Ops.cpp.inc"
      >();
}

static Result<Metas> inferReduction(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0];
  std::vector<bool> reduced(x.shape.size());
  for (int64_t dim : attributes.get<std::vector<int64_t>>("dims")) {
    if (dim < 0 || dim >= static_cast<int64_t>(x.shape.size()))
      return Failure{"expects dims to be in [0, " + std::to_string(x.shape.size()) + "), got " + std::to_string(dim)};
    if (reduced[dim])
      return Failure{"expects dims to be distinct, got " + std::to_string(dim) + " twice"};
    reduced[dim] = true;
  }
  if (x.dtype == DType::Bool)
    return Failure{"expects x to be of numbers, got bool"};
  TensorMeta result{x.dtype, {}};
  for (size_t d = 0; d < x.shape.size(); ++d)
    if (!reduced[d])
      result.shape.push_back(x.shape[d]);
  return Metas{result};
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

/// Where the dimensions of the result stand in the operand.
static SmallVector<int64_t> keptDims(int64_t rank, ArrayRef<int64_t> reduced) {
  SmallVector<int64_t> kept;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(reduced, d))
      kept.push_back(d);
  return kept;
}

// reduce_sum

Result<Metas> ReduceSumOp::inferResults(const Metas &operands, const Attributes &attributes) {
  return inferReduction(operands, attributes);
}

Result<IterationRule> ReduceSumOp::iterationRule(const Metas &operands, const Metas &, const Attributes &attributes) {
  IterationRule rule = reductionRule(Combiner::Sum, operands, attributes);
  rule.linearGroups = {{0}};
  return rule;
}

Type ReduceSumOp::getAccumulatorType() {
  if (std::optional<Type> type = getAccumulator())
    return *type;
  Type element = getElementTypeOrSelf(getX().getType());
  bool isNarrow = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isNarrow ? Float32Type::get(getContext()) : element;
}

void ReduceSumOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  int64_t rank = cast<RankedTensorType>(getX().getType()).getRank();
  operandGradients.push_back(broadcastLike(builder, getLoc(), resultGradients[0], getX(), keptDims(rank, getDims())));
}

// reduce_max

Result<Metas> ReduceMaxOp::inferResults(const Metas &operands, const Attributes &attributes) {
  return inferReduction(operands, attributes);
}

Result<IterationRule> ReduceMaxOp::iterationRule(const Metas &operands, const Metas &, const Attributes &attributes) {
  return reductionRule(Combiner::Max, operands, attributes);
}

void ReduceMaxOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  Location loc = getLoc();
  auto type = cast<RankedTensorType>(getX().getType());
  SmallVector<int64_t> kept = keptDims(type.getRank(), getDims());
  Value largest = broadcastLike(builder, loc, getY(), getX(), kept);
  Value isLargest = CompareOp::create(builder, loc, ComparePredicate::eq, getX(), largest);
  Expression ones(builder, loc, CastOp::create(builder, loc, isLargest, type.getElementType()));
  Expression count(builder, loc, ReduceSumOp::create(builder, loc, Value(ones), getDims(), /*accumulator=*/TypeAttr()));
  Expression share = Expression(builder, loc, resultGradients[0]) / count;
  operandGradients.push_back(ones * Expression(builder, loc, broadcastLike(builder, loc, share, getX(), kept)));
}

OpFoldResult ReduceMaxOp::fold(FoldAdaptor) {
  return getDims().empty() && getX().getType() == getType() ? OpFoldResult(getX()) : nullptr;
}

} // namespace weir
