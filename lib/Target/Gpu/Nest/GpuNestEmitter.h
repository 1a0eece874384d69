// Emits `prepare` and the phases of a kernel whose body is nests of loops.
#pragma once

#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Native/KernelFunctions.h"

namespace weir::gpu {

/// `kernel` is on linalg and tensors, see nest::NestPlan::isNest; it is erased. Adds `prepare` to `host` and the phases
/// to `device`.
llvm::SmallVector<GpuPhase> emitGpuNests(mlir::ModuleOp host, mlir::gpu::GPUModuleOp device, mlir::func::FuncOp kernel,
                                         const KernelSignature &signature);

} // namespace weir::gpu
