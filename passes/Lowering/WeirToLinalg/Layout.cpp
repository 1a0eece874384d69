// Packed matrices: packing, and products with a packed operand, as loops over columns.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Weir/Layout/Ops.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

namespace weir {
namespace {

/// Columns that x doesn't have are zeros.
struct PackPattern : OpConversionPattern<PackOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(PackOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value x = operands.getX();
    Value columns = tensor::DimOp::create(rewriter, loc, x, 1), one = constant(rewriter, loc, 1);
    Value width = constant(rewriter, loc, op.getPanel());
    Value panels = arith::CeilDivUIOp::create(rewriter, loc, columns, width);
    auto type = cast<RankedTensorType>(op.getType());
    SmallVector<OpFoldResult> sizes = {type.isDynamicDim(0) ? OpFoldResult(panels)
                                                            : rewriter.getIndexAttr(type.getDimSize(0)),
                                       tensor::getMixedSize(rewriter, loc, x, 0), rewriter.getIndexAttr(op.getPanel())};
    Value empty = emptyTensor(rewriter, loc, sizes, getElementTypeOrSelf(x.getType()));
    Value last = arith::SubIOp::create(rewriter, loc, columns, one);
    SmallVector<utils::IteratorType> parallel(3, utils::IteratorType::parallel);
    auto body = [&](OpBuilder &builder, Location bodyLoc, ValueRange) {
      auto at = [&](int64_t loop) -> Value { return linalg::IndexOp::create(builder, bodyLoc, loop); };
      Value first = arith::MulIOp::create(builder, bodyLoc, at(0), width);
      Value column = arith::AddIOp::create(builder, bodyLoc, first, at(2));
      Value isInside = arith::CmpIOp::create(builder, bodyLoc, arith::CmpIPredicate::ult, column, columns);
      Value known = arith::MinUIOp::create(builder, bodyLoc, column, last);
      Value element = tensor::ExtractOp::create(builder, bodyLoc, x, ValueRange{at(1), known});
      Value zero = arith::ConstantOp::create(builder, bodyLoc, builder.getZeroAttr(element.getType()));
      Value packed = arith::SelectOp::create(builder, bodyLoc, isInside, element, zero);
      linalg::YieldOp::create(builder, bodyLoc, packed);
    };
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(op, empty.getType(), ValueRange(), empty,
                                                   ArrayRef{rewriter.getMultiDimIdentityMap(3)}, parallel, body);
    return success();
  }

  static Value constant(OpBuilder &builder, Location loc, int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }
};

/// Column n of the product is column n mod panel of panel n div panel: loops over the columns that there are leave the
/// zeros behind the last one alone.
struct MatmulPackedPattern : OpConversionPattern<MatmulPackedOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(MatmulPackedOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    bool transposed = op.getTransposeA();
    Type accumulator = accumulatorType(op.getAccumulatorType());
    Type elementA = getElementTypeOrSelf(op.getA().getType()),
         elementB = getElementTypeOrSelf(op.getPacked().getType());
    SmallVector<OpFoldResult> sizes = {tensor::getMixedSize(rewriter, loc, operands.getA(), transposed ? 1 : 0),
                                       rewriter.getIndexAttr(op.getColumns())};
    Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(accumulator));
    Value zeros =
        linalg::FillOp::create(rewriter, loc, zero, emptyTensor(rewriter, loc, sizes, accumulator)).getResult(0);

    AffineExpr m, n, k;
    bindDims(getContext(), m, n, k);
    auto panel = static_cast<uint64_t>(op.getPanel());
    auto map = [&](ArrayRef<AffineExpr> position) { return AffineMap::get(3, 0, position, getContext()); };
    SmallVector<AffineMap> maps = {transposed ? map({k, m}) : map({m, k}), map({n.floorDiv(panel), k, n % panel}),
                                   map({m, n})};
    using utils::IteratorType;
    SmallVector<IteratorType> iterators = {IteratorType::parallel, IteratorType::parallel, IteratorType::reduction};
    auto body = [&](OpBuilder &builder, Location bodyLoc, ValueRange elements) {
      Scalar a(builder, bodyLoc, loadElement(builder, bodyLoc, elements[0], elementA, accumulator));
      Scalar b(builder, bodyLoc, loadElement(builder, bodyLoc, elements[1], elementB, accumulator));
      linalg::YieldOp::create(builder, bodyLoc, Value(Scalar(builder, bodyLoc, elements[2]) + a * b));
    };
    auto product =
        linalg::GenericOp::create(rewriter, loc, zeros.getType(), operands.getOperands(), zeros, maps, iterators, body);
    rewriter.replaceOp(op, storeTensor(rewriter, loc, product.getResult(0), op.getType().getElementType()));
    return success();
  }
};

} // namespace

void populateLayoutPatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<PackPattern, MatmulPackedPattern>(types, patterns.getContext());
}

} // namespace weir
