// Tile registers for CPUs that have none: as vectors of a row each, so that code for them is tested everywhere.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace weir::cpu::testing {

/// Replaces tiles and what is done with them in the module.
void emulateTiles(mlir::ModuleOp module);

} // namespace weir::cpu::testing
