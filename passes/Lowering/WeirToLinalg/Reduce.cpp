// Reductions: a fill with the combiner's identity and one generic.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Weir/Reduce/Ops.h"

using namespace mlir;

namespace weir {
namespace {

/// The start value of a maximum: -inf, or the smallest integer.
TypedAttr lowest(Type element) {
  if (auto type = dyn_cast<FloatType>(element))
    return FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics(), /*Negative=*/true));
  return IntegerAttr::get(element, APInt::getSignedMinValue(element.getIntOrFloatBitWidth()));
}

Value buildReduction(ConversionPatternRewriter &rewriter, Operation *op, Value x, TypedAttr identity,
                     llvm::function_ref<Scalar(Scalar, Scalar)> combine) {
  FailureOr<IterationRule> rule = iterationRuleOf(op);
  if (failed(rule))
    return nullptr;
  Location loc = op->getLoc();
  Type accumulator = identity.getType();
  Value empty = emptyTensor(rewriter, loc, resultSizes(rewriter, op, x, *rule), accumulator);
  Value start = arith::ConstantOp::create(rewriter, loc, identity);
  Value filled = linalg::FillOp::create(rewriter, loc, start, empty).getResult(0);
  auto generic = buildGeneric(rewriter, loc, *rule, x, filled,
                              [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
                                Scalar element(builder, loc, convert(builder, loc, elements[0], accumulator));
                                return {combine(Scalar(builder, loc, elements[1]), element)};
                              });
  return generic.getResult(0);
}

struct ReduceSumPattern : OpConversionPattern<ReduceSumOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ReduceSumOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Value sum = buildReduction(rewriter, op, operands.getX(), rewriter.getZeroAttr(op.getAccumulatorType()),
                               [](Scalar sum, Scalar x) { return sum + x; });
    if (!sum)
      return failure();
    rewriter.replaceOp(op, castTensor(rewriter, op.getLoc(), sum, op.getType().getElementType()));
    return success();
  }
};

struct ReduceMaxPattern : OpConversionPattern<ReduceMaxOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ReduceMaxOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Type element = op.getType().getElementType();
    Value largest = buildReduction(rewriter, op, operands.getX(), lowest(computeType(element)),
                                   [](Scalar largest, Scalar x) { return maximum(largest, x); });
    if (!largest)
      return failure();
    rewriter.replaceOp(op, castTensor(rewriter, op.getLoc(), largest, element));
    return success();
  }
};

} // namespace

void populateReducePatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ReduceSumPattern, ReduceMaxPattern>(types, patterns.getContext());
}

} // namespace weir
