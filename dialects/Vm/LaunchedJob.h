// What a job holds between the stages `launch` and `schedule`, where it becomes a program.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir {

/// Fails, with an error at each op that a program has nothing for, unless
/// - inputs and results are tensors, and there is one block;
/// - it holds reads, assigns, constants, kernel calls, reshapes, sizes, and host scalars (HostScalars.h) alone;
/// - a storage is assigned at most once: a variable and its aliases are one storage.
mlir::LogicalResult verifyLaunchedJob(mlir::func::FuncOp job);

} // namespace weir
