// Memory that a tensor will have: that of a result whose program is still being compiled, and views of it. It stands in
// the place of the tensor's storage until somebody asks for that; who asks completes all that waits first.
#pragma once

#include "python/bindings/PyStorage.h"
#include "python/bindings/PyTensor.h"
#include "python/bindings/PyWaiting.h"

#include <vector>

namespace weir::python {

struct PendingStorage {
  std::vector<int64_t> sizes;
  // One of these, once it is known.
  pybind11::object storage; ///< a Storage
  pybind11::object failure; ///< an exception

  pybind11::object source; ///< of a view: another one
  std::vector<int64_t> strides = {};
  int64_t offset = 0;

  bool isContiguous() const;
};

/// The memory of a tensor; null of a traced one. Raises why it isn't there.
const TensorStorage *memoryOf(TensorFields &tensor);
/// The same without waiting: null where it isn't there yet.
const TensorStorage *presentMemoryOf(const TensorFields &tensor);
bool isWaiting(const TensorFields &tensor);
/// What a view of the tensor's memory has in the place of a storage.
pybind11::object viewOfMemory(const TensorFields &tensor, const std::vector<int64_t> &sizes,
                              const std::vector<int64_t> &strides, int64_t offset);
/// Whether the tensor's elements are row-major.
bool isContiguous(const TensorFields &tensor);
std::vector<int64_t> stridesOf(const TensorFields &tensor);

void definePending(pybind11::module_ &module);

} // namespace weir::python

template <>
class pybind11::detail::type_caster<weir::python::PendingStorage>
    : public weir::python::BoxCaster<weir::python::PendingStorage> {};
