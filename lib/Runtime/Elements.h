// Single elements of any dtype as numbers, for those who print or fill tensors. Not for the hot path.
#pragma once

#include "lib/Support/DType.h"

namespace weir {

double loadElement(const void *element, DType dtype);
/// Rounds to nearest even; to integers as `weir.cast` does, a bool is value != 0.
void storeElement(void *element, DType dtype, double value);

} // namespace weir
