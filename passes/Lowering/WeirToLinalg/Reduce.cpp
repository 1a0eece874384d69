// Reductions: a fill with the combiner's identity and one generic.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Weir/Reduce/Ops.h"

using namespace mlir;

namespace weir {

TypedAttr lowest(Type element) {
  Type computed = computeType(element);
  if (auto type = dyn_cast<FloatType>(computed))
    return FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics(), /*Negative=*/true));
  if (element.isUnsignedInteger())
    return IntegerAttr::get(computed, 0);
  return IntegerAttr::get(computed, APInt::getSignedMinValue(computed.getIntOrFloatBitWidth()));
}

namespace {

Value buildReduction(ConversionPatternRewriter &rewriter, Operation *op, Value x, TypedAttr identity,
                     llvm::function_ref<Scalar(Scalar, Scalar)> combine) {
  FailureOr<IterationRule> rule = iterationRuleOf(op);
  if (failed(rule))
    return nullptr;
  Location loc = op->getLoc();
  Type accumulator = identity.getType(), element = getElementTypeOrSelf(op->getOperand(0).getType());
  Value empty = emptyTensor(rewriter, loc, resultSizes(rewriter, op, x, *rule), accumulator);
  Value start = arith::ConstantOp::create(rewriter, loc, identity);
  Value filled = linalg::FillOp::create(rewriter, loc, start, empty).getResult(0);
  auto generic =
      buildGeneric(rewriter, loc, *rule, x, filled, [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
        Scalar next(builder, loc, loadElement(builder, loc, elements[0], element, accumulator));
        return {combine(Scalar(builder, loc, elements[1]), next)};
      });
  return generic.getResult(0);
}

struct ReduceSumPattern : OpConversionPattern<ReduceSumOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ReduceSumOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    TypedAttr zero = rewriter.getZeroAttr(accumulatorType(op.getAccumulatorType()));
    Value sum = buildReduction(rewriter, op, operands.getX(), zero, [](Scalar sum, Scalar x) { return sum + x; });
    if (!sum)
      return failure();
    rewriter.replaceOp(op, storeTensor(rewriter, op.getLoc(), sum, op.getType().getElementType()));
    return success();
  }
};

struct ReduceMaxPattern : OpConversionPattern<ReduceMaxOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ReduceMaxOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Type element = op.getType().getElementType();
    Value largest = buildReduction(rewriter, op, operands.getX(), lowest(element),
                                   [](Scalar largest, Scalar x) { return maximum(largest, x); });
    if (!largest)
      return failure();
    rewriter.replaceOp(op, storeTensor(rewriter, op.getLoc(), largest, element));
    return success();
  }
};

} // namespace

void populateReducePatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ReduceSumPattern, ReduceMaxPattern>(types, patterns.getContext());
}

} // namespace weir
