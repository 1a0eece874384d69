// What an artifact says of ranks: who has something, what it is a part of, and in what they meet.
#pragma once

#include "dialects/Comm/Comm.h"
#include "dialects/Vm/Vm.h"

namespace weir {

/// Which ranks have a program or variable.
std::optional<Ranks> ranksOf(mlir::Operation *op);
/// What an input, a result or a variable is a part of.
std::optional<ValuePart> partOf(mlir::Operation *op);
Collective collectiveOf(vm::CollectiveOp op, Id source, Id target);

} // namespace weir
