// The fields of class Tensor, which C++ reads and writes without a lookup by name.
#pragma once

#include <pybind11/pybind11.h>

namespace weir::python {

/// An instance of the class TensorFields, the base of Tensor. Each field may be null until it is set.
struct TensorFields {
  PyObject_HEAD PyObject *storage; ///< a Storage, or a Pending; None of a traced value
  PyObject *trace;                 ///< the executor whose value it is; None with storage
  PyObject *value;                 ///< its number there, or among the results of `node`
  PyObject *view;                  ///< of which tensor it is a view; None if of none
  PyObject *device, *dtype, *shape, *requiresGrad;
  PyObject *node; ///< of the tape, that it is a result of; null or None of a leaf and of a traced value
  PyObject *grad; ///< outside of traces; null or None where there is none
  PyObject *held; ///< how ranks have it, and what this one has; null or None of a tensor that is not global
  static constexpr PyObject *TensorFields::*kFields[] = {
      &TensorFields::storage, &TensorFields::trace, &TensorFields::value, &TensorFields::view,
      &TensorFields::device,  &TensorFields::dtype, &TensorFields::shape, &TensorFields::requiresGrad,
      &TensorFields::node,    &TensorFields::grad,  &TensorFields::held};

  /// Null where the object is no tensor.
  static TensorFields *of(pybind11::handle object);
};

/// A tensor of that class, a subclass of TensorFields, over a run's result.
pybind11::object makeTensor(pybind11::handle type, pybind11::object storage, pybind11::handle device,
                            pybind11::handle dtype, pybind11::handle shape);

void defineTensor(pybind11::module_ &module);
void defineSlicedTuple(pybind11::module_ &module);

} // namespace weir::python
