// LLVM's part: from a gpu.module of LLVM and NVVM ops to PTX.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Target/Cuda/CudaArch.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace weir::cuda {

/// The module's functions as PTX text; an error is emitted at the module.
mlir::FailureOr<std::string> emitPtx(mlir::gpu::GPUModuleOp module, const CudaArch &arch,
                                     TargetInterface::DumpFn dump = nullptr);

} // namespace weir::cuda
