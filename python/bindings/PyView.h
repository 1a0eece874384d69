// Arrays of NumPy over the memory of a storage.
#pragma once

#include "python/bindings/PyStorage.h"

#include <optional>

namespace weir::python {

/// An array over the memory as it is now; it may be used as long as the array is there. Raises where the memory isn't
/// the host's. Whether it may be written to: unless the storage is a variable, where that isn't said.
pybind11::object arrayOf(const TensorStorage &storage, std::optional<bool> isWritable);

void defineView(pybind11::module_ &module);

} // namespace weir::python
