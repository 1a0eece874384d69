// In which order the dimensions of a tensor lie in memory.
#pragma once

#include "python/bindings/PyTensor.h"

#include <span>
#include <vector>

namespace weir::python {

/// The dimensions of a large tensor that lie in another order than they have, the one whose elements lie the farthest
/// apart first. Empty of all others: small ones, those in their order, and those whose elements don't lie side by side.
std::vector<int> memoryOrder(const TensorFields &tensor);
/// Whether any of these has one.
bool lieInAnotherOrder(std::span<TensorFields *const> tensors);

void defineMemoryOrder(pybind11::module_ &module);

} // namespace weir::python
