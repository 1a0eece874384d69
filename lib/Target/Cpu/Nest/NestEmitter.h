// Emits the two functions of a kernel whose body is nests of loops.
#pragma once

#include "lib/Target/Native/KernelFunctions.h"

namespace weir::cpu {

struct NestVectors {
  int64_t lanes;    ///< of a vector
  int64_t rowBytes; ///< up to which a row of what several loops need is kept in scratch
};

/// `kernel` is on linalg and tensors, see NestPlan::isNest. Adds `prepare` and `run` to the module.
void emitNests(mlir::ModuleOp module, mlir::func::FuncOp kernel, const KernelSignature &signature, NestVectors form);

} // namespace weir::cpu
