// Elementwise copies between strided regions of host memory.
#pragma once

#include "lib/Runtime/Device/Device.h"

namespace weir {

/// The regions don't overlap.
void copyStrided(const StridedCopy &copy);

} // namespace weir
