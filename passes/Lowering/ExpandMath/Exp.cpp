// exp(x) = 2^n * exp(r), n the integer next to x / ln(2), |r| <= ln(2) / 2; expm1 likewise. The README has the errors.
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

Real powerOfTwo(Rounded n, int distance) {
  Format format = n.number.format();
  return ((n.shifted + (distance - format.bias)) << format.mantissaBits).real();
}

namespace {

/// x = n ln(2) + remainder, |remainder| <= ln(2) / 2.
struct ReducedExponent {
  Rounded n;
  Real remainder;
  Real unrounded; ///< remainder = unrounded - n * (the low part of ln(2)), rounded
};

} // namespace

static ReducedExponent reduced(Real x) {
  Rounded n = roundedProduct(x, kLog2E[x.isF32() ? 0 : 1]);
  ArrayRef<double> ln2 = forFormat(x, kLn2F32, kLn2F64);
  Real unrounded = fma(n.number, -ln2[0], x); // exact
  return {n, fma(n.number, -ln2[1], unrounded), unrounded};
}

static Real expNearZero(Real r) { return polynomial(r, forFormat(r, kExpF32, kExpF64)); }

Real expandExp(Real x) {
  // Beyond these, e^x rounds to 0 or to infinity; n stays in the range of `scaled`. At the lower end both powers of two
  // are 0: a product that rounds to 0 takes some CPUs a hundred cycles, and what is masked is all -infinity.
  x = x.isF32() ? clamp(x, -176, 89) : clamp(x, -1418, 710);
  ReducedExponent y = reduced(x);
  return scaled(expNearZero(y.remainder), y.n);
}

/// With e^x = p 2^n and k = n / 2, but 0 for negative n, the quotient is a 2^-k / (2^-k + p 2^(n-k)), of which nothing
/// overflows. At the upper end of the clamp 2^-k is 0; at the lower one, e^x is nothing beside 1.
Real overOnePlusExp(Real a, Real x) {
  unsigned exponentPlace = x.format().mantissaBits;
  ReducedExponent y = reduced(x.isF32() ? clamp(x, -20, 176) : clamp(x, -40, 1418));
  Bits zero = roundedProduct(x.constant(0), 1).shifted >> 1; // k = 0, as k stands in the low bits
  Bits k = y.n.shifted - (y.n.shifted >> 1);
  k = select(k > zero, k, zero);
  Real power = ((y.n.shifted - k) << exponentPlace).real();
  Real inverse = ((zero + zero - k) << exponentPlace).real();
  return a / fma(expNearZero(y.remainder), power, inverse) * inverse;
}

Real expOfNormal(Real x) {
  ReducedExponent y = reduced(x);
  return expNearZero(y.remainder) * powerOfTwo(y.n);
}

/// e^x - 1 = 2^n expm1(r) + 2^n - 1. All terms are halved, because 2^n may be infinite where the result is not.
Real expandExpm1(Real x) {
  Real bounded = x.isF32() ? clamp(x, -18, 89) : clamp(x, -38, 710);
  ReducedExponent y = reduced(bounded);
  Real r = y.remainder;
  Real error = fma(y.n.number, -forFormat(x, kLn2F32, kLn2F64)[1], y.unrounded - r); // of r
  Real tail = fma(r * r, polynomial(r, forFormat(x, kExpm1F32, kExpm1F64)), error);
  Real half = powerOfTwo(y.n, -1);
  Real result = fma(half, tail, fma(half, r, half - 0.5)) * 2.0;
  // Half of a denormal need not exist, and -0 keeps its sign.
  return select(x.magnitude() < x.format().smallestNormal() * 4, x, result);
}

} // namespace weir::expand_math
