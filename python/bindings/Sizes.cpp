// Dtypes and sizes between Python and C++.
#include "python/bindings/Sizes.h"

#include <string>

namespace py = pybind11;

namespace weir::python {

DType dtypeOf(int index) {
  if (index < 0 || index >= kNumDTypes)
    throw py::value_error("expects the number of a dtype, got " + std::to_string(index));
  return static_cast<DType>(index);
}

py::tuple tupleOf(std::span<const int64_t> sizes) {
  py::tuple tuple(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i)
    tuple[i] = sizes[i];
  return tuple;
}

} // namespace weir::python
