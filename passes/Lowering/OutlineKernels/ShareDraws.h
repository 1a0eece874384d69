// Draws that differ by their numbers alone share a kernel.
#pragma once

#include "dialects/Kernel/Kernel.h"

namespace weir {

/// Where several groups draw, by different ordinals, these become operands: layers with dropout share a kernel then.
void shareDraws(llvm::ArrayRef<kernel::GroupOp> groups);

} // namespace weir
