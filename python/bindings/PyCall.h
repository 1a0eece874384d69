// Calls of programs by tensors.
#pragma once

#include <pybind11/pybind11.h>

namespace weir::python {

/// The classes ProgramCall and RepeatedCall, and the count of changes that traces depend on.
void defineCall(pybind11::module_ &module);

} // namespace weir::python
