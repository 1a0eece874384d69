// See StridedBuffer.h.
#include "unittests/Target/StridedBuffer.h"

#include "lib/Support/Half.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace weir {

constexpr uint8_t kGap = 0xA5;
constexpr int64_t kMargin = 256, kAlignment = 64;

StridedBuffer::StridedBuffer(DType dtype, std::vector<int64_t> sizes, StridedLayout layout)
    : dtype(dtype), sizes(std::move(sizes)), strides(this->sizes.size(), layout.step) {
  int64_t rank = strides.size();
  for (int64_t d = rank - 2; d >= 0; --d)
    strides[d] = strides[d + 1] * std::max<int64_t>(this->sizes[d + 1], 1) + (d == rank - 2 ? layout.gap : 0);
  int64_t elements = rank ? strides[0] * this->sizes[0] : 1;
  bytes.assign((layout.offset + elements) * byteSize(dtype) + 2 * kMargin + kAlignment, kGap);
  auto misalignment = reinterpret_cast<uintptr_t>(bytes.data()) % kAlignment;
  first = kMargin + static_cast<int64_t>((kAlignment - misalignment) % kAlignment) + layout.offset * byteSize(dtype);
}

int64_t StridedBuffer::count() const {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

int64_t StridedBuffer::byteOf(int64_t number) const {
  int64_t element = 0;
  for (int64_t d = sizes.size() - 1; d >= 0; --d) {
    element += number % sizes[d] * strides[d];
    number /= sizes[d];
  }
  return first + element * byteSize(dtype);
}

std::vector<double> StridedBuffer::values() const {
  std::vector<double> all(count());
  for (int64_t i = 0; i < count(); ++i)
    all[i] = get(i);
  return all;
}

double StridedBuffer::get(int64_t number) const {
  const uint8_t *at = &bytes[byteOf(number)];
  auto as = [&](auto value) {
    std::memcpy(&value, at, sizeof(value));
    return value;
  };
  switch (dtype) {
  case DType::BF16:
    return bf16ToF32(as(uint16_t()));
  case DType::F16:
    return f16ToF32(as(uint16_t()));
  default:
    return as(float());
  }
}

void StridedBuffer::set(int64_t number, double value) {
  auto put = [&](auto stored) { std::memcpy(&bytes[byteOf(number)], &stored, sizeof(stored)); };
  switch (dtype) {
  case DType::BF16:
    return put(f64ToBf16(value));
  case DType::F16:
    return put(f64ToF16(value));
  default:
    return put(static_cast<float>(value));
  }
}

void StridedBuffer::fill(unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> distribution(-1, 1);
  for (int64_t i = 0; i < count(); ++i)
    set(i, distribution(engine));
}

bool StridedBuffer::gapsIntact() const {
  std::vector<bool> used(bytes.size());
  for (int64_t i = 0; i < count(); ++i)
    std::fill_n(used.begin() + byteOf(i), byteSize(dtype), true);
  for (size_t i = 0; i < bytes.size(); ++i)
    if (!used[i] && bytes[i] != kGap)
      return false;
  return true;
}

LaunchOperand StridedBuffer::operand() { return {&bytes[first], sizes, strides}; }

} // namespace weir
