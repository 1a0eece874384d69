// Conversions between the 16-bit floats (as bit patterns) and f32 or f64, in integer arithmetic, so that they are the
// same on every CPU. Rounding is to nearest even, denormals and infinities are kept, a NaN keeps its sign and upper
// payload and becomes quiet. Knows no tensors.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace weir {

namespace half_detail {

/// value / 2^shift, rounded to nearest even; shift is 1 to 31.
constexpr uint32_t roundedShift(uint32_t value, int shift) {
  uint32_t belowHalf = (uint32_t{1} << (shift - 1)) - 1;
  return (value + belowHalf + (value >> shift & 1)) >> shift;
}

/// The f32 next to `value` on the side where the lowest bit is odd, if `value` is not itself an f32. Rounding it again
/// to a type at least two bits narrower gives what rounding `value` once would.
inline float roundedToOdd(double value) {
  float nearest = static_cast<float>(value);
  uint32_t bits = std::bit_cast<uint32_t>(nearest);
  if (std::isnan(value) || nearest == value || bits & 1)
    return nearest;
  bool tooLarge = std::fabs(static_cast<double>(nearest)) > std::fabs(value);
  return std::bit_cast<float>(tooLarge ? bits - 1 : bits + 1);
}

} // namespace half_detail

constexpr float bf16ToF32(uint16_t pattern) {
  uint32_t bits = uint32_t{pattern} << 16;
  bool isNaN = (pattern & 0x7fff) > 0x7f80;
  return std::bit_cast<float>(isNaN ? bits | 0x400000 : bits);
}

constexpr uint16_t f32ToBf16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>(half_detail::roundedShift(bits, 16));
}

constexpr float f16ToF32(uint16_t pattern) {
  uint32_t sign = (pattern & 0x8000u) << 16, exponent = pattern >> 10 & 0x1f, mantissa = pattern & 0x3ff;
  uint32_t magnitude = (pattern & 0x7fffu) << 13;
  if (exponent == 0) // zero or denormal: a multiple of 2^-24, exact in f32
    magnitude = std::bit_cast<uint32_t>(static_cast<float>(mantissa) * 0x1p-24f);
  else if (exponent == 0x1f)
    magnitude |= 0x7f800000 | (mantissa != 0 ? 0x400000 : 0);
  else
    magnitude += (127 - 15) << 23;
  return std::bit_cast<float>(sign | magnitude);
}

constexpr uint16_t f32ToF16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  uint32_t result = 0;
  if (magnitude > 0x7f800000) { // NaN
    result = 0x7e00 | (magnitude >> 13 & 0x3ff);
  } else if (magnitude >= 0x47800000) { // 65536 and above
    result = 0x7c00;
  } else if (magnitude >= 0x38800000) { // 2^-14 and above: a carry goes into the exponent, up to infinity
    result = half_detail::roundedShift(magnitude - ((127 - 15) << 23), 13);
  } else if (magnitude >= 0x33000000) { // 2^-25 and above: a denormal, the multiple of 2^-24
    result = half_detail::roundedShift((magnitude & 0x7fffff) | 0x800000, 126 - static_cast<int>(magnitude >> 23));
  }
  return static_cast<uint16_t>(sign | result);
}

/// Rounded once: going through the nearest f32 would round twice.
inline uint16_t f64ToF16(double value) { return f32ToF16(half_detail::roundedToOdd(value)); }
inline uint16_t f64ToBf16(double value) { return f32ToBf16(half_detail::roundedToOdd(value)); }

} // namespace weir
