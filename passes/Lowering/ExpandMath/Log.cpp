// log(x) = k * ln(2) + log(m), x = m * 2^k, m near 1; log1p likewise. The README has the errors.
#include "passes/Lowering/ExpandMath/Coefficients.h"
#include "passes/Lowering/ExpandMath/Expansions.h"

#include <cmath>
#include <limits>
#include <optional>

using namespace mlir;

namespace weir::expand_math {

Split split(Real x, double lowest) {
  Format format = x.format();
  uint64_t mantissaMask = (uint64_t{1} << format.mantissaBits) - 1;
  int denormalScale = static_cast<int>(format.mantissaBits) + 2;
  Mask isDenormal = x < format.smallestNormal();
  Real normal = select(isDenormal, x * std::ldexp(1.0, denormalScale), x);
  uint64_t lowestBits =
      format.width == 32 ? llvm::bit_cast<uint32_t>(static_cast<float>(lowest)) : llvm::bit_cast<uint64_t>(lowest);
  // Moves `lowest` to 1.0, so that the exponent's field changes where the mantissa's interval ends.
  Bits moved = normal.bits() + (format.one() - lowestBits);
  Real mantissa = ((moved & mantissaMask) + lowestBits).real();
  // Under the exponent of 2^mantissaBits, the last digit is worth 1: the field becomes a number without a conversion
  // from integer, which vectors of 64 bits often lack.
  double offset = std::ldexp(1.0, format.mantissaBits);
  uint64_t offsetBits = static_cast<uint64_t>(format.bias + format.mantissaBits) << format.mantissaBits;
  Real field = ((moved >> format.mantissaBits) | offsetBits).real();
  Real bias = select(isDenormal, offset + format.bias + denormalScale, x.constant(offset + format.bias));
  return {mantissa, field - bias};
}

/// log(m) + k ln(2) + low, m in [2/3, 4/3), by a polynomial in m - 1. A missing `low` is 0.
static Real logF32(Split x, std::optional<Real> low) {
  Real f = x.mantissa - 1.0; // exact
  Real tail = f * f * polynomial(f, kLogF32);
  if (low)
    tail = tail + *low;
  return fma(x.exponent, kLn2F32[0], f + fma(x.exponent, kLn2F32[1], tail));
}

/// log(m) + k ln(2) + low, m in [sqrt(1/2), sqrt(2)), by the series in s = f / (2 + f), which costs a division but
/// converges three times as fast. log(1 + f) = 2 s + s R = f - (f^2/2 - s (f^2/2 + R)), where f is exact and the rest
/// is small.
static Real logF64(Split x, std::optional<Real> low) {
  Real f = x.mantissa - 1.0;
  Real s = f / (2.0 + f);
  Real z = s * s;
  Real halfSquare = f * f * 0.5;
  Real rest = x.exponent * kLn2F64[1];
  if (low)
    rest = rest + *low;
  Real inner = fma(s, fma(z, polynomial(z, kLogF64), halfSquare), rest);
  return fma(x.exponent, kLn2F64[0], f - (halfSquare - inner));
}

/// log(x) + low, with the special cases of the logarithm.
static Real logarithm(Real x, std::optional<Real> low) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Real result = x.isF32() ? logF32(split(x, 2.0 / 3), low) : logF64(split(x, std::sqrt(0.5)), low);
  result = select(x == infinity, infinity, result);
  result = select(x == 0.0, -infinity, result);
  return select(x >= x.constant(0), result, x.constant(std::numeric_limits<double>::quiet_NaN()));
}

Real expandLog(Real x) { return logarithm(x, std::nullopt); }

/// log(1 + x) = log(u) + e / u, where u is 1 + x rounded and e what the rounding left.
Real expandLog1p(Real x) {
  Mask isLarge = x > 1.0;
  Real larger = select(isLarge, x, x.constant(1)), smaller = select(isLarge, 1.0, x);
  Real u = larger + smaller;
  Real result = logarithm(u, (smaller - (u - larger)) / u);
  return select(x == 0.0, x, result); // -0
}

} // namespace weir::expand_math
