// Elements of each dtype as bytes, and where the elements of a tensor lie.
#include "lib/Tensors/StoredTensor.h"

#include "lib/Support/Half.h"

#include <cstring>

namespace weir {

namespace {

template <typename T> void put(uint8_t *at, T number) { std::memcpy(at, &number, sizeof number); }

template <typename T> T get(const uint8_t *at) {
  T number;
  std::memcpy(&number, at, sizeof number);
  return number;
}

void storeFloat(DType dtype, uint8_t *at, double number) {
  switch (dtype) {
  case DType::F64:
    return put(at, number);
  case DType::F32:
    return put(at, static_cast<float>(number));
  case DType::F16:
    return put(at, f64ToF16(number));
  default:
    return put(at, f64ToBf16(number));
  }
}

double loadFloat(DType dtype, const uint8_t *at) {
  switch (dtype) {
  case DType::F64:
    return get<double>(at);
  case DType::F32:
    return get<float>(at);
  case DType::F16:
    return f16ToF32(get<uint16_t>(at));
  default:
    return bf16ToF32(get<uint16_t>(at));
  }
}

void storeInteger(DType dtype, uint8_t *at, int64_t number) {
  switch (dtype) {
  case DType::I64:
    return put(at, number);
  case DType::I32:
    return put(at, static_cast<int32_t>(number));
  default:
    return put(at, static_cast<uint8_t>(number));
  }
}

/// A bool is read as the byte it is, so that one that is neither 0 nor 1 shows.
int64_t loadInteger(DType dtype, const uint8_t *at) {
  switch (dtype) {
  case DType::I64:
    return get<int64_t>(at);
  case DType::I32:
    return get<int32_t>(at);
  case DType::I8:
    return get<int8_t>(at);
  default:
    return get<uint8_t>(at);
  }
}

/// Elements from one to the next along each dimension, and of all.
std::pair<std::vector<int64_t>, int64_t> layoutOf(const Sizes &shape, ElementLayout layout) {
  int64_t gap = layout == ElementLayout::Padded;
  std::vector<int64_t> strides(shape.size());
  int64_t next = 1 + gap;
  for (size_t dim = shape.size(); dim-- > 0;) {
    strides[dim] = next;
    next = next * shape[dim] + gap;
  }
  return {std::move(strides), next};
}

/// Calls `visit(i, offset)` for each element i in row-major order.
template <typename Fn>
void forEachElement(const Sizes &shape, const std::vector<int64_t> &strides, int64_t count, Fn visit) {
  for (int64_t i = 0; i < count; ++i) {
    int64_t offset = 0, rest = i;
    for (size_t dim = shape.size(); dim-- > 0; rest /= shape[dim])
      offset += rest % shape[dim] * strides[dim];
    visit(static_cast<size_t>(i), static_cast<size_t>(offset));
  }
}

} // namespace

StoredTensor storeTensor(const HostTensor &tensor, ElementLayout layout) {
  DType dtype = tensor.meta.dtype;
  auto [strides, span] = layoutOf(tensor.meta.shape, layout);
  auto size = static_cast<size_t>(byteSize(dtype));
  StoredTensor stored{tensor.meta, std::vector<uint8_t>((static_cast<size_t>(span) + 1) * size, 0xFF), strides};
  forEachElement(tensor.meta.shape, strides, tensor.numElements(), [&](size_t i, size_t offset) {
    uint8_t *at = stored.bytes.data() + offset * size;
    isFloat(dtype) ? storeFloat(dtype, at, tensor.floats[i]) : storeInteger(dtype, at, tensor.integers[i]);
  });
  return stored;
}

HostTensor loadTensor(const StaticMeta &meta, const void *elements) {
  HostTensor tensor = HostTensor::zeros(meta);
  const auto *bytes = static_cast<const uint8_t *>(elements);
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    const uint8_t *at = bytes + i * byteSize(meta.dtype);
    if (isFloat(meta.dtype))
      tensor.floats[static_cast<size_t>(i)] = loadFloat(meta.dtype, at);
    else
      tensor.integers[static_cast<size_t>(i)] = loadInteger(meta.dtype, at);
  }
  return tensor;
}

} // namespace weir
