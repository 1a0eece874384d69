// 2^x, log2(x) and log10(x), and pow(x, y) = 2^(y log2|x|) with the sign and the special cases of C99. pow of f32 is
// computed in f64, which leaves little but the last rounding; f64 carries log2 as a sum of two floats and is within 1.1
// ulp, by measurement.
#include "passes/Lowering/ExpandMath/Coefficients.h"
#include "passes/Lowering/ExpandMath/Expansions.h"
#include "passes/Lowering/ExpandMath/Sum.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace weir::expand_math {

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// log2(m) + k to 2^-45 of it.
static Real log2Short(Split x) {
  Real s = (x.mantissa - 1.0) / (x.mantissa + 1.0);
  return fma(s, polynomial(s * s, kLog2Short), x.exponent);
}

/// log2(m) + k to about 2^-65 of it. With s = (m - 1) / (m + 1) and z = s^2, log2(m) = s (c0 + z (c1 + z tail(z))); s,
/// z and the two sums are carried in two floats, and what the tail adds is small enough for one.
static Sum log2Full(Split x) {
  Real zero = x.exponent.constant(0);
  Real f = x.mantissa - 1.0; // exact
  Sum divisor = exactSum(f.constant(2), f);
  Real inverse = 1.0 / divisor.high;
  Real quotient = f * inverse;
  Real rest = fma(-quotient, divisor.low, fma(-quotient, divisor.high, f));
  Sum s = exactSum(quotient, rest * inverse);
  Sum z = s * s;
  auto constant = [&](const double (&parts)[2]) { return Sum{zero.constant(parts[0]), zero.constant(parts[1])}; };
  Sum inner = constant(kTwoThirdsOverLn2) + Sum{z.high * polynomial(z.high, kLog2Tail), zero};
  Sum outer = constant(kTwoOverLn2) + z * inner;
  return Sum{x.exponent, zero} + s * outer;
}

/// The logarithm of 0 and of infinity; others keep theirs.
static Real withInfinities(Real log, Real x) {
  return select(x == kInfinity, kInfinity, select(x == 0.0, -kInfinity, log));
}

/// The logarithm of negative numbers and of NaN.
static Real withUndefined(Real log, Real x) {
  return select(x >= x.constant(0), log, x.constant(std::numeric_limits<double>::quiet_NaN()));
}

/// 2^x of an exponent that the type holds, or a little beyond.
static Real exp2Short(Real exponent) {
  Rounded n = roundedProduct(exponent, 1);
  return scaled(polynomial(exponent - n.number, kExp2Short), n);
}

static Real exp2Full(Real exponent, Real low) {
  Rounded n = roundedProduct(exponent, 1);
  return scaled(polynomial((exponent - n.number) + low, kExp2Full), n);
}

// Results beyond these exponents are 0 or infinity.
static constexpr double kEndOfF32 = 200, kLowEndOfF64 = -1080, kHighEndOfF64 = 1030;

Real expandExp2(Real x) {
  if (!x.isF32())
    return exp2Full(clamp(x, kLowEndOfF64, kHighEndOfF64), x.constant(0));
  x = clamp(x, -254, 129); // as in exp
  Rounded n = roundedProduct(x, 1);
  return scaled(polynomial(x - n.number, kExp2F32), n);
}

/// A logarithm of another base: that of 2, and that of 1 + f as a polynomial behind its factor, all sums of two.
struct Base {
  double ofTwo[2];
  ArrayRef<double> factor, polynomial;
};

/// log(m) + k log(2), m in [2/3, 4/3), of f32: what the sum of both first products leaves is added to the rest.
static Real logF32(Split x, const Base &base) {
  Real f = x.mantissa - 1.0;                 // exact
  Real ofPower = x.exponent * base.ofTwo[0]; // exact
  Real high = fma(f, base.factor[0], ofPower);
  Real left = fma(f, base.factor[0], ofPower - high);
  Real slope = fma(f, polynomial(f, base.polynomial), base.factor[1]);
  return high + fma(f, slope, fma(x.exponent, base.ofTwo[1], left));
}

/// log2(x) times a number, given as the sum of two f64; of f32 as `base` says.
static Real logarithm(Real x, double high, double low, const Base &base) {
  if (x.isF32())
    return withUndefined(withInfinities(logF32(split(x, 2.0 / 3), base), x), x);
  Sum log = log2Full(split(x, std::sqrt(0.5))) * Sum{x.constant(high), x.constant(low)};
  return withUndefined(withInfinities(log.high + log.low, x), x);
}

Real expandLog2(Real x) { return logarithm(x, 1, 0, {{1, 0}, kLog2EF32, kLog2F32}); }

Real expandLog10(Real x) {
  return logarithm(x, 0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59,
                   {{kLog10Of2F32[0], kLog10Of2F32[1]}, kLog10EF32, kLog10F32});
}

/// x^y of f32 in f64: x not negative, no NaN.
static Real powerShort(Real x, Real y) {
  Real log = withInfinities(log2Short(split(x, std::sqrt(0.5))), x);
  return exp2Short(clamp(y * log, -kEndOfF32, kEndOfF32));
}

/// x^y of f64: x not negative, no NaN.
static Real powerFull(Real x, Real y) {
  Sum log = log2Full(split(x, std::sqrt(0.5)));
  log.high = withInfinities(log.high, x);
  Sum product = exactProduct(y, log.high) + y * log.low;
  Real exponent = clamp(product.high, kLowEndOfF64, kHighEndOfF64);
  // The low part is no number where the high one overflows; there it does not matter.
  Real low = select(exponent == product.high, product.low, exponent.constant(0));
  return exp2Full(exponent, low);
}

/// Signs and special cases, given a function for positive x: 1 if y is 0 or x is 1, even for a NaN in the other; NaN
/// for x below 0 and a y that is no integer; negative for negative x (-0 and -infinity too) and odd y. Infinite y are
/// even integers, which makes pow(-1, infinity) 1.
static Real withSpecialCases(Real x, Real y, llvm::function_ref<Real(Real, Real)> power) {
  Real magnitude = x.magnitude();
  Real result = select(magnitude == 1.0, 1.0, power(magnitude, y));
  Mask isInteger = y.truncated() == y;
  Real half = y * 0.5;
  Mask isOdd = isInteger & (half.truncated() != half);
  Bits sign = x.sign();
  result = (result.bits() ^ select(isOdd, sign, sign.constant(0))).real();
  Mask isFiniteNegative = (x < 0.0) & (x > -kInfinity);
  Mask isInvalid = (isFiniteNegative & !isInteger) | (x != x);
  result = select(isInvalid, std::numeric_limits<double>::quiet_NaN(), result);
  return select(y == 0.0, 1.0, result);
}

Real expandPow(Real x, Real y) {
  if (!x.isF32())
    return withSpecialCases(x, y, powerFull);
  return withSpecialCases(x, y, [](Real magnitude, Real exponent) {
    Type f32 = magnitude.builder->getF32Type(), f64 = magnitude.builder->getF64Type();
    return powerShort(magnitude.to(f64), exponent.to(f64)).to(f32);
  });
}

} // namespace weir::expand_math
