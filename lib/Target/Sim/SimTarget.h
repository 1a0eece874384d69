// The target "sim": the kernels of the GPU targets, executed on the CPU and checked while they run.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace weir::sim {

void registerSimTarget(mlir::DialectRegistry &registry);

} // namespace weir::sim
