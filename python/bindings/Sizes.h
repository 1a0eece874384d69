// Dtypes and sizes between Python and C++.
#pragma once

#include "lib/Support/Shape.h"

#include <pybind11/pybind11.h>

#include <span>

namespace weir::python {

/// The dtype of that number, or a ValueError.
DType dtypeOf(int index);
pybind11::tuple tupleOf(std::span<const int64_t> sizes);

} // namespace weir::python
