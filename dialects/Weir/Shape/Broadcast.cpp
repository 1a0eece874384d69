// Broadcasting: inference, iteration rule, gradient, folding.
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Reduce/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

Result<Metas> BroadcastOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0];
  const auto &shape = attributes.get<Shape>("shape");
  const auto &dims = attributes.get<std::vector<int64_t>>("dims");
  if (dims.size() != x.shape.size())
    return Failure{"expects one entry of dims per dimension of x, got " + std::to_string(dims.size()) + " for " +
                   toString(x)};
  int64_t previous = -1;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] <= previous || dims[d] >= static_cast<int64_t>(shape.size()))
      return Failure{"expects dims to increase within [0, " + std::to_string(shape.size()) + "), got " +
                     std::to_string(dims[d]) + " at " + std::to_string(d)};
    previous = dims[d];
    if (!mayEqual(x.shape[d], shape[dims[d]]))
      return Failure{"expects size " + toString(x.shape[d]) + " of dimension " + std::to_string(d) +
                     " of x to be kept, got " + toString(shape[dims[d]]) + " in dimension " + std::to_string(dims[d]) +
                     " of the result"};
  }
  return Metas{{x.dtype, shape}};
}

Result<IterationRule> BroadcastOp::iterationRule(const Metas &operands, const Metas &results,
                                                 const Attributes &attributes) {
  IterationRule rule;
  rule.operands.resize(1);
  rule.results.resize(1);
  for (size_t d = 0; d < results[0].shape.size(); ++d) {
    rule.factors.push_back({.name = "i" + std::to_string(d), .size = results[0].shape[d]});
    rule.results[0].push_back({.terms = {{static_cast<int>(d), 1}}});
  }
  for (int64_t dim : attributes.get<std::vector<int64_t>>("dims"))
    rule.operands[0].push_back({.terms = {{static_cast<int>(dim), 1}}});
  rule.linearGroups = linearOver(operands[0].dtype, {{0}});
  return rule;
}

void BroadcastOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  SmallVector<int64_t> repeated;
  for (int64_t d = 0; d < cast<RankedTensorType>(getType()).getRank(); ++d)
    if (!llvm::is_contained(getDims(), d))
      repeated.push_back(d);
  Value dx = resultGradients[0];
  if (!repeated.empty())
    dx = ReduceSumOp::create(builder, getLoc(), dx, repeated, /*accumulator=*/TypeAttr());
  operandGradients.push_back(dx);
  operandGradients.resize(getNumOperands());
}

OpFoldResult BroadcastOp::fold(FoldAdaptor) {
  if (getX().getType() == getType()) // no new dimension, and the others keep their sizes
    return getX();
  auto inner = getX().getDefiningOp<BroadcastOp>();
  if (!inner)
    return nullptr;
  SmallVector<int64_t> dims;
  for (int64_t dim : inner.getDims())
    dims.push_back(getDims()[dim]);
  setDims(dims);
  getXMutable().assign(inner.getX());
  return getResult();
}

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MoveSplatThrough<BroadcastOp>>(context);
}

} // namespace weir
