// Emits kernels that are no nests of generics: upstream's bufferization makes them loops over memrefs, and each loop is
// a phase whose threads take its independent iterations.
#pragma once

#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Native/KernelFunctions.h"

namespace weir::gpu {

/// `kernel` is on linalg and tensors; it is erased. Adds `prepare` to `host` and the phases to `device`. Fails with an
/// error where the kernel has more loops one behind the other than a kernel may have phases.
mlir::FailureOr<llvm::SmallVector<GpuPhase>> emitGpuLoops(mlir::ModuleOp host, mlir::gpu::GPUModuleOp device,
                                                          mlir::func::FuncOp kernel, const KernelSignature &signature);

} // namespace weir::gpu
