// Transposition: inference, iteration rule, gradient, folding.
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Shape/Ops.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace weir {

Result<Metas> TransposeOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0];
  const auto &permutation = attributes.get<std::vector<int64_t>>("permutation");
  std::vector<bool> seen(x.shape.size());
  TensorMeta result{x.dtype, {}};
  for (int64_t dim : permutation) {
    if (dim < 0 || dim >= static_cast<int64_t>(x.shape.size()) || seen[dim])
      break;
    seen[dim] = true;
    result.shape.push_back(x.shape[dim]);
  }
  if (permutation.size() != x.shape.size() || result.shape.size() != x.shape.size())
    return Failure{"expects permutation to name each dimension of x once, got [" +
                   llvm::join(llvm::map_range(permutation, [](int64_t d) { return std::to_string(d); }), ", ") +
                   "] for " + toString(x)};
  return Metas{result};
}

Result<IterationRule> TransposeOp::iterationRule(const Metas &operands, const Metas &results,
                                                 const Attributes &attributes) {
  const auto &permutation = attributes.get<std::vector<int64_t>>("permutation");
  IterationRule rule;
  rule.operands.resize(1);
  rule.results.resize(1);
  rule.operands[0].resize(permutation.size());
  for (size_t d = 0; d < permutation.size(); ++d) {
    rule.factors.push_back({.name = "i" + std::to_string(d), .size = results[0].shape[d]});
    rule.results[0].push_back({.terms = {{static_cast<int>(d), 1}}});
    rule.operands[0][permutation[d]] = {.terms = {{static_cast<int>(d), 1}}};
  }
  rule.linearGroups = linearOver(operands[0].dtype, {{0}});
  return rule;
}

void TransposeOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  SmallVector<int64_t> inverse(getPermutation().size());
  for (auto [d, dim] : llvm::enumerate(getPermutation()))
    inverse[dim] = d;
  operandGradients.push_back(TransposeOp::create(builder, getLoc(), resultGradients[0], inverse));
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  bool keepsOrder = llvm::is_sorted(getPermutation());
  if (keepsOrder && getX().getType() == getType())
    return getX();
  auto inner = getX().getDefiningOp<TransposeOp>();
  if (!inner)
    return nullptr;
  SmallVector<int64_t> permutation;
  for (int64_t dim : getPermutation())
    permutation.push_back(inner.getPermutation()[dim]);
  setPermutation(permutation);
  getXMutable().assign(inner.getX());
  return getResult();
}

namespace {

struct TransposeSplat : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    TypedAttr element = splatOf(op.getX());
    if (!element)
      return failure();
    auto type = cast<RankedTensorType>(op.getType());
    SmallVector<Value> sizes;
    for (auto [resultDim, dim] : llvm::enumerate(op.getPermutation()))
      if (type.isDynamicDim(resultDim))
        sizes.push_back(DimOp::create(rewriter, op.getLoc(), op.getX(), dim));
    replaceWithSplat(rewriter, op, element, sizes);
    return success();
  }
};

} // namespace

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<TransposeSplat>(context);
}

} // namespace weir
