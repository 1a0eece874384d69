// Unsigned divisions of 64 bits, which GPUs don't have: ptxas would call a function for each.
#pragma once

#include "mlir/IR/Operation.h"

namespace weir::gpu {

/// Expands arith.divui, remui and ceildivui of index values and i64 below `root`: by an instruction of 32 bits where
/// both numbers are that small, which sizes nearly always are, and bit by bit where they aren't. Divisions by constants
/// stay.
void expandDivisions(mlir::Operation *root);

} // namespace weir::gpu
