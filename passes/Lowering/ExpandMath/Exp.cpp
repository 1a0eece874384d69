// exp(x) = 2^n * exp(r), n the integer next to x / ln(2), |r| <= ln(2) / 2. Within 1 ulp, by measurement.
#include "passes/Lowering/ExpandMath/Coefficients.h"
#include "passes/Lowering/ExpandMath/Expansions.h"

#include <cmath>

using namespace mlir;

namespace weir::expand_math {

Rounded roundedProduct(Real a, double b) {
  Format format = a.format();
  // The sum is so large that its last digit is worth 1.
  double shift = std::ldexp(1.5, format.mantissaBits) + 2 * format.bias;
  Real shifted = fma(a, b, shift);
  return {shifted - shift, shifted.bits()};
}

Real scaled(Real x, Rounded n) {
  // 2^n need not be a normal float: x is multiplied by two of half the exponent, and only the second product rounds.
  unsigned exponentPlace = x.format().mantissaBits;
  Bits half = n.shifted >> 1;
  Real first = (half << exponentPlace).real();
  Real second = ((n.shifted - half) << exponentPlace).real();
  return x * first * second;
}

Real expandExp(Real x) {
  bool isF32 = x.isF32();
  // Beyond these, e^x rounds to 0 or to infinity; n stays in the range of `scaled`.
  x = isF32 ? clamp(x, -104, 89) : clamp(x, -746, 710);
  Rounded n = roundedProduct(x, kLog2E[isF32 ? 0 : 1]);
  const double *ln2 = isF32 ? kLn2F32 : kLn2F64;
  Real r = fma(n.number, -ln2[0], x); // exact
  r = fma(n.number, -ln2[1], r);
  return scaled(polynomial(r, isF32 ? ArrayRef<double>(kExpF32) : ArrayRef<double>(kExpF64)), n);
}

} // namespace weir::expand_math
