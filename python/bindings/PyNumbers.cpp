// Draws of whole tensors, element by element as lib/Support/Philox.h defines them.
#include "lib/Support/Philox.h"
#include "python/bindings/Gil.h"
#include "python/bindings/PyStorage.h"

#include <span>

namespace py = pybind11;

namespace weir::python {

namespace {

enum Distribution { Uniform = 0, Normal = 1 };

template <typename T> void fill(const TensorStorage &storage, Distribution kind, RandomStream stream) {
  size_t count = 1;
  for (int64_t size : storage.shape())
    count *= static_cast<size_t>(size);
  std::span elements(static_cast<T *>(weir_tensor_data(storage.get())), count);
  WithoutGil others;
  kind == Uniform ? fillUniform(stream, elements) : fillNormal(stream, elements);
}

void fillRandom(const TensorStorage &storage, Distribution kind, uint64_t seed, uint32_t ordinal, uint32_t step) {
  RandomStream stream{seed, ordinal, step};
  bool isSingle = storage.dtype() == DType::F32;
  if (!storage.isContiguous() || (!isSingle && storage.dtype() != DType::F64))
    throw py::value_error("expects row-major storage of f32 or f64");
  isSingle ? fill<float>(storage, kind, stream) : fill<double>(storage, kind, stream);
}

} // namespace

void defineRandom(py::module_ &module) {
  module.def("fill_random", [](const TensorStorage &storage, int kind, uint64_t seed, uint32_t ordinal, uint32_t step) {
    fillRandom(storage, static_cast<Distribution>(kind), seed, ordinal, step);
  });
}

} // namespace weir::python
