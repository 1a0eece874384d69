// Registers what the interpreter knows of ops.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace weir {

/// Attaches an EvalInterface model to every weir op that computes, when the dialect is loaded.
void registerReferenceModels(mlir::DialectRegistry &registry);

} // namespace weir
