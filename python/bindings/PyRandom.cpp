// Draws of whole tensors, element by element as lib/Support/Philox.h defines them.
#include "lib/Support/Philox.h"
#include "python/bindings/PyStorage.h"

namespace py = pybind11;

namespace weir::python {

namespace {

enum Distribution { Uniform = 0, Normal = 1 };

template <typename T, typename Draw> void fill(const TensorStorage &storage, Draw draw) {
  auto *elements = static_cast<T *>(weir_tensor_data(storage.get()));
  int64_t count = 1;
  for (int64_t size : storage.shape())
    count *= size;
  for (int64_t i = 0; i < count; ++i)
    elements[i] = draw(static_cast<uint64_t>(i));
}

void fillRandom(const TensorStorage &storage, int kind, uint64_t seed, uint32_t ordinal, uint32_t step) {
  if (!storage.isContiguous() || (storage.dtype() != DType::F32 && storage.dtype() != DType::F64))
    throw py::value_error("expects row-major storage of f32 or f64");
  RandomStream stream{seed, ordinal, step};
  bool isSingle = storage.dtype() == DType::F32;
  if (kind == Uniform && isSingle)
    fill<float>(storage, [&](uint64_t i) { return uniformF32(stream, i); });
  else if (kind == Uniform)
    fill<double>(storage, [&](uint64_t i) { return uniformF64(stream, i); });
  else if (isSingle)
    fill<float>(storage, [&](uint64_t i) { return normalF32(stream, i); });
  else
    fill<double>(storage, [&](uint64_t i) { return normalF64(stream, i); });
}

} // namespace

void defineRandom(py::module_ &module) { module.def("fill_random", fillRandom); }

} // namespace weir::python
