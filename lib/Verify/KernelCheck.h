// The rows kernel and inside lowering: compiled code against the meaning of the kernel's body.
#pragma once

#include "lib/Verify/Report.h"
#include "lib/Verify/Tamper.h"

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Compiles each kernel of a module that has passed the stage launch, runs it here and compares with the interpreter,
/// within the bounds of the body's ops: on odd sizes, all sizes 1, larger ones, none, and on edge values. Of a kernel
/// that differs, the IR after each step of its lowering is finished by the target naive's steps and run; the first step
/// that differs is named. Emits an error at the kernel.
mlir::LogicalResult checkKernels(mlir::ModuleOp module, uint64_t seed, const Tamper *tamper, NumericsReport &report);

} // namespace weir
