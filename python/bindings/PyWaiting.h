// Calls that wait for their programs: what writes memory, or gives its address away, completes them first.
#pragma once

#include <pybind11/pybind11.h>

namespace weir::python {

/// Completes all that waits, for who writes what it may read.
void completeWaiting();
/// The same for who asks for a result of it.
void completeResults();

void defineWaiting(pybind11::module_ &module);

} // namespace weir::python
