// Ops that only move or number elements: one generic along their iteration rule. Splat constants become fills.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Weir/Shape/Ops.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {
namespace {

template <typename Op> struct MovePattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    Value x = operands.getX();
    Value empty = emptyTensor(rewriter, op.getLoc(), resultSizes(rewriter, op, operands.getOperands(), *rule),
                              getElementTypeOrSelf(x.getType()));
    auto generic = buildGeneric(rewriter, op.getLoc(), *rule, x, empty,
                                [](OpBuilder &, ValueRange elements) { return SmallVector<Value>{elements[0]}; });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

struct ConstantPattern : OpConversionPattern<ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ConstantOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    if (!op.getValue().isSplat())
      return op.emitOpError("expects constants inside kernels to be splats; others are operands of the kernel");
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    Location loc = op.getLoc();
    Type element = getElementTypeOrSelf(op.getType());
    auto number = op.getValue().getSplatValue<TypedAttr>();
    if (element.isUnsignedInteger()) // arith knows no signs
      number = IntegerAttr::get(storageType(element), cast<IntegerAttr>(number).getValue());
    Value stored = convert(rewriter, loc, arith::ConstantOp::create(rewriter, loc, number), storageType(element));
    Value empty =
        emptyTensor(rewriter, loc, resultSizes(rewriter, op, operands.getOperands(), *rule), storageType(element));
    rewriter.replaceOp(op, linalg::FillOp::create(rewriter, loc, stored, empty).getResults());
    return success();
  }
};

struct IotaPattern : OpConversionPattern<IotaOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(IotaOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    Location loc = op.getLoc();
    Type element = op.getType().getElementType();
    Value empty = emptyTensor(rewriter, loc, resultSizes(rewriter, op, operands.getOperands(), *rule), element);
    auto body = [&](OpBuilder &builder, ValueRange) -> SmallVector<Value> {
      Value index = linalg::IndexOp::create(builder, loc, 0);
      return {arith::IndexCastOp::create(builder, loc, element, index)};
    };
    rewriter.replaceOp(op, buildGeneric(rewriter, loc, *rule, {}, empty, body).getResults());
    return success();
  }
};

struct DimPattern : OpConversionPattern<DimOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(DimOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tensor::DimOp>(op, operands.getX(), op.getDim());
    return success();
  }
};

} // namespace

void populateShapePatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<MovePattern<BroadcastOp>, MovePattern<TransposeOp>, ConstantPattern, IotaPattern, DimPattern>(
      types, patterns.getContext());
}

} // namespace weir
