// Packed matrices: packing, and products with a packed operand, as loops over columns.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Weir/Layout/Ops.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

namespace weir {
namespace {

/// Elements that x doesn't have are zeros.
struct PackPattern : OpConversionPattern<PackOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(PackOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value x = operands.getX();
    Value rows = tensor::DimOp::create(rewriter, loc, x, 0), columns = tensor::DimOp::create(rewriter, loc, x, 1);
    Value width = constant(rewriter, loc, op.getPanel()), group = constant(rewriter, loc, op.getGroup());
    auto type = cast<RankedTensorType>(op.getType());
    auto parts = [&](int64_t dim, Value size, Value part) -> OpFoldResult {
      if (!type.isDynamicDim(dim))
        return rewriter.getIndexAttr(type.getDimSize(dim));
      return arith::CeilDivUIOp::create(rewriter, loc, size, part).getResult();
    };
    SmallVector<OpFoldResult> sizes = {parts(0, columns, width), parts(1, rows, group),
                                       rewriter.getIndexAttr(type.getDimSize(2))};
    Value empty = emptyTensor(rewriter, loc, sizes, getElementTypeOrSelf(x.getType()));
    SmallVector<utils::IteratorType> parallel(3, utils::IteratorType::parallel);
    bool isGrouped = op.getGroup() > 1;
    int64_t knownColumns = cast<RankedTensorType>(x.getType()).getDimSize(1);
    if (!isGrouped && knownColumns != ShapedType::kDynamic && knownColumns % op.getPanel() == 0)
      return replaceByMove(op, x, empty, rewriter);
    auto body = [&](OpBuilder &builder, Location bodyLoc, ValueRange) {
      auto at = [&](int64_t loop) -> Value { return linalg::IndexOp::create(builder, bodyLoc, loop); };
      Value row = at(1), column = at(2), isInside;
      if (isGrouped) {
        Value inGroup = arith::RemUIOp::create(builder, bodyLoc, column, group);
        row = arith::AddIOp::create(builder, bodyLoc, arith::MulIOp::create(builder, bodyLoc, row, group), inGroup);
        column = arith::DivUIOp::create(builder, bodyLoc, column, group);
        row = clamp(builder, bodyLoc, row, rows, isInside);
      }
      column = arith::AddIOp::create(builder, bodyLoc, arith::MulIOp::create(builder, bodyLoc, at(0), width), column);
      column = clamp(builder, bodyLoc, column, columns, isInside);
      Value element = tensor::ExtractOp::create(builder, bodyLoc, x, ValueRange{row, column});
      Value zero = arith::ConstantOp::create(builder, bodyLoc, builder.getZeroAttr(element.getType()));
      Value packed = arith::SelectOp::create(builder, bodyLoc, isInside, element, zero);
      linalg::YieldOp::create(builder, bodyLoc, packed);
    };
    auto packed = linalg::GenericOp::create(rewriter, loc, empty.getType(), ValueRange(), empty,
                                            ArrayRef{rewriter.getMultiDimIdentityMap(3)}, parallel, body);
    setLoops(packed, resultLoops(op));
    rewriter.replaceOp(op, packed);
    return success();
  }

  /// Whole panels are where the rule says: elements that lie side by side do so in x, too.
  static LogicalResult replaceByMove(PackOp op, Value x, Value empty, ConversionPatternRewriter &rewriter) {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    auto generic = buildGeneric(rewriter, op, *rule, x, empty,
                                [](OpBuilder &, ValueRange elements) { return SmallVector<Value>{elements[0]}; });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }

  static Value constant(OpBuilder &builder, Location loc, int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }

  /// A position that exists: `position`, or the last one where that is past the end, which `isInside` then says.
  static Value clamp(OpBuilder &builder, Location loc, Value position, Value size, Value &isInside) {
    Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, position, size);
    isInside = isInside ? Value(arith::AndIOp::create(builder, loc, isInside, inside)) : inside;
    Value last = arith::SubIOp::create(builder, loc, size, constant(builder, loc, 1));
    return arith::MinUIOp::create(builder, loc, position, last);
  }
};

/// Column n of the product is column n mod panel of panel n div panel, row k is element k mod group of row k div group:
/// loops over the columns and rows that there are leave the zeros behind the last ones alone.
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
    uint64_t panel = op.getPanel(), group = op.getGroup();
    auto map = [&](ArrayRef<AffineExpr> position) { return AffineMap::get(3, 0, position, getContext()); };
    SmallVector<AffineMap> maps = {transposed ? map({k, m}) : map({m, k}),
                                   map({n.floorDiv(panel), k.floorDiv(group), n % panel * group + k % group}),
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
    constexpr size_t kDepth = 3; // of the rule's factors: of rows, where these are in no groups
    setLoops(product, {resultLoops(op)[0], resultLoops(op)[1], group == 1 ? factorLoops(op)[kDepth] : -1});
    rewriter.replaceOp(op, storeTensor(rewriter, op, product.getResult(0)));
    return success();
  }
};

} // namespace

void populateLayoutPatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<PackPattern, MatmulPackedPattern>(types, patterns.getContext());
}

} // namespace weir
