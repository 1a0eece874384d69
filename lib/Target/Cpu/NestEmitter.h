// Emits the two functions of a kernel whose body is nests of loops.
#pragma once

#include "lib/Target/Native/KernelFunctions.h"

namespace weir::cpu {

/// `kernel` is on linalg and tensors, see NestPlan::isNest. Adds `prepare` and `run` to the module.
void emitNests(mlir::ModuleOp module, mlir::func::FuncOp kernel, const KernelSignature &signature, int64_t lanes);

} // namespace weir::cpu
