// One case per dtype.
#include "lib/Runtime/Elements.h"
#include "lib/Support/Half.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace weir {

namespace {

template <typename T> T load(const void *element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return value;
}

template <typename T> void store(void *element, T value) { std::memcpy(element, &value, sizeof value); }

/// Towards zero; what T doesn't hold becomes its least number.
template <typename T> T truncated(double value) {
  double limit = std::ldexp(1.0, std::numeric_limits<T>::digits);
  return value >= -limit && value < limit ? static_cast<T>(value) : std::numeric_limits<T>::min();
}

} // namespace

double loadElement(const void *element, DType dtype) {
  switch (dtype) {
  case DType::F64:
    return load<double>(element);
  case DType::F32:
    return double(load<float>(element));
  case DType::F16:
    return double(f16ToF32(load<uint16_t>(element)));
  case DType::BF16:
    return double(bf16ToF32(load<uint16_t>(element)));
  case DType::I64:
    return double(load<int64_t>(element));
  case DType::I32:
    return load<int32_t>(element);
  case DType::I8:
    return load<int8_t>(element);
  case DType::U8:
  case DType::Bool:
    return load<uint8_t>(element);
  }
  return 0;
}

void storeElement(void *element, DType dtype, double value) {
  switch (dtype) {
  case DType::F64:
    return store(element, value);
  case DType::F32:
    return store(element, float(value));
  case DType::F16:
    return store(element, f64ToF16(value));
  case DType::BF16:
    return store(element, f64ToBf16(value));
  case DType::I64:
    return store(element, truncated<int64_t>(value));
  case DType::I32:
    return store(element, truncated<int32_t>(value));
  case DType::I8:
    return store(element, static_cast<int8_t>(truncated<int32_t>(value)));
  case DType::U8:
    return store(element, static_cast<uint8_t>(truncated<int64_t>(value)));
  case DType::Bool:
    return store(element, uint8_t(value != 0));
  }
}

} // namespace weir
