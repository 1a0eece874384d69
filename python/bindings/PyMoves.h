// What runs without a job outside of traces: copies, writes, and tensors whose elements are all equal.
#pragma once

#include "python/bindings/PyStorage.h"
#include "python/bindings/PyTensor.h"

#include <pybind11/pybind11.h>

#include <span>

namespace weir::python {

/// The tensor's memory, where what an op makes of these operands, which is to be written to the tensor, may be computed
/// in its place: gradients pass none of them, and it is so large that a copy takes time. Else null.
const TensorStorage *memoryToTake(TensorFields &target, std::span<TensorFields *const> operands);

void defineMoves(pybind11::module_ &module);

} // namespace weir::python
