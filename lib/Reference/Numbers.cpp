// Rounding to float dtypes, wrapping and truncating to integer ones.
#include "lib/Reference/Numbers.h"

#include "lib/Support/Half.h"

#include <cmath>
#include <limits>

namespace weir {

double roundedTo(DType dtype, double value) {
  switch (dtype) {
  case DType::F32:
    return static_cast<float>(value);
  case DType::F16:
    return f16ToF32(f64ToF16(value));
  case DType::BF16:
    return bf16ToF32(f64ToBf16(value));
  default:
    return value;
  }
}

int64_t wrappedTo(DType dtype, int64_t value) {
  switch (dtype) {
  case DType::I32:
    return static_cast<int32_t>(value);
  case DType::I8:
    return static_cast<int8_t>(value);
  case DType::U8:
    return static_cast<uint8_t>(value);
  case DType::Bool:
    return value & 1;
  default:
    return value;
  }
}

int64_t smallestOf(DType integer) {
  switch (integer) {
  case DType::I64:
    return std::numeric_limits<int64_t>::min();
  case DType::I32:
    return std::numeric_limits<int32_t>::min();
  case DType::I8:
    return std::numeric_limits<int8_t>::min();
  default:
    return 0;
  }
}

int64_t largestOf(DType integer) {
  switch (integer) {
  case DType::I64:
    return std::numeric_limits<int64_t>::max();
  case DType::I32:
    return std::numeric_limits<int32_t>::max();
  case DType::I8:
    return std::numeric_limits<int8_t>::max();
  case DType::U8:
    return std::numeric_limits<uint8_t>::max();
  default:
    return 1;
  }
}

int64_t truncatedTo(DType integer, double value) {
  DType wide = integer == DType::I64 || integer == DType::U8 ? DType::I64 : DType::I32;
  auto least = static_cast<double>(smallestOf(wide));
  return wrappedTo(integer, value >= least && value < -least ? static_cast<int64_t>(value) : smallestOf(wide));
}

double convertedTo(DType floating, int64_t value) {
  constexpr int64_t exact = int64_t{1} << 53;
  if (floating == DType::F64 || (value >= -exact && value <= exact))
    return roundedTo(floating, static_cast<double>(value));
  // f64 doesn't hold the value, and rounding twice could go the wrong way. Of the bits below f64's last ones, a
  // narrower type only needs to know whether any is set.
  int64_t upper = value >> 11, lower = value & 0x7ff;
  return roundedTo(floating, std::ldexp(static_cast<double>(upper | (lower != 0)), 11));
}

double maximumOf(double x, double y) {
  if (std::isnan(x) || std::isnan(y))
    return std::numeric_limits<double>::quiet_NaN();
  if (x == y)
    return std::signbit(x) ? y : x;
  return x > y ? x : y;
}

DType defaultAccumulator(DType dtype) { return dtype == DType::F16 || dtype == DType::BF16 ? DType::F32 : dtype; }

} // namespace weir
