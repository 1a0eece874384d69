// From linalg on memrefs to scalar loops.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Sums of floats are compensated, in registers; all else is upstream's lowering.
mlir::LogicalResult lowerLinalgToLoops(mlir::ModuleOp module);

} // namespace weir
