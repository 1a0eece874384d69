// Folders of elementwise ops; those of constants are in FoldSplats.cpp. They hold bit for bit: x + 0.0 stays, because
// it turns -0.0 into 0.0, and so does x * 0.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Math/Ops.h"

using namespace mlir;

namespace weir {

/// `value` as what `op` folds to, if its type is the result's: one of them may know a size that the other doesn't.
static OpFoldResult foldTo(Operation *op, Value value) {
  return value.getType() == op->getResult(0).getType() ? OpFoldResult(value) : nullptr;
}

OpFoldResult AddOp::fold(FoldAdaptor) {
  if (isSplat(getRhs(), -0.0))
    return foldTo(*this, getLhs());
  if (isSplat(getLhs(), -0.0))
    return foldTo(*this, getRhs());
  return nullptr;
}

OpFoldResult SubOp::fold(FoldAdaptor) { return isSplat(getRhs(), 0.0) ? foldTo(*this, getLhs()) : nullptr; }

OpFoldResult MulOp::fold(FoldAdaptor) {
  if (isSplat(getRhs(), 1.0))
    return foldTo(*this, getLhs());
  if (isSplat(getLhs(), 1.0))
    return foldTo(*this, getRhs());
  return nullptr;
}

OpFoldResult DivOp::fold(FoldAdaptor) { return isSplat(getRhs(), 1.0) ? foldTo(*this, getLhs()) : nullptr; }

OpFoldResult PowOp::fold(FoldAdaptor) { return isSplat(getRhs(), 1.0) ? foldTo(*this, getLhs()) : nullptr; }

OpFoldResult NegOp::fold(FoldAdaptor) {
  auto inner = getX().getDefiningOp<NegOp>();
  return inner ? foldTo(*this, inner.getX()) : nullptr;
}

// cast

/// Whether every value of the type `from` is one of the type `to`.
static bool holdsAll(Type to, Type from) {
  auto toFloat = dyn_cast<FloatType>(to), fromFloat = dyn_cast<FloatType>(from);
  if (toFloat && fromFloat)
    return APFloat::isRepresentableBy(fromFloat.getFloatSemantics(), toFloat.getFloatSemantics());
  if (fromFloat)
    return false;
  bool fromSigned = !from.isInteger(1) && !from.isUnsignedInteger();
  unsigned fromBits = from.getIntOrFloatBitWidth() - fromSigned;
  if (toFloat)
    return fromBits <= toFloat.getFPMantissaWidth();
  bool toSigned = !to.isInteger(1) && !to.isUnsignedInteger();
  return toSigned >= fromSigned && fromBits <= to.getIntOrFloatBitWidth() - toSigned;
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  if (getX().getType() == getType())
    return getX();
  auto inner = getX().getDefiningOp<CastOp>();
  if (!inner)
    return nullptr;
  Type from = getElementTypeOrSelf(inner.getX().getType()), between = inner.getTo(), to = getTo();
  // Out of range, an integer wraps in a narrower one; by way of a float it may become the least one first.
  bool wrapsAlone = !isa<FloatType>(from) && isa<FloatType>(between) && !isa<FloatType>(to);
  if (!holdsAll(between, from) || (wrapsAlone && !holdsAll(to, from)))
    return nullptr;
  getXMutable().assign(inner.getX());
  return getResult();
}

namespace {

/// A splat converted when compiled; floats round as weir.cast does.
struct CastSplat : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op, PatternRewriter &rewriter) const override {
    auto element = dyn_cast_if_present<FloatAttr>(splatOf(op.getX()));
    auto to = dyn_cast<FloatType>(op.getTo());
    if (!element || !to)
      return failure();
    APFloat number = element.getValue();
    bool losesInfo = false;
    number.convert(to.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    replaceWithSplat(rewriter, op, FloatAttr::get(to, number), op.getX().getDefiningOp()->getOperands());
    return success();
  }
};

} // namespace

void PowOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  // The square and the inverse rounded once are what pow would like to be; the cube is rounded twice, as PyTorch's is.
  patterns.add(+[](PowOp op, PatternRewriter &rewriter) -> LogicalResult {
    Value x = op.getLhs();
    if (x.getType() != op.getType())
      return failure();
    if (isSplat(op.getRhs(), 2.0)) {
      rewriter.replaceOpWithNewOp<MulOp>(op, x, x);
    } else if (isSplat(op.getRhs(), 3.0)) {
      Value square = MulOp::create(rewriter, op.getLoc(), x, x);
      rewriter.replaceOpWithNewOp<MulOp>(op, square, x);
    } else if (isSplat(op.getRhs(), -1.0)) {
      Expression inverse = 1.0 / Expression(rewriter, op.getLoc(), x);
      rewriter.replaceOp(op, Value(inverse));
    } else {
      return failure();
    }
    return success();
  });
}

void CastOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<CastSplat>(context);
}

} // namespace weir
