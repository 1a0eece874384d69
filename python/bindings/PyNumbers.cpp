// Tensors of numbers that follow from positions alone: draws, element by element as lib/Support/Philox.h defines them,
// and ranges.
#include "lib/Support/Half.h"
#include "lib/Support/Philox.h"
#include "python/bindings/Gil.h"
#include "python/bindings/PyStorage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace py = pybind11;

namespace weir::python {

namespace {

enum Distribution { Uniform = 0, Normal = 1 };

size_t countOf(const TensorStorage &storage) {
  size_t count = 1;
  for (int64_t size : storage.shape())
    count *= static_cast<size_t>(size);
  return count;
}

template <typename T> std::span<T> elementsOf(const TensorStorage &storage) {
  return {static_cast<T *>(weir_tensor_data(storage.get())), countOf(storage)};
}

void checkRowMajor(const TensorStorage &storage) {
  if (!storage.isContiguous())
    throw py::value_error("expects row-major storage");
}

/// Draws, and the numbers that they are times a scale and an offset, each rounded by itself.
struct HostDraw {
  Distribution kind;
  RandomStream stream;
  double scale, offset;

  template <typename T> void into(std::span<T> elements) const {
    kind == Uniform ? fillUniform(stream, elements) : fillNormal(stream, elements);
    if (scale == 1 && offset == 0)
      return;
    for (T &element : elements) {
      element *= static_cast<T>(scale);
      element += static_cast<T>(offset);
    }
  }
};

/// Narrower floats are drawn as f32.
void fillRandom(const TensorStorage &storage, const HostDraw &draw) {
  checkRowMajor(storage);
  constexpr std::array kFloats{DType::F64, DType::F32, DType::F16, DType::BF16};
  if (std::ranges::find(kFloats, storage.dtype()) == kFloats.end())
    throw py::value_error("expects storage of floats");
  WithoutGil others;
  if (storage.dtype() == DType::F64)
    return draw.into(elementsOf<double>(storage));
  if (storage.dtype() == DType::F32)
    return draw.into(elementsOf<float>(storage));
  std::vector<float> drawn(countOf(storage));
  draw.into(std::span(drawn));
  bool isHalf = storage.dtype() == DType::F16;
  std::ranges::transform(drawn, elementsOf<uint16_t>(storage).begin(),
                         [&](float x) { return isHalf ? f32ToF16(x) : f32ToBf16(x); });
}

/// Calls `store(i, number)` with a function that puts a number into element i, converted as NumPy does.
template <typename Number, typename Fill> void intoElements(const TensorStorage &storage, Fill fill) {
  auto as = [&]<typename T>(T) {
    std::span<T> elements = elementsOf<T>(storage);
    fill([=](size_t i, Number number) { elements[i] = static_cast<T>(number); });
  };
  switch (storage.dtype()) {
  case DType::F64:
    return as(double());
  case DType::F32:
    return as(float());
  case DType::I64:
    return as(int64_t());
  case DType::I32:
    return as(int32_t());
  case DType::I8:
    return as(int8_t());
  case DType::U8:
    return as(uint8_t());
  case DType::Bool:
  case DType::F16:
  case DType::BF16:
    break;
  }
  if (storage.dtype() == DType::Bool) {
    std::span<uint8_t> elements = elementsOf<uint8_t>(storage);
    return fill([=](size_t i, Number number) { elements[i] = number != 0; });
  }
  std::span<uint16_t> elements = elementsOf<uint16_t>(storage);
  bool isHalf = storage.dtype() == DType::F16;
  fill([=](size_t i, Number number) {
    elements[i] = isHalf ? f64ToF16(static_cast<double>(number)) : f64ToBf16(static_cast<double>(number));
  });
}

/// `low` and the whole part of `count` times a uniform number of 53 bits.
void fillIntegers(const TensorStorage &storage, RandomStream stream, int64_t low, int64_t count) {
  checkRowMajor(storage);
  WithoutGil others;
  std::vector<double> drawn(countOf(storage));
  fillUniform(stream, std::span(drawn));
  intoElements<int64_t>(storage, [&](auto put) {
    for (size_t i = 0; i < drawn.size(); ++i)
      put(i, low + static_cast<int64_t>(std::floor(drawn[i] * static_cast<double>(count))));
  });
}

/// The places of numbers in [0, 1) in ascending order, equal ones in theirs. They go into buckets by size, of which
/// uniform ones leave a few in each, and are sorted there.
void orderUniform(std::span<const double> numbers, std::span<int64_t> places) {
  size_t buckets = numbers.size() / 8 + 1; // fewer than numbers, so that their ends stay in a cache
  auto bucketOf = [&](double number) { return static_cast<size_t>(number * static_cast<double>(buckets)); };
  std::vector<size_t> ends(buckets + 2); // one bucket more, as rounding may reach their number
  for (double number : numbers)
    ++ends[bucketOf(number) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin()); // where buckets begin, until they are filled
  for (size_t i = 0; i < numbers.size(); ++i)
    places[ends[bucketOf(numbers[i])]++] = static_cast<int64_t>(i);
  size_t begin = 0;
  for (size_t end : ends) {
    std::ranges::sort(places.subspan(begin, end - begin), {},
                      [&](int64_t i) { return std::pair(numbers[static_cast<size_t>(i)], i); });
    begin = end;
  }
}

/// The places of uniform numbers of 53 bits in ascending order.
void fillPermutation(const TensorStorage &storage, RandomStream stream) {
  checkRowMajor(storage);
  if (storage.dtype() != DType::I64)
    throw py::value_error("expects storage of i64");
  WithoutGil others;
  std::vector<double> drawn(countOf(storage));
  fillUniform(stream, std::span(drawn));
  orderUniform(drawn, elementsOf<int64_t>(storage));
}

double numberAt(size_t i, double start, double step) {
  double distance = static_cast<double>(i) * step;
  return distance + start;
}

/// Which has 64 bits, though the distance may have more.
int64_t numberAt(size_t i, int64_t start, int64_t step) {
  return static_cast<int64_t>(uint64_t{i} * static_cast<uint64_t>(step) + static_cast<uint64_t>(start));
}

/// `start` and a step more for each element.
template <typename Number> void fillRange(const TensorStorage &storage, Number start, Number step) {
  checkRowMajor(storage);
  WithoutGil others;
  intoElements<Number>(storage, [&](auto put) {
    for (size_t i = 0, count = countOf(storage); i < count; ++i)
      put(i, numberAt(i, start, step));
  });
}

} // namespace

void defineNumbers(py::module_ &module) {
  module.def("fill_random",
             [](const TensorStorage &storage, int kind, uint64_t seed, uint32_t step, double scale, double offset) {
               fillRandom(storage, {static_cast<Distribution>(kind), {seed, /*ordinal=*/0, step}, scale, offset});
             });
  module.def("fill_integers", [](const TensorStorage &storage, uint64_t seed, uint32_t step, int64_t low,
                                 int64_t count) { fillIntegers(storage, {seed, /*ordinal=*/0, step}, low, count); });
  module.def("fill_permutation", [](const TensorStorage &storage, uint64_t seed, uint32_t step) {
    fillPermutation(storage, {seed, /*ordinal=*/0, step});
  });
  module.def("fill_range", fillRange<int64_t>);
  module.def("fill_range", fillRange<double>);
}

} // namespace weir::python
