// From a scheduled module and its compiled kernels to an artifact.
#pragma once

#include "lib/Artifact/Program.h"

#include "mlir/IR/BuiltinOps.h"

namespace weir {

struct EmitOptions {
  std::string compilerHash;
};

/// Programs become jobs, in module order. `compiledKernels` holds the kernels that they call, by name. Errors are
/// emitted at the ops they concern; what is returned obeys every rule of lib/Artifact/Verify.h.
mlir::FailureOr<Artifact> emitArtifact(mlir::ModuleOp scheduled, llvm::ArrayRef<Kernel> compiledKernels,
                                       const EmitOptions &options = {});

} // namespace weir
