// What runs without a job outside of traces: copies, writes, and tensors whose elements are all equal.
#pragma once

#include <pybind11/pybind11.h>

namespace weir::python {

void defineMoves(pybind11::module_ &module);

} // namespace weir::python
