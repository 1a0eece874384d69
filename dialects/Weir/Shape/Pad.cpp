// Padding: inference, iteration rule, gradient, folding.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Shape/Strides.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir {

Result<Metas> PadOp::inferResults(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkStrides(operands[0], attributes))
    return *failure;
  return Metas{{operands[0].dtype, attributes.get<Shape>("shape")}};
}

Result<IterationRule> PadOp::iterationRule(const Metas &operands, const Metas &results, const Attributes &attributes) {
  const auto &starts = attributes.get<std::vector<int64_t>>("starts"),
             &steps = attributes.get<std::vector<int64_t>>("steps");
  const Shape &from = operands[0].shape, &to = results[0].shape;
  IterationRule rule;
  rule.operands.resize(1);
  rule.results.resize(1);
  for (size_t d = 0; d < to.size(); ++d) {
    int factor = static_cast<int>(d);
    bool isWhole = from[d] == to[d] && to[d].isKnown() && starts[d] == 0 && steps[d] == 1;
    // Which element lies at a position is affine in it for steps of 1 alone.
    bool isSpread = steps[d] != 1;
    rule.factors.push_back(
        {.name = "i" + std::to_string(d),
         .size = to[d],
         .indexed = isSpread,
         .heldWhole = isSpread ? "which element lies at a position follows from the position" : nullptr});
    rule.results[0].push_back({.terms = {{factor, 1}}});
    rule.operands[0].push_back(isWhole    ? DimMap{.terms = {{factor, 1}}}
                               : isSpread ? DimMap{.indirect = true}
                                          : DimMap{.terms = {{factor, 1}}, .constant = -starts[d], .clipped = true});
  }
  if (attributes.get<double>("value") == 0)
    rule.linearGroups = linearOver(operands[0].dtype, {{0}});
  return rule;
}

/// From the first of `count` elements to the last; more than any tensor has where that overflows.
static int64_t lengthOf(int64_t count, int64_t step) {
  int64_t length = 0;
  return llvm::MulOverflow(count - 1, step, length) ? kFarthest : std::max<int64_t>(0, length + 1);
}

/// Element i of x gets the gradient at `starts + i * steps`, if that is in the result. What lies around those positions
/// is cut off first, so that a slice finds them all.
void PadOp::buildGradient(OpBuilder &builder, ValueRange resultGradients, SmallVectorImpl<Value> &operandGradients) {
  Location loc = getLoc();
  auto type = cast<RankedTensorType>(getX().getType());
  SmallVector<int64_t> shape, starts, none(type.getRank(), 0), ones(type.getRank(), 1);
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    starts.push_back(-getStarts()[d]);
    int64_t step = getSteps()[d];
    shape.push_back(type.isDynamicDim(d) ? ShapedType::kDynamic : lengthOf(type.getDimSize(d), step));
    if (!type.isDynamicDim(d))
      continue;
    Value length = DimOp::create(builder, loc, getX(), d);
    if (step != 1)
      length = arith::MulIOp::create(builder, loc, length, arith::ConstantIndexOp::create(builder, loc, step));
    sizes.push_back(length);
  }
  Value reach =
      PadOp::create(builder, loc, type.clone(shape), resultGradients[0], sizes, starts, ones, llvm::APFloat(0.0));
  bool isDense = llvm::all_of(getSteps(), [](int64_t step) { return step == 1; });
  operandGradients.push_back(isDense ? reach
                                     : Value(SliceOp::create(builder, loc, type, reach,
                                                             dynamicSizes(builder, loc, getX()), none, getSteps())));
  operandGradients.resize(getNumOperands());
}

OpFoldResult PadOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getType());
  bool isWhole = getX().getType() == type && type.hasStaticShape() && movesNothing(getStarts(), getSteps());
  return isWhole ? getX() : Value();
}

namespace {

/// Padding that only cuts off is a slice.
struct CutBySlice : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PadOp op, PatternRewriter &rewriter) const override {
    auto from = cast<RankedTensorType>(op.getX().getType()), to = cast<RankedTensorType>(op.getType());
    if (!from.hasStaticShape() || !to.hasStaticShape())
      return failure();
    SmallVector<int64_t> starts;
    for (int64_t d = 0; d < to.getRank(); ++d) {
      if (op.getSteps()[d] != 1 || !liesWithin(from.getDimSize(d), -op.getStarts()[d], 1, to.getDimSize(d)))
        return failure();
      starts.push_back(-op.getStarts()[d]);
    }
    rewriter.replaceOpWithNewOp<SliceOp>(op, to, op.getX(), ValueRange(), starts, op.getSteps());
    return success();
  }
};

/// Around a splat lies more of it.
struct PadSplat : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PadOp op, PatternRewriter &rewriter) const override {
    if (!isSplat(op.getX(), op.getValue().convertToDouble()))
      return failure();
    replaceWithSplat(rewriter, op, splatOf(op.getX()), op.getSizes());
    return success();
  }
};

} // namespace

void PadOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<CutBySlice, PadSplat>(context);
}

} // namespace weir
