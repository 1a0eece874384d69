// Emits kernels of loops that are no nest, such as scatters, scans and sorts: a phase for each loop.
#pragma once

#include "lib/Target/Native/KernelFunctions.h"

namespace weir::cpu {

/// `kernel` is on linalg and tensors. Adds `prepare` and `run` of each phase to the module. Where iterations are
/// independent, tiles are ranges of them, and neighbours are lanes of vectors.
mlir::LogicalResult emitLoopPhases(mlir::ModuleOp module, mlir::func::FuncOp kernel, const KernelSignature &signature,
                                   int64_t lanes);

} // namespace weir::cpu
