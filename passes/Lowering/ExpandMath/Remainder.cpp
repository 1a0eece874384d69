// The remainder of a division that truncates, by long division in base two: every step is exact.
#include "passes/Lowering/ExpandMath/Expansions.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <limits>

using namespace mlir;

namespace weir::expand_math {

/// Repeats `step` on `values` while `condition` holds for any lane.
static SmallVector<Real> repeat(ArrayRef<Real> values, llvm::function_ref<Mask(ArrayRef<Real>)> condition,
                                llvm::function_ref<SmallVector<Real>(ArrayRef<Real>)> step) {
  auto inside = [&](OpBuilder &builder, Location loc, ValueRange arguments) {
    return llvm::map_to_vector(arguments, [&](Value value) { return Real(builder, loc, value); });
  };
  auto valuesOf = [](ArrayRef<Real> reals) { return llvm::map_to_vector(reals, [](Real x) { return x.value; }); };
  OpBuilder &builder = *values.front().builder;
  Location loc = values.front().loc;
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange(ValueRange(valuesOf(values))), valuesOf(values),
      [&](OpBuilder &inner, Location at, ValueRange arguments) {
        scf::ConditionOp::create(inner, at, any(condition(inside(inner, at, arguments))), arguments);
      },
      [&](OpBuilder &inner, Location at, ValueRange arguments) {
        scf::YieldOp::create(inner, at, valuesOf(step(inside(inner, at, arguments))));
      });
  return inside(builder, loc, loop.getResults());
}

/// y * 2^k, of which at most one is in x, is taken from x for each k from the largest to 0. Neither doubling nor
/// halving nor the difference of two numbers of which none is twice the other rounds.
Real expandRemainder(Real x, Real y) {
  Real size = x.magnitude(), divisor = y.magnitude();
  Mask isSmaller = size < divisor;
  Mask isDivided = (size >= divisor) & (size < std::numeric_limits<double>::infinity()) & (divisor > 0.0);
  Real least = select(isDivided, divisor, x.constant(1)), start = select(isDivided, size, x.constant(0));
  auto fitsTwice = [&](Real step) { return start - step >= step; };
  Real largest = repeat(
      {least}, [&](ArrayRef<Real> at) { return fitsTwice(at[0]); },
      [&](ArrayRef<Real> at) { return SmallVector<Real>{select(fitsTwice(at[0]), at[0] + at[0], at[0])}; })[0];
  Real rest = repeat(
      {largest, start}, [&](ArrayRef<Real> at) { return at[0] >= least; },
      [&](ArrayRef<Real> at) {
        Mask isTaken = (at[0] >= least) & (at[1] >= at[0]);
        return SmallVector<Real>{at[0] * 0.5, select(isTaken, at[1] - at[0], at[1])};
      })[1];
  Real undefined = x.constant(std::numeric_limits<double>::quiet_NaN());
  return select(isDivided, withSign(rest, x), select(isSmaller, x, undefined));
}

} // namespace weir::expand_math
