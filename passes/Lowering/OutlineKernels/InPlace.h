// Which results of a group may take the storage of which operands.
#pragma once

#include "dialects/Kernel/Kernel.h"

namespace weir {

/// Per result the operand (a position among the group's operands) whose bytes it may overwrite, or -1. It holds
/// whatever order a target computes the group in: the operand is read at the index that the result is written at and
/// nowhere else, and everything computed from it is written by the same op.
llvm::SmallVector<int64_t> inPlaceOperands(kernel::GroupOp group);

} // namespace weir
