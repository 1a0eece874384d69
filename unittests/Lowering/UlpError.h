// The distance of a float from the true result, in units of the last place of its format.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace weir::test {

/// |got - expected| in units of the last place that `expected` has in Float, denormals included. Infinity counts as the
/// number after the largest finite one, on both sides; NaN is right only for NaN.
template <typename Float> double ulpError(Float got, long double expected) {
  using Limits = std::numeric_limits<Float>;
  if (std::isnan(expected) || std::isnan(got))
    return std::isnan(expected) && std::isnan(got) ? 0 : std::numeric_limits<double>::infinity();
  long double beyond = std::ldexp(1.0L, Limits::max_exponent);
  auto finite = [&](long double x) { return std::clamp(x, -beyond, beyond); };
  long double reference = finite(expected);
  int exponent = reference == 0 ? Limits::min_exponent : std::ilogb(reference) + 1;
  exponent = std::clamp(exponent, Limits::min_exponent, Limits::max_exponent);
  long double unit = std::ldexp(1.0L, exponent - Limits::digits);
  return static_cast<double>(std::fabs(finite(got) - reference) / unit);
}

} // namespace weir::test
