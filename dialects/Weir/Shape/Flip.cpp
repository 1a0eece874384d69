// Reversal: inference, iteration rule, gradient, folding.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

Result<Metas> FlipOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0];
  std::vector<bool> seen(x.shape.size());
  for (int64_t dim : attributes.get<std::vector<int64_t>>("dims")) {
    if (dim < 0 || dim >= static_cast<int64_t>(x.shape.size()))
      return Failure{"expects dims to be in [0, " + std::to_string(x.shape.size()) + "), got " + std::to_string(dim)};
    if (seen[dim])
      return Failure{"expects each dimension once in dims, got " + std::to_string(dim) + " twice"};
    seen[dim] = true;
  }
  return Metas{x};
}

/// Where an element comes from is affine in its position where the size is known; else the position itself counts.
Result<IterationRule> FlipOp::iterationRule(const Metas &operands, const Metas &results, const Attributes &attributes) {
  const auto &dims = attributes.get<std::vector<int64_t>>("dims");
  IterationRule rule;
  rule.operands.resize(1);
  rule.results.resize(1);
  for (size_t d = 0; d < results[0].shape.size(); ++d) {
    int factor = static_cast<int>(d);
    DimSize size = operands[0].shape[d];
    bool isFlipped = size != 1 && llvm::is_contained(dims, static_cast<int64_t>(d)), isKnown = size.isKnown();
    rule.factors.push_back({.name = "i" + std::to_string(d),
                            .size = size,
                            .indexed = isFlipped && !isKnown,
                            .heldWhole = isFlipped && !isKnown ? "where an element goes is not known" : nullptr});
    rule.results[0].push_back({.terms = {{factor, 1}}});
    rule.operands[0].push_back(!isFlipped ? DimMap{.terms = {{factor, 1}}}
                               : isKnown  ? DimMap{.terms = {{factor, -1}}, .constant = size.known() - 1}
                                          : DimMap{.indirect = true});
  }
  rule.linearGroups = linearOver(operands[0].dtype, {{0}});
  return rule;
}

Value FlipOp::buildSize(OpBuilder &, unsigned, int64_t dim, SizeOfFn sizeOf) { return sizeOf(0, dim); }

void FlipOp::buildGradient(OpBuilder &builder, ValueRange resultGradients, SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(FlipOp::create(builder, getLoc(), resultGradients[0], getDims()));
}

/// Twice reversed is as before; of two reversals those along different dimensions are left. A dimension of size 1 or 0
/// has no order.
OpFoldResult FlipOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getType());
  auto inner = getX().getDefiningOp<FlipOp>();
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    bool isFlipped = llvm::is_contained(getDims(), d) != (inner && llvm::is_contained(inner.getDims(), d));
    if (isFlipped && type.getDimSize(d) != 1 && type.getDimSize(d) != 0)
      dims.push_back(d);
  }
  Value x = inner ? inner.getX() : getX();
  if (dims.empty() && x.getType() == type)
    return x;
  if (!inner && llvm::equal(dims, getDims()))
    return nullptr;
  setDims(dims);
  getXMutable().assign(x);
  return getResult();
}

namespace {

struct FlipSplat : OpRewritePattern<FlipOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FlipOp op, PatternRewriter &rewriter) const override {
    TypedAttr element = splatOf(op.getX());
    if (!element)
      return failure();
    replaceWithSplat(rewriter, op, element, dynamicSizes(rewriter, op.getLoc(), op.getX()));
    return success();
  }
};

} // namespace

void FlipOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<FlipSplat>(context);
}

} // namespace weir
