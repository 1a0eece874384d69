// From a kernel on tensors to the ABI's two functions on memrefs, by upstream's bufferization.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Target/Native/KernelFunctions.h"

namespace weir {

/// Replaces `kernel` by `prepare` and `run`. The whole kernel is one tile; tensors that are neither operand nor result
/// live in the launch's workspace. Afterwards nothing in the module allocates or copies memrefs.
mlir::LogicalResult bufferizeKernel(mlir::ModuleOp module, mlir::func::FuncOp kernel, const KernelSignature &signature,
                                    TargetInterface::DumpFn dump);

} // namespace weir
