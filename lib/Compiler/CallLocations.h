// The user's lines behind instructions, and behind the ops inside a kernel that several calls share.
#pragma once

#include "dialects/Vm/Vm.h"

namespace weir {

/// The instruction's mnemonic, or the ops of the kernel that it calls, and the first line that its location holds.
Location instructionLocation(mlir::Operation *instruction, mlir::SymbolTableCollection &symbols);

/// What the kernel's table says if it were compiled for this call: the kernel's function has the locations of the first
/// group it was made of, other calls have those of their own. Empty where the table holds as it is.
std::vector<Location> callLocations(vm::CallOp call, const Kernel &kernel, mlir::SymbolTableCollection &symbols);

} // namespace weir
