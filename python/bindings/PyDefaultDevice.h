// Where tensors are made outside of graphs unless told otherwise: calls depend on it.
#pragma once

#include <pybind11/pybind11.h>

namespace weir::python {

/// What this thread has entered last and not left, or what all threads have. Devices are never freed.
PyObject *defaultDevice();

void defineDefaultDevice(pybind11::module_ &module);

} // namespace weir::python
