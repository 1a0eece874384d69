// asin, acos and atan: odd polynomials up to 1/2, to which identities reduce the rest. The README has the errors.
#include "passes/Lowering/ExpandMath/Coefficients.h"
#include "passes/Lowering/ExpandMath/Expansions.h"

using namespace mlir;

namespace weir::expand_math {

namespace {

/// What asin and acos share. Beyond 1/2, asin(|x|) = pi/2 - 2 asin(root), root^2 = (1 - |x|) / 2.
struct Arcsine {
  explicit Arcsine(Real x)
      : magnitude(x.magnitude()), isLarge(magnitude > 0.5),
        square(select(isLarge, fma(magnitude, -0.5, 0.5), magnitude * magnitude)), root(squareRoot(square)),
        twiceRoot(root + root), tail(polynomial(square, forFormat(x, kAsinF32, kAsinF64))) {}

  Real magnitude;
  Mask isLarge;
  Real square; ///< of the number whose arcsine is a polynomial
  Real root, twiceRoot;
  Real tail; ///< (asin(r) - r) / r^3, where r^2 is the square
};

} // namespace

Real expandAsin(Real x) {
  ArrayRef<double> halfPi = forFormat(x, kHalfPiF32, kHalfPiF64);
  Arcsine y(x);
  Real near = fma(y.magnitude * y.square, y.tail, y.magnitude);
  Real far = halfPi[0] - (y.twiceRoot + fma(y.twiceRoot * y.square, y.tail, -halfPi[1]));
  return withSign(select(y.isLarge, far, near), x);
}

/// pi/2 - asin(x), or beyond 1/2 twice the arcsine of the root, less than pi by that where x is negative.
Real expandAcos(Real x) {
  ArrayRef<double> halfPi = forFormat(x, kHalfPiF32, kHalfPiF64);
  Arcsine y(x);
  Mask isNegative = x < 0.0;
  auto part = [&](double half) {
    return select(y.isLarge, select(isNegative, half * 2, x.constant(0)), x.constant(half));
  };
  Real argument = select(y.isLarge, -withSign(y.twiceRoot, x), x);
  return part(halfPi[0]) - (argument + fma(argument * y.square, y.tail, part(-halfPi[1])));
}

/// atan(x) = pi/4 + atan((x - 1) / (x + 1)) in the middle, pi/2 + atan(-1 / x) beyond.
Real expandAtan(Real x) {
  ArrayRef<double> halfPi = forFormat(x, kHalfPiF32, kHalfPiF64);
  Real magnitude = x.magnitude();
  Mask isMiddle = magnitude > 0.5, isLarge = magnitude > 2.0;
  auto part = [&](double half) { return select(isLarge, half, select(isMiddle, half / 2, x.constant(0))); };
  Real numerator = select(isLarge, -1.0, select(isMiddle, magnitude - 1.0, magnitude));
  Real denominator = select(isLarge, magnitude, select(isMiddle, magnitude + 1.0, x.constant(1)));
  Real quotient = numerator / denominator;
  Real z = quotient * quotient;
  Real tail = fma(quotient * z, polynomial(z, forFormat(x, kAtanF32, kAtanF64)), part(halfPi[1]));
  return withSign(part(halfPi[0]) + (quotient + tail), x);
}

} // namespace weir::expand_math
