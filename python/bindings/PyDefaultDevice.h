// Where tensors are made outside of graphs unless told otherwise, and on which ranks: calls depend on it.
#pragma once

#include <pybind11/pybind11.h>

namespace weir::python {

/// What this thread has entered last and not left, or what all threads have. Devices are never freed.
PyObject *defaultDevice();
/// What this thread has been told of ranks by the last `global_mode` that it has not left, which holds it; or null.
PyObject *globalMode();

void defineDefaultDevice(pybind11::module_ &module);

} // namespace weir::python
