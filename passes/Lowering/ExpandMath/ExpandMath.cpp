// Puts the expansions in the place of math ops.
#include "passes/Lowering/ExpandMath/Expansions.h"
#include "passes/Lowering/ExpandMath/Passes.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_EXPANDMATHPASS
#include "passes/Lowering/ExpandMath/Passes.h.inc"

namespace {

using expand_math::Real;

bool isScalarOrVector(Type type) { return !isa<ShapedType>(type) || isa<VectorType>(type); }

/// Replaces an op of one or two operands by `expand` of these, computed in f32 where the type is narrower.
template <typename Op, auto expand, bool isForWideTypes = true> struct Expansion : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    bool isNarrow = element.isF16() || element.isBF16();
    if (!isScalarOrVector(type))
      return failure();
    if (!isNarrow && !(isForWideTypes && (element.isF32() || element.isF64())))
      return failure();
    auto operand = [&](unsigned i) {
      Real value(rewriter, op.getLoc(), op->getOperand(i));
      return isNarrow ? value.to(rewriter.getF32Type()) : value;
    };
    if constexpr (std::is_invocable_v<decltype(expand), Real, Real>)
      rewriter.replaceOp(op, expand(operand(0), operand(1)).to(element).value);
    else
      rewriter.replaceOp(op, expand(operand(0)).to(element).value);
    return success();
  }
};

/// Whether a value is 1 in every lane.
bool isOne(Value value) {
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    value = broadcast.getSource();
  return matchPattern(value, m_OneFloat());
}

bool mayContract(arith::ArithFastMathInterface op) {
  return arith::bitEnumContainsAny(op.getFastMathFlagsAttr().getValue(), arith::FastMathFlags::contract);
}

/// Replaces a / (1 + exp(x)), the form of a sigmoid, where it may be contracted and nothing else needs the power.
void contractLogistic(arith::DivFOp quotient) {
  Type type = quotient.getType(), element = getElementTypeOrSelf(type);
  auto sum = quotient.getRhs().getDefiningOp<arith::AddFOp>();
  if (!sum || !mayContract(quotient) || !mayContract(sum))
    return;
  if (!isScalarOrVector(type) || !(element.isF32() || element.isF64()))
    return;
  bool startsWithOne = isOne(sum.getLhs());
  auto power = (startsWithOne ? sum.getRhs() : sum.getLhs()).getDefiningOp<math::ExpOp>();
  if (!power || !(startsWithOne || isOne(sum.getRhs())))
    return;
  auto isDivisor = [](OpOperand &use) { return isa<arith::DivFOp>(use.getOwner()) && use.getOperandNumber() == 1; };
  if (!power->hasOneUse() || !llvm::all_of(sum->getUses(), isDivisor))
    return;
  OpBuilder builder(quotient);
  auto real = [&](Value value) { return Real(builder, quotient.getLoc(), value); };
  quotient.replaceAllUsesWith(expand_math::overOnePlusExp(real(quotient.getLhs()), real(power.getOperand())).value);
  quotient.erase();
  if (sum->use_empty())
    sum.erase();
  if (power->use_empty())
    power.erase();
}

/// Replaces 1 + erf(x), twice the normal distribution's function, where it may be contracted.
void contractNormal(arith::AddFOp sum) {
  Type type = sum.getType();
  if (!mayContract(sum) || !isScalarOrVector(type) || !getElementTypeOrSelf(type).isF32())
    return;
  bool startsWithOne = isOne(sum.getLhs());
  auto erf = (startsWithOne ? sum.getRhs() : sum.getLhs()).getDefiningOp<math::ErfOp>();
  if (!erf || !erf->hasOneUse() || !(startsWithOne || isOne(sum.getRhs())))
    return;
  OpBuilder builder(sum);
  sum.replaceAllUsesWith(expand_math::onePlusErf(Real(builder, sum.getLoc(), erf.getOperand())).value);
  sum.erase();
  erf.erase();
}

struct ExpandMathPass : impl::ExpandMathPassBase<ExpandMathPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<Expansion<math::AcosOp, expand_math::expandAcos>, Expansion<math::AsinOp, expand_math::expandAsin>,
            Expansion<math::AtanOp, expand_math::expandAtan>, Expansion<math::CosOp, expand_math::expandCos>,
            Expansion<math::ErfOp, expand_math::expandErf>, Expansion<math::ExpOp, expand_math::expandExp>,
            Expansion<math::Exp2Op, expand_math::expandExp2>, Expansion<math::ExpM1Op, expand_math::expandExpm1>,
            Expansion<math::LogOp, expand_math::expandLog>, Expansion<math::Log10Op, expand_math::expandLog10>,
            Expansion<math::Log1pOp, expand_math::expandLog1p>, Expansion<math::Log2Op, expand_math::expandLog2>,
            Expansion<math::PowFOp, expand_math::expandPow>, Expansion<arith::RemFOp, expand_math::expandRemainder>,
            Expansion<math::SinOp, expand_math::expandSin>, Expansion<math::SqrtOp, expand_math::squareRoot, false>,
            Expansion<math::TanhOp, expand_math::expandTanh>>(context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    getOperation()->walk(contractLogistic);
    getOperation()->walk(contractNormal);
    walkAndApplyPatterns(getOperation(), patterns);
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
} // namespace weir
