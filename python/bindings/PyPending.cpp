// See PyPending.h.
#include "python/bindings/PyPending.h"
#include "python/bindings/PyType.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace weir::python {

namespace {

std::vector<int64_t> listOf(std::span<const int64_t> values) { return {values.begin(), values.end()}; }

PendingStorage *pendingOf(const TensorFields &tensor) { return Boxed<PendingStorage>::of(tensor.storage); }

/// The storage, once it is there.
py::object arrived(const py::object &object) {
  PendingStorage &pending = *Boxed<PendingStorage>::of(object);
  if (!pending.storage && pending.source) {
    py::object source = arrived(pending.source);
    pending.storage = py::cast(Boxed<TensorStorage>::of(source)->view(pending.sizes, pending.strides, pending.offset));
    pending.source = py::object();
  }
  if (!pending.storage && !pending.failure)
    completeResults();
  if (pending.failure) {
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(pending.failure.ptr())), pending.failure.ptr());
    throw py::error_already_set();
  }
  if (!pending.storage)
    throw std::logic_error("expects what waits to have been completed");
  return pending.storage;
}

bool isRowMajor(std::span<const int64_t> sizes, std::span<const int64_t> strides) {
  int64_t expected = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] == 0)
      return true;
    if (sizes[d] != 1 && strides[d] != expected)
      return false;
    expected *= sizes[d];
  }
  return true;
}

std::vector<int64_t> rowMajorStrides(std::span<const int64_t> sizes) {
  std::vector<int64_t> strides(sizes.size());
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= std::max<int64_t>(sizes[d], 1);
  }
  return strides;
}

std::vector<int64_t> stridesOf(const TensorFields &tensor) {
  if (const TensorStorage *storage = presentMemoryOf(tensor))
    return listOf(storage->strides());
  const PendingStorage *pending = pendingOf(tensor);
  return pending->source ? pending->strides : rowMajorStrides(pending->sizes);
}

TensorFields &fieldsOf(const py::object &object) {
  if (TensorFields *tensor = TensorFields::of(object))
    return *tensor;
  throw py::type_error("expects a tensor");
}

} // namespace

bool PendingStorage::isContiguous() const { return !source || isRowMajor(sizes, strides); }

const TensorStorage *presentMemoryOf(const TensorFields &tensor) {
  if (const TensorStorage *storage = Boxed<TensorStorage>::of(tensor.storage))
    return storage;
  const PendingStorage *pending = pendingOf(tensor);
  return pending && pending->storage ? Boxed<TensorStorage>::of(pending->storage) : nullptr;
}

const TensorStorage *memoryOf(TensorFields &tensor) {
  if (const TensorStorage *storage = Boxed<TensorStorage>::of(tensor.storage))
    return storage;
  if (!pendingOf(tensor))
    return nullptr;
  py::object there = arrived(py::reinterpret_borrow<py::object>(tensor.storage));
  Py_SETREF(tensor.storage, there.release().ptr());
  return Boxed<TensorStorage>::of(tensor.storage);
}

bool isWaiting(const TensorFields &tensor) {
  const PendingStorage *pending = pendingOf(tensor);
  return pending && !pending->storage;
}

py::object viewOfMemory(const TensorFields &tensor, const std::vector<int64_t> &sizes,
                        const std::vector<int64_t> &strides, int64_t offset) {
  if (const TensorStorage *storage = presentMemoryOf(tensor))
    return py::cast(storage->view(sizes, strides, offset));
  return Boxed<PendingStorage>::make(
      {sizes, {}, {}, py::reinterpret_borrow<py::object>(tensor.storage), strides, offset});
}

bool isContiguous(const TensorFields &tensor) {
  const TensorStorage *storage = presentMemoryOf(tensor);
  return storage ? storage->isContiguous() : pendingOf(tensor)->isContiguous();
}

void definePending(py::module_ &module) {
  BoxClass<PendingStorage>(module, "Pending")
      .def_static(
          "of", [](std::vector<int64_t> sizes) { return Boxed<PendingStorage>::make({std::move(sizes), {}, {}, {}}); })
      .def("arrive", [](PendingStorage &pending, py::object storage) { pending.storage = std::move(storage); })
      .def("fail", [](PendingStorage &pending, py::object failure) { pending.failure = std::move(failure); });
  module.def(
      "is_waiting", [](const py::object &tensor) { return isWaiting(fieldsOf(tensor)); },
      "Whether the tensor's memory is not there yet.");
  module.def(
      "memory_of",
      [](const py::object &tensor) { return py::reinterpret_borrow<py::object>(fieldsOf(tensor).storage); },
      "Its storage, or what stands there until it has one.");
  module.def("arrived", arrived, "The storage in the place of which something stands; waits for it.");
  module.def("strides_of", [](const py::object &tensor) { return tupleOf(stridesOf(fieldsOf(tensor))); });
  module.def("is_contiguous", [](const py::object &tensor) { return isContiguous(fieldsOf(tensor)); });
  module.def("view_of",
             [](const py::object &tensor, const std::vector<int64_t> &sizes, const std::vector<int64_t> &strides,
                int64_t offset) { return viewOfMemory(fieldsOf(tensor), sizes, strides, offset); });
  module.def("has_history", [](const py::object &tensor) {
    const TensorStorage *storage = presentMemoryOf(fieldsOf(tensor));
    return storage && storage->shared().hasHistory;
  });
  module.def(
      "is_exposed",
      [](const py::object &tensor) {
        const TensorStorage *storage = presentMemoryOf(fieldsOf(tensor));
        return storage && weir_tensor_is_exposed(storage->get()) != 0;
      },
      "Whether the host may read or write the elements by their address.");
}

} // namespace weir::python
