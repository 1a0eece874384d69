// See MemoryOrder.h.
#include "python/bindings/MemoryOrder.h"
#include "python/bindings/PyPending.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <numeric>

namespace py = pybind11;

namespace weir::python {

/// Smaller ones are read where they are before Python has looked at their order.
static constexpr int64_t kLeastElements = 10'000;

static bool isSmall(std::span<const int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<>()) < kLeastElements;
}

std::vector<int> memoryOrder(const TensorFields &tensor) {
  const TensorStorage *storage = presentMemoryOf(tensor);
  if (!storage || !storage->mayBeStrided() || isSmall(storage->shape()) || storage->isContiguous())
    return {};
  std::span<const int64_t> sizes = storage->shape(), strides = storage->strides();
  std::vector<int> order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](int a, int b) { return std::pair(-strides[a], a) < std::pair(-strides[b], b); });
  std::vector<int64_t> lyingSizes, lyingStrides;
  for (int d : order) {
    lyingSizes.push_back(sizes[d]);
    lyingStrides.push_back(strides[d]);
  }
  return isRowMajor(lyingSizes, lyingStrides) ? order : std::vector<int>();
}

bool lieInAnotherOrder(std::span<TensorFields *const> tensors) {
  return std::ranges::any_of(tensors, [](const TensorFields *each) { return !memoryOrder(*each).empty(); });
}

void defineMemoryOrder(py::module_ &module) {
  module.def(
      "memory_order",
      [](const py::object &tensor) -> py::object {
        std::vector<int> order;
        if (const TensorFields *fields = TensorFields::of(tensor))
          order = memoryOrder(*fields);
        return order.empty() ? py::object(py::none()) : py::object(py::tuple(py::cast(order)));
      },
      "The dimensions of a large tensor that lie in memory in another order than they have, the one whose elements lie "
      "the farthest apart first; None of others.");
}

} // namespace weir::python
