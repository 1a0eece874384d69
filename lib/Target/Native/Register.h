// Dialects and interface models that lowering to a CPU needs.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace weir {

void registerNativeLowering(mlir::DialectRegistry &registry);

} // namespace weir
