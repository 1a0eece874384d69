// The target "cpu": vectors along the loop where memory is contiguous, products in register tiles.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace weir::cpu {

void registerCpuTarget(mlir::DialectRegistry &registry);

} // namespace weir::cpu
