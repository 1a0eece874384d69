// Compiles the kernels of a module, each once, in parallel.
#pragma once

#include "lib/Artifact/Program.h"

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// One per function with the attribute `kernel.kernel`, in module order. Loads every registered dialect first, because
/// threads must not. Where `dumpFolder` is not empty, `KERNEL.NN.STEP.mlir` is written there after every step.
mlir::FailureOr<std::vector<Kernel>> compileKernels(mlir::ModuleOp module, llvm::StringRef dumpFolder);

} // namespace weir
