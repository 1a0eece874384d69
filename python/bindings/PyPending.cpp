// See PyPending.h.
#include "python/bindings/PyPending.h"
#include "lib/Support/Shape.h"
#include "python/bindings/PyType.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace weir::python {

namespace {

std::vector<int64_t> listOf(std::span<const int64_t> values) { return {values.begin(), values.end()}; }

PendingStorage *pendingOf(const TensorFields &tensor) { return Boxed<PendingStorage>::of(tensor.storage); }

/// Its storage if that is there, or null; a view's is, when its source's is.
py::handle presentIn(PendingStorage &pending) {
  if (!pending.storage && pending.source)
    if (py::handle source = presentIn(*Boxed<PendingStorage>::of(pending.source))) {
      pending.storage =
          py::cast(Boxed<TensorStorage>::of(source)->view(pending.sizes, pending.strides, pending.offset));
      pending.source = py::object();
    }
  return pending.storage;
}

py::handle failureOf(const PendingStorage &pending) {
  return pending.source ? failureOf(*Boxed<PendingStorage>::of(pending.source)) : py::handle(pending.failure);
}

/// The storage, once it is there.
py::object arrived(const py::object &object) {
  PendingStorage &pending = *Boxed<PendingStorage>::of(object);
  if (!presentIn(pending) && !failureOf(pending))
    completeResults();
  if (py::handle storage = presentIn(pending))
    return py::reinterpret_borrow<py::object>(storage);
  py::handle failure = failureOf(pending);
  if (!failure)
    throw std::logic_error("expects what waits to have been completed");
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(failure.ptr())), failure.ptr());
  throw py::error_already_set();
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
  PendingStorage *pending = pendingOf(tensor);
  py::handle present = pending ? presentIn(*pending) : py::handle();
  return present ? Boxed<TensorStorage>::of(present) : nullptr;
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

bool isWaiting(const TensorFields &tensor) { return pendingOf(tensor) && !presentMemoryOf(tensor); }

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

std::vector<int64_t> stridesOf(const TensorFields &tensor) {
  if (const TensorStorage *storage = presentMemoryOf(tensor))
    return listOf(storage->strides());
  const PendingStorage *pending = pendingOf(tensor);
  return pending->source ? pending->strides : contiguousStrides(pending->sizes);
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
