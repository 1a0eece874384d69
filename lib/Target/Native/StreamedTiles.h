// Loads of tile registers that leave L1 to others; the amx dialect has no op for them.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// On an amx.tile_load of what isn't read again soon.
inline constexpr llvm::StringLiteral kStreamedAttr = "weir.streamed";

/// Behind the conversion to the LLVM dialect: makes loads with that attribute the instruction that says so.
void streamMarkedTiles(mlir::ModuleOp module);

} // namespace weir
