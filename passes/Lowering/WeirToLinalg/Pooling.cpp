// Pooling: reductions over windows, and their elements given back.
#include "passes/Lowering/WeirToLinalg/WindowReads.h"

#include "dialects/Weir/Window/Ops.h"

using namespace mlir;

namespace weir {
namespace {

/// What lowerings of pooling have in common: x read by windows, given back or not.
struct Pooling {
  template <typename Op, typename Adaptor>
  static FailureOr<Pooling> of(Op op, Adaptor operands, ConversionPatternRewriter &rewriter) {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    size_t rank = cast<RankedTensorType>(op.getX().getType()).getRank();
    Result<WindowDims> windows = windowDims(plainAttributes(op), rank);
    Pooling pooling{WindowGeneric(rewriter, op, operands.getOperands(), std::move(*rule)), {}, {}};
    for (size_t d = 0; d < rank; ++d) {
      DimRead dim{(*windows)[d], pooling.generic.loop(d), {}, {}, {}};
      if (!dim.window.isTrivial()) {
        pooling.elements.push_back(pooling.generic.rule.findFactor("k" + std::to_string(d)));
        dim.k = pooling.generic.loop(pooling.elements.back());
        dim.windows = pooling.generic.sizes[d];
        dim.elements = rewriter.getIndexAttr(dim.window.size.known());
      }
      pooling.dims.push_back(dim);
    }
    return pooling;
  }

  Reads forward(Value x, Value padding) {
    return readForward(generic.rewriter, generic.op->getLoc(), x, dims, padding);
  }
  Reads backward(Value x, Value padding) {
    return readBackward(generic.rewriter, generic.op->getLoc(), x, dims, padding);
  }

  /// The row-major number of the element of a window, in a generic's body; from the last if that is how it is read.
  Value elementNumber(OpBuilder &builder, bool fromLast) {
    Location loc = generic.op->getLoc();
    auto constant = [&](int64_t number) -> Value { return arith::ConstantIndexOp::create(builder, loc, number); };
    Value number = constant(0);
    for (int factor : elements) {
      int64_t size = generic.rule.factors[factor].size.known();
      Value at = linalg::IndexOp::create(builder, loc, factor);
      if (fromLast)
        at = arith::SubIOp::create(builder, loc, constant(size - 1), at);
      number = arith::MulIOp::create(builder, loc, number, constant(size));
      number = arith::AddIOp::create(builder, loc, number, at);
    }
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), number);
  }

  /// What has one element for each window.
  Reads pooled(Value tensor) {
    Reads reads{tensor, {}};
    for (const DimRead &dim : dims)
      reads.positions.push_back(dim.i);
    return reads;
  }

  /// The stored 0 of the elements of `original`, an operand of the op.
  Value zero(Value original) {
    return storedZero(generic.rewriter, generic.op->getLoc(), getElementTypeOrSelf(original.getType()));
  }

  /// Sums what is read, whose elements are those of `original`.
  void replaceBySum(const Reads &reads, Value original) {
    Type element = getElementTypeOrSelf(original.getType()), sum = computeType(element);
    Location loc = generic.op->getLoc();
    generic.addInput(reads);
    generic.addExtents(elements);
    generic.replace(generic.rewriter.getZeroAttr(sum), [&](OpBuilder &builder, ValueRange inputs, Scalar partial) {
      return partial + Scalar(builder, loc, loadElement(builder, loc, inputs[0], element, sum));
    });
  }

  /// Sums the first input at those elements of windows whose number the second input is.
  void replaceByChosen(Value original, bool fromLast) {
    Type element = getElementTypeOrSelf(original.getType()), sum = computeType(element);
    Location loc = generic.op->getLoc();
    generic.addExtents(elements);
    generic.replace(generic.rewriter.getZeroAttr(sum), [&](OpBuilder &builder, ValueRange inputs, Scalar partial) {
      Value isMeant =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, inputs[1], elementNumber(builder, fromLast));
      Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(sum));
      Value given = loadElement(builder, loc, inputs[0], element, sum);
      return partial + Scalar(builder, loc, arith::SelectOp::create(builder, loc, isMeant, given, zero));
    });
  }

  WindowGeneric generic;
  SmallVector<DimRead> dims;
  SmallVector<int> elements; ///< factors over elements of windows
};

void lower(WindowSumOp op, WindowSumOp::Adaptor operands, Pooling &pooling) {
  pooling.replaceBySum(pooling.forward(operands.getX(), pooling.zero(op.getX())), op.getX());
}

void lower(WindowSpreadOp op, WindowSpreadOp::Adaptor operands, Pooling &pooling) {
  pooling.replaceBySum(pooling.backward(operands.getX(), pooling.zero(op.getX())), op.getX());
}

void lower(WindowMaxOp op, WindowMaxOp::Adaptor operands, Pooling &pooling) {
  OpBuilder &rewriter = pooling.generic.rewriter;
  Location loc = op.getLoc();
  Type element = getElementTypeOrSelf(op.getX().getType()), computed = computeType(element);
  TypedAttr least = identityOf(Combiner::Max, element, computed);
  Value padding = storeElement(rewriter, loc, arith::ConstantOp::create(rewriter, loc, least), element);
  pooling.generic.addInput(pooling.forward(operands.getX(), padding));
  pooling.generic.addExtents(pooling.elements);
  pooling.generic.replace(least, [&](OpBuilder &builder, ValueRange elements, Scalar largest) {
    return maximum(largest, Scalar(builder, loc, loadElement(builder, loc, elements[0], element, computed)));
  });
}

/// NaN is what NaN is sought as.
Value equals(OpBuilder &builder, Location loc, Value x, Value y) {
  if (!isa<FloatType>(x.getType()))
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, x, y);
  Value same = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, x, y);
  Value xIsNan = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, x, x);
  Value yIsNan = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, y, y);
  Value bothNan = arith::AndIOp::create(builder, loc, xIsNan, yIsNan);
  return arith::OrIOp::create(builder, loc, same, bothNan);
}

Value isInside(OpBuilder &builder, Location loc, const DimRead &dim, Value extent) {
  auto loop = [&](AffineExpr expression, int64_t step) -> Value {
    Value index = linalg::IndexOp::create(builder, loc, cast<AffineDimExpr>(expression).getPosition());
    return arith::MulIOp::create(builder, loc, index, arith::ConstantIndexOp::create(builder, loc, step));
  };
  Value at = arith::AddIOp::create(builder, loc, loop(dim.i, dim.window.stride), loop(dim.k, dim.window.dilation));
  at = arith::SubIOp::create(builder, loc, at, arith::ConstantIndexOp::create(builder, loc, dim.window.low));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, at, extent);
}

void lower(WindowIndexOp op, WindowIndexOp::Adaptor operands, Pooling &pooling) {
  OpBuilder &rewriter = pooling.generic.rewriter;
  Location loc = op.getLoc();
  Type element = getElementTypeOrSelf(op.getX().getType());
  Value x = operands.getX();
  pooling.generic.addInput(pooling.forward(x, pooling.zero(op.getX())));
  pooling.generic.addInput(pooling.pooled(operands.getY()));
  pooling.generic.addExtents(pooling.elements);
  SmallVector<Value> extents;
  for (OpFoldResult size : tensor::getMixedSizes(rewriter, loc, x))
    extents.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
  int64_t count = 1;
  for (int64_t size : op.getWindow())
    count *= size;
  TypedAttr none = rewriter.getI64IntegerAttr(count);
  pooling.generic.replace(none, [&](OpBuilder &builder, ValueRange elements, Scalar first) {
    Value isFound = equals(builder, loc, loadElement(builder, loc, elements[0], element),
                           loadElement(builder, loc, elements[1], element));
    for (auto [dim, extent] : llvm::zip(pooling.dims, extents))
      if (!dim.window.isTrivial())
        isFound = arith::AndIOp::create(builder, loc, isFound, isInside(builder, loc, dim, extent));
    Value otherwise = arith::ConstantOp::create(builder, loc, none);
    Value number = pooling.elementNumber(builder, /*fromLast=*/false);
    number = arith::SelectOp::create(builder, loc, isFound, number, otherwise);
    return minimum(first, Scalar(builder, loc, number));
  });
}

void lower(WindowPickOp op, WindowPickOp::Adaptor operands, Pooling &pooling) {
  pooling.generic.addInput(pooling.forward(operands.getX(), pooling.zero(op.getX())));
  pooling.generic.addInput(pooling.pooled(operands.getIndex()));
  pooling.replaceByChosen(op.getX(), /*fromLast=*/false);
}

void lower(WindowSpreadToOp op, WindowSpreadToOp::Adaptor operands, Pooling &pooling) {
  OpBuilder &rewriter = pooling.generic.rewriter;
  Value nowhere = arith::ConstantOp::create(rewriter, op.getLoc(), rewriter.getI64IntegerAttr(-1));
  pooling.generic.addInput(pooling.backward(operands.getX(), pooling.zero(op.getX())));
  pooling.generic.addInput(pooling.backward(operands.getIndex(), nowhere));
  pooling.replaceByChosen(op.getX(), /*fromLast=*/true);
}

template <typename Op> struct PoolingPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    FailureOr<Pooling> pooling = Pooling::of(op, operands, rewriter);
    if (failed(pooling))
      return failure();
    lower(op, operands, *pooling);
    return success();
  }
};

} // namespace

void populatePoolingPatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<PoolingPattern<WindowSumOp>, PoolingPattern<WindowMaxOp>, PoolingPattern<WindowIndexOp>,
               PoolingPattern<WindowPickOp>, PoolingPattern<WindowSpreadOp>, PoolingPattern<WindowSpreadToOp>>(
      types, patterns.getContext());
}

} // namespace weir
