// Matrix products: one generic that sums products in the accumulator's type.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Weir/Contract/Ops.h"

using namespace mlir;

namespace weir {
namespace {

struct MatmulPattern : OpConversionPattern<MatmulOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(MatmulOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    Location loc = op.getLoc();
    Type accumulator = accumulatorType(op.getAccumulatorType());
    Type elementA = getElementTypeOrSelf(op.getA().getType()), elementB = getElementTypeOrSelf(op.getB().getType());
    SmallVector<OpFoldResult> sizes = resultSizes(rewriter, op, operands.getOperands(), *rule);
    Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(accumulator));
    Value empty = emptyTensor(rewriter, loc, sizes, accumulator);
    Value zeros = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
    auto product = buildGeneric(rewriter, op, *rule, operands.getOperands(), zeros,
                                [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
                                  Scalar a(builder, loc, loadElement(builder, loc, elements[0], elementA, accumulator));
                                  Scalar b(builder, loc, loadElement(builder, loc, elements[1], elementB, accumulator));
                                  return {Scalar(builder, loc, elements[2]) + a * b};
                                });
    if (op.getAllowTf32())
      product->setAttr(kAllowTf32Attr, rewriter.getUnitAttr());
    rewriter.replaceOp(op, storeTensor(rewriter, op, product.getResult(0)));
    return success();
  }
};

} // namespace

void populateContractPatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<MatmulPattern>(types, patterns.getContext());
}

} // namespace weir
