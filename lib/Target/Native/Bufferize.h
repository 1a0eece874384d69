// From a kernel on tensors to the ABI's two functions on memrefs, by upstream's bufferization.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Target/Native/KernelFunctions.h"

namespace weir {

/// Replaces `kernel` by `prepare` and `run`, as scalar loops. The whole kernel is one tile; tensors that are neither
/// operand nor result live in the launch's workspace. Afterwards nothing in the module allocates or copies memrefs.
mlir::LogicalResult bufferizeKernel(mlir::ModuleOp module, mlir::func::FuncOp kernel, const KernelSignature &signature,
                                    TargetInterface::DumpFn dump);

// The steps of it, for targets whose functions are others.

/// Replaces `kernel` by a private function on memrefs: operands, host scalars, and the workspace as memref<?xi8>. Its
/// ops are linalg on memrefs, loops, and allocations.
mlir::FailureOr<mlir::func::FuncOp> bufferizeBody(mlir::ModuleOp module, mlir::func::FuncOp kernel,
                                                  const KernelSignature &signature);
/// Gives every memref.alloc in the body a slice of the workspace, one behind the other, and lets `prepare` ask for the
/// sum. The sizes follow from the operands' sizes, which both functions have.
mlir::LogicalResult moveAllocationsToWorkspace(mlir::func::FuncOp body, PrepareFunction &prepare);
/// Index values of the body, computed where `prepare` stands; they must follow from sizes.
llvm::SmallVector<mlir::Value> computeInPrepare(mlir::ValueRange values, mlir::func::FuncOp body,
                                                PrepareFunction &prepare);

} // namespace weir
