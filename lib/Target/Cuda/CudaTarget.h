// The target "cuda": kernels as cubins for machines that are named, and as PTX for newer ones.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace weir::cuda {

void registerCudaTarget(mlir::DialectRegistry &registry);

} // namespace weir::cuda
