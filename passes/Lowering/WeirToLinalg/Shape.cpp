// Ops that only move or number elements: one generic along their iteration rule. Splat constants become fills.
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "dialects/Weir/Shape/Ops.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
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
    auto generic = buildGeneric(rewriter, op, *rule, x, empty,
                                [](OpBuilder &, ValueRange elements) { return SmallVector<Value>{elements[0]}; });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

/// `moved` as the result of a generic with the loops of the op's result.
Value copyOf(OpBuilder &builder, Operation *op, Value moved) {
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(moved.getType());
  Value empty = emptyTensor(builder, loc, tensor::getMixedSizes(builder, loc, moved), type.getElementType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> parallel(type.getRank(), utils::IteratorType::parallel);
  auto body = [](OpBuilder &inner, Location innerLoc, ValueRange elements) {
    linalg::YieldOp::create(inner, innerLoc, elements[0]);
  };
  auto copy = linalg::GenericOp::create(builder, loc, type, moved, empty, ArrayRef{identity, identity}, parallel, body);
  setLoops(copy, resultLoops(op));
  return copy.getResult(0);
}

/// Upstream refuses slices that hold no element.
bool isEmpty(ArrayRef<OpFoldResult> sizes) { return llvm::any_of(sizes, isZeroInteger); }

Value filled(OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> sizes, Value stored) {
  Value empty = emptyTensor(builder, loc, sizes, stored.getType());
  return linalg::FillOp::create(builder, loc, stored, empty).getResult(0);
}

struct SlicePattern : OpConversionPattern<SliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(SliceOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    Location loc = op.getLoc();
    auto sizes = resultSizes(rewriter, op, operands.getOperands(), *rule);
    if (isEmpty(sizes)) {
      auto zero = rewriter.getZeroAttr(getElementTypeOrSelf(operands.getX().getType()));
      rewriter.replaceOp(op, filled(rewriter, loc, sizes, arith::ConstantOp::create(rewriter, loc, zero)));
      return success();
    }
    auto type = op.getType().clone(getElementTypeOrSelf(operands.getX().getType()));
    Value slice = tensor::ExtractSliceOp::create(rewriter, loc, cast<RankedTensorType>(type), operands.getX(),
                                                 getAsIndexOpFoldResult(getContext(), op.getStarts()), sizes,
                                                 getAsIndexOpFoldResult(getContext(), op.getSteps()));
    rewriter.replaceOp(op, copyOf(rewriter, op, slice));
    return success();
  }
};

/// What of x lies in the result is inserted into padding.
struct PadPattern : OpConversionPattern<PadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(PadOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    Location loc = op.getLoc();
    Value x = operands.getX();
    SmallVector<OpFoldResult> sizes = resultSizes(rewriter, op, operands.getOperands(), *rule);
    SmallVector<OpFoldResult> firsts, counts, starts, ones(sizes.size(), rewriter.getIndexAttr(1));
    for (auto [d, size] : llvm::enumerate(sizes)) {
      int64_t start = op.getStarts()[d], step = op.getSteps()[d];
      int64_t first = start < 0 ? llvm::divideCeilSigned(-start, step) : 0;
      start += first * step;
      firsts.push_back(rewriter.getIndexAttr(first));
      starts.push_back(rewriter.getIndexAttr(start));
      counts.push_back(countInside(rewriter, loc, tensor::getMixedSize(rewriter, loc, x, d), first, size, start, step));
    }
    Value value = padding(rewriter, op);
    if (isEmpty(counts)) {
      rewriter.replaceOp(op, filled(rewriter, loc, sizes, value));
      return success();
    }
    Value inside = tensor::ExtractSliceOp::create(rewriter, loc, x, firsts, counts, ones);
    Value padded = insertInto(rewriter, loc, inside, sizes, starts, op.getSteps(), value);
    rewriter.replaceOp(op, copyOf(rewriter, op, padded));
    return success();
  }

  /// How many of x's elements from `first` on find a position at `start` or by `step` behind it.
  static OpFoldResult countInside(OpBuilder &builder, Location loc, OpFoldResult of, int64_t first, OpFoldResult size,
                                  int64_t start, int64_t step) {
    std::optional<int64_t> knownOf = getConstantIntValue(of), knownSize = getConstantIntValue(size);
    if ((knownOf && *knownOf <= first) || (knownSize && *knownSize <= start))
      return builder.getIndexAttr(0);
    if (knownOf && knownSize)
      return builder.getIndexAttr(
          std::max<int64_t>(0, std::min(*knownOf - first, llvm::divideCeilSigned(*knownSize - start, step))));
    auto value = [&](OpFoldResult number) { return getValueOrCreateConstantIndexOp(builder, loc, number); };
    auto constant = [&](int64_t number) { return arith::ConstantIndexOp::create(builder, loc, number); };
    Value left = arith::SubIOp::create(builder, loc, value(of), constant(first));
    Value room = arith::SubIOp::create(builder, loc, value(size), constant(start));
    room = arith::CeilDivSIOp::create(builder, loc, room, constant(step));
    Value inside = arith::MinSIOp::create(builder, loc, left, room);
    return arith::MaxSIOp::create(builder, loc, inside, constant(0)).getResult();
  }

  /// The padding as it is stored.
  static Value padding(OpBuilder &builder, PadOp op) {
    Type element = op.getType().getElementType();
    Value number =
        arith::ConstantOp::create(builder, op.getLoc(), builder.getF64FloatAttr(op.getValue().convertToDouble()));
    return storeElement(builder, op.getLoc(), convert(builder, op.getLoc(), number, computeType(element)), element);
  }
};

/// Backwards from the last element.
struct FlipPattern : OpConversionPattern<FlipOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(FlipOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value x = operands.getX();
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, x);
    if (isEmpty(sizes)) {
      rewriter.replaceOp(op, x);
      return success();
    }
    SmallVector<OpFoldResult> starts(sizes.size(), rewriter.getIndexAttr(0)),
        steps(sizes.size(), rewriter.getIndexAttr(1));
    for (int64_t dim : op.getDims()) {
      steps[dim] = rewriter.getIndexAttr(-1);
      if (std::optional<int64_t> known = getConstantIntValue(sizes[dim])) {
        starts[dim] = rewriter.getIndexAttr(*known - 1);
        continue;
      }
      Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
      starts[dim] = arith::SubIOp::create(rewriter, loc, cast<Value>(sizes[dim]), one).getResult();
    }
    Value slice =
        tensor::ExtractSliceOp::create(rewriter, loc, cast<RankedTensorType>(x.getType()), x, starts, sizes, steps);
    rewriter.replaceOp(op, copyOf(rewriter, op, slice));
    return success();
  }
};

/// Both sides are inserted into padding; the position says which one counts.
struct ConcatPattern : OpConversionPattern<ConcatOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ConcatOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    Location loc = op.getLoc();
    int64_t dim = op.getDim(), rank = op.getType().getRank();
    SmallVector<OpFoldResult> sizes = resultSizes(rewriter, op, operands.getOperands(), *rule);
    OpFoldResult split = tensor::getMixedSize(rewriter, loc, operands.getLhs(), dim);
    Type element = getElementTypeOrSelf(operands.getLhs().getType());
    Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(element));
    SmallVector<OpFoldResult> starts(rank, rewriter.getIndexAttr(0));
    SmallVector<int64_t> steps(rank, 1);
    SmallVector<Value> sides;
    for (auto [side, start] : {std::pair(operands.getLhs(), starts[dim]), std::pair(operands.getRhs(), split)}) {
      starts[dim] = start;
      bool isNothing = isEmpty(tensor::getMixedSizes(rewriter, loc, side));
      sides.push_back(isNothing ? filled(rewriter, loc, sizes, zero)
                                : insertInto(rewriter, loc, side, sizes, starts, steps, zero));
    }
    Value bound = getValueOrCreateConstantIndexOp(rewriter, loc, split),
          empty = emptyTensor(rewriter, loc, sizes, element);
    SmallVector<AffineMap> maps(3, rewriter.getMultiDimIdentityMap(rank));
    SmallVector<utils::IteratorType> parallel(rank, utils::IteratorType::parallel);
    auto body = [&](OpBuilder &builder, Location bodyLoc, ValueRange elements) {
      Value at = linalg::IndexOp::create(builder, bodyLoc, dim);
      Value isLhs = arith::CmpIOp::create(builder, bodyLoc, arith::CmpIPredicate::ult, at, bound);
      Value chosen = arith::SelectOp::create(builder, bodyLoc, isLhs, elements[0], elements[1]);
      linalg::YieldOp::create(builder, bodyLoc, chosen);
    };
    auto joined = linalg::GenericOp::create(rewriter, loc, empty.getType(), sides, empty, maps, parallel, body);
    setLoops(joined, resultLoops(op));
    rewriter.replaceOp(op, joined);
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
    rewriter.replaceOp(op, buildGeneric(rewriter, op, *rule, {}, empty, body).getResults());
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
  patterns.add<MovePattern<BroadcastOp>, MovePattern<TransposeOp>, SlicePattern, PadPattern, FlipPattern, ConcatPattern,
               ConstantPattern, IotaPattern, DimPattern>(types, patterns.getContext());
}

} // namespace weir
