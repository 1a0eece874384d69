// Expands casts to and from bf16, and from f64 to f16. Where a value has to be rounded twice on its way, the first
// rounding is to odd: of the two neighbours of an inexact value, the one whose last digit is 1. That keeps every value
// on its side of the points where the second rounding changes.
#include "passes/Lowering/ExpandMath/Passes.h"
#include "passes/Lowering/ExpandMath/Real.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_EXPANDCASTSPASS
#include "passes/Lowering/ExpandMath/Passes.h.inc"

namespace {

using expand_math::asBits;
using expand_math::Bits;
using expand_math::Mask;
using expand_math::Real;

/// The f32 next to an f64 that has an odd last digit, or the equal f32. Infinities and NaNs stay.
Real roundedToOdd(Real x) {
  Real nearest = x.to(x.builder->getF32Type());
  Real back = nearest.to(x.builder->getF64Type());
  Bits bits = nearest.bits();
  Bits towardsZero = bits - asBits(back.magnitude() > x.magnitude(), bits);
  Mask isInexact = (back < x) | (back > x);
  return (towardsZero | asBits(isInexact, bits)).real();
}

/// An integer that a float of `digits` digits holds exactly: x itself if it is small, otherwise x with its lowest bits
/// rounded to odd.
Bits roundedToOdd(Bits x, unsigned digits, bool isSigned) {
  unsigned dropped = x.width() - digits;
  uint64_t droppedMask = (uint64_t{1} << dropped) - 1, exact = uint64_t{1} << digits;
  Bits rounded = (((x & droppedMask) + droppedMask) | x) & ~droppedMask;
  Mask isLarge = isSigned ? (x + exact) > 2 * exact : x > exact;
  return select(isLarge, rounded, x);
}

struct NarrowF64 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op, PatternRewriter &rewriter) const override {
    Type to = getElementTypeOrSelf(op.getType());
    if (!getElementTypeOrSelf(op.getIn().getType()).isF64() || !(to.isF16() || to.isBF16()))
      return failure();
    Real x(rewriter, op.getLoc(), op.getIn());
    rewriter.replaceOp(op, roundedToOdd(x).to(to).value);
    return success();
  }
};

struct WidenBF16ToF64 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getIn().getType()).isBF16() || !getElementTypeOrSelf(op.getType()).isF64())
      return failure();
    Real x(rewriter, op.getLoc(), op.getIn());
    rewriter.replaceOp(op, x.to(rewriter.getF32Type()).to(rewriter.getF64Type()).value);
    return success();
  }
};

template <typename Op> struct IntegerToBF16 : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    Bits x(rewriter, op.getLoc(), op.getIn());
    if (!getElementTypeOrSelf(op.getType()).isBF16() || x.width() > 64)
      return failure();
    constexpr unsigned f32Digits = 24, f64Digits = 53;
    bool viaF64 = x.width() > 32;
    unsigned digits = viaF64 ? f64Digits : f32Digits;
    if (x.width() > digits)
      x = roundedToOdd(x, digits, std::is_same_v<Op, arith::SIToFPOp>);
    Type wide = x.typeOf(viaF64 ? rewriter.getF64Type() : rewriter.getF32Type());
    Real exact(rewriter, op.getLoc(), Op::create(rewriter, op.getLoc(), wide, x.value));
    rewriter.replaceOp(op, (viaF64 ? roundedToOdd(exact) : exact).to(rewriter.getBF16Type()).value);
    return success();
  }
};

struct ExpandCastsPass : impl::ExpandCastsPassBase<ExpandCastsPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet viaF32Set(context), bf16Set(context);
    viaF32Set.add<NarrowF64, WidenBF16ToF64, IntegerToBF16<arith::SIToFPOp>, IntegerToBF16<arith::UIToFPOp>>(context);
    arith::populateExpandBFloat16Patterns(bf16Set);
    viaF32 = std::move(viaF32Set);
    bf16 = std::move(bf16Set);
    return success();
  }

  void runOnOperation() override {
    // Each of them rounds: emulation of narrow arithmetic lets a pair of casts be left out.
    getOperation()->walk([](Operation *op) {
      if (isa<arith::ExtFOp, arith::TruncFOp>(op))
        op->removeAttr("fastmath");
    });
    walkAndApplyPatterns(getOperation(), viaF32);
    walkAndApplyPatterns(getOperation(), bf16);
  }

  FrozenRewritePatternSet viaF32, bf16;
};

} // namespace
} // namespace weir
