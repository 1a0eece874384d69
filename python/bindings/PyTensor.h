// The fields of class Tensor, which C++ reads and writes without a lookup by name.
#pragma once

#include <pybind11/pybind11.h>

namespace weir::python {

/// An instance of the class TensorFields, the base of Tensor. Each field may be null until it is set.
struct TensorFields {
  PyObject_HEAD PyObject *storage; ///< a Storage, None of a traced value
  PyObject *trace;                 ///< the executor whose value it is; None with storage
  PyObject *value;                 ///< its number there
  PyObject *view;                  ///< of which tensor it is a view there; None if of none
  PyObject *device, *dtype, *shape, *requiresGrad;
  static constexpr PyObject *TensorFields::*kFields[] = {
      &TensorFields::storage, &TensorFields::trace, &TensorFields::value, &TensorFields::view,
      &TensorFields::device,  &TensorFields::dtype, &TensorFields::shape, &TensorFields::requiresGrad};

  /// Null where the object is no tensor.
  static TensorFields *of(pybind11::handle object);
};

/// A tensor of that class, a subclass of TensorFields, over a run's result.
pybind11::object makeTensor(pybind11::handle type, pybind11::object storage, pybind11::handle device,
                            pybind11::handle dtype, pybind11::handle shape);

void defineTensor(pybind11::module_ &module);

} // namespace weir::python
