// From linalg on memrefs to scalar loops.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Sums of floats are compensated, in registers; all else is upstream's lowering. Loops that are independent stay so
/// where `areParallel` (LoopPhases.h).
mlir::LogicalResult lowerLinalgToLoops(mlir::ModuleOp module, bool areParallel = false);

} // namespace weir
