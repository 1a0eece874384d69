// The class weir._core.Storage: one reference to a tensor of the runtime.
#pragma once

#include "include/weir/Runtime/Runtime.h"
#include "lib/Support/Shape.h"

#include <pybind11/pybind11.h>

#include <span>
#include <utility>

namespace weir::python {

class Storage {
public:
  /// Takes over a reference.
  explicit Storage(weir_tensor *tensor) : tensor(tensor) {}
  Storage(Storage &&other) noexcept : tensor(std::exchange(other.tensor, nullptr)) {}
  ~Storage() { weir_tensor_free(tensor); }

  weir_tensor *get() const { return tensor; }
  DType dtype() const { return static_cast<DType>(weir_tensor_dtype(tensor)); }
  std::span<const int64_t> shape() const { return {weir_tensor_shape(tensor), rank()}; }
  std::span<const int64_t> strides() const { return {weir_tensor_strides(tensor), rank()}; }
  bool isContiguous() const;

private:
  size_t rank() const { return static_cast<size_t>(weir_tensor_rank(tensor)); }
  weir_tensor *tensor;
};

/// The dtype of that number, or a ValueError.
DType dtypeOf(int index);
pybind11::tuple tupleOf(std::span<const int64_t> sizes);

void defineStorage(pybind11::module_ &module);
/// Capsules of the DLPack protocol, as methods of Storage.
pybind11::capsule exportDlpack(const Storage &storage);
Storage importDlpack(const pybind11::capsule &capsule);

void defineTrace(pybind11::module_ &module);
void defineCompiler(pybind11::module_ &module);
void defineSession(pybind11::module_ &module);
void defineRandom(pybind11::module_ &module);

} // namespace weir::python
