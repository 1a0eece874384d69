// Reductions: a fill with the combiner's identity and one generic.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Weir/Reduce/Ops.h"

#include <limits>

using namespace mlir;

namespace weir {

TypedAttr identityOf(Combiner combiner, Type element, Type accumulator) {
  bool isMinimum = combiner == Combiner::Min || combiner == Combiner::And;
  bool isMaximum = combiner == Combiner::Max || combiner == Combiner::Or;
  int number = combiner == Combiner::Prod ? 1 : 0;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (isa<FloatType>(accumulator))
    return FloatAttr::get(accumulator, isMinimum ? infinity : isMaximum ? -infinity : number);
  unsigned width = element.getIntOrFloatBitWidth(), wide = accumulator.getIntOrFloatBitWidth();
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  APInt least = isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  APInt most = isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  APInt integer = isMinimum ? most : isMaximum ? least : APInt(width, number);
  return IntegerAttr::get(accumulator, isUnsigned ? integer.zext(wide) : integer.sext(wide));
}

Scalar combine(Combiner combiner, Scalar x, Scalar y) {
  switch (combiner) {
  case Combiner::Sum:
    return x + y;
  case Combiner::Prod:
    return x * y;
  case Combiner::Min:
  case Combiner::And:
    return minimum(x, y);
  default:
    return maximum(x, y);
  }
}

namespace {

template <typename Op> struct ReducePattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    Location loc = op.getLoc();
    Value x = operands.getX();
    Type element = op.getType().getElementType(), accumulator = accumulatorType(op.getAccumulatorType());
    Value empty = emptyTensor(rewriter, loc, resultSizes(rewriter, op, x, *rule), accumulator);
    Value identity = arith::ConstantOp::create(rewriter, loc, identityOf(Op::combiner, element, accumulator));
    Value start = linalg::FillOp::create(rewriter, loc, identity, empty).getResult(0);
    auto body = [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
      Scalar next(builder, loc, loadElement(builder, loc, elements[0], element, accumulator));
      return {combine(Op::combiner, Scalar(builder, loc, elements[1]), next)};
    };
    Value reduced = buildGeneric(rewriter, op, *rule, x, start, body).getResult(0);
    rewriter.replaceOp(op, storeTensor(rewriter, op, reduced));
    return success();
  }
};

} // namespace

void populateReducePatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ReducePattern<ReduceSumOp>, ReducePattern<ReduceProdOp>, ReducePattern<ReduceMaxOp>,
               ReducePattern<ReduceMinOp>, ReducePattern<ReduceAnyOp>, ReducePattern<ReduceAllOp>>(
      types, patterns.getContext());
}

} // namespace weir
