// erfinv(x) / x is a smooth function of w = -log(1 - x^2): a polynomial of w near 0, and of its root beyond. The idea
// is of Giles, "Approximating the erfinv function", 2012; tools/dev/fit_polynomials.py fits the polynomials.
#include "dialects/Weir/Math/Erfinv.h"

#include "dialects/Weir/Math/ErfinvCoefficients.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {

/// The sum of coefficients[i] * (x - middle)^i.
static Scalar polynomial(Scalar x, double middle, ArrayRef<double> coefficients) {
  Scalar u = x - x.constant(middle), result = x.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    result = result * u + x.constant(coefficient);
  return result;
}

Scalar erfinv(Scalar x) {
  Scalar one = x.constant(1), size = abs(x);
  // A product of two, because 1 - x^2 loses the digits that 1 - x keeps.
  Scalar w = -log((one - size) * (one + size)), root = sqrt(w);
  Scalar isNear = w.constant(5) > w, quotient = w;
  if (getElementTypeOrSelf(w).isF64()) {
    Scalar far = polynomial(root, kErfinvFarF64Middle, kErfinvFarF64);
    Scalar farthest = polynomial(root, kErfinvFarthestF64Middle, kErfinvFarthestF64);
    far = select(w > w.constant(16), farthest, far);
    quotient = select(isNear, polynomial(w, kErfinvNearF64Middle, kErfinvNearF64), far);
  } else {
    Scalar far = polynomial(root, kErfinvFarF32Middle, kErfinvFarF32);
    quotient = select(isNear, polynomial(w, kErfinvNearF32Middle, kErfinvNearF32), far);
  }
  // At 1, w is infinite; no other w is above 37.
  return x * select(w > w.constant(40), w, quotient);
}

} // namespace weir
