// tanh, erf and 1 + erf: odd polynomials near zero, exponentials beyond, chosen by magnitude. The README has the
// errors.
#include "passes/Lowering/ExpandMath/Coefficients.h"
#include "passes/Lowering/ExpandMath/Expansions.h"

using namespace mlir;

namespace weir::expand_math {

/// tanh(x) = 1 - 2 / (e^(2x) + 1), where little cancels.
Real expandTanh(Real x) {
  Real magnitude = x.magnitude();
  Real z = x * x;
  Real near = fma(magnitude * z, polynomial(z, forFormat(x, kTanhF32, kTanhF64)), magnitude);
  // Beyond these, the result rounds to 1.
  Real bounded = atMost(magnitude, x.isF32() ? 9.1 : 19.1);
  Real far = 1.0 - 2.0 / (expOfNormal(bounded + bounded) + 1.0);
  return withSign(select(magnitude > 0.55, far, near), x);
}

/// erf(x) = 1 - e^log(erfc(x)), where erfc is small and the smaller, the larger its relative error.
Real expandErf(Real x) {
  Real magnitude = x.magnitude();
  Real z = x * x;
  Real near = fma(magnitude, polynomial(z, forFormat(x, kErfF32, kErfF64)), magnitude);
  // Beyond these, the result rounds to 1.
  Real bounded = atMost(magnitude, x.isF32() ? 3.925 : 5.925);
  Real far = 1.0 - expOfNormal(bounded * polynomial(bounded, forFormat(x, kLogErfcF32, kLogErfcF64)));
  return withSign(select(magnitude > 0.9, far, near), x);
}

/// erfc(-x): of a sum with 1 no digit near zero counts, so that one formula does for all magnitudes.
Real onePlusErf(Real x) {
  Real magnitude = x.magnitude();
  constexpr double kLargest = 3.925; // beyond, the sum rounds to 0 or to 2
  Real bounded = atMost(magnitude, kLargest);
  Real power = expOfNormal(bounded * polynomial(bounded, kLogWholeErfcF32));
  Real rest = select(magnitude > kLargest, 0.0, power);
  return select(x < 0.0, rest, 2.0 - rest);
}

} // namespace weir::expand_math
