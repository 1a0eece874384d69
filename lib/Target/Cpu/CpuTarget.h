// The target "cpu": vectors along the loop where memory is contiguous, products in register tiles.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace weir {

void registerCpuTarget(mlir::DialectRegistry &registry);

} // namespace weir
