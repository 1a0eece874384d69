// The target "naive": loops over scalars, one tile, no vectors. It shares WeirToLinalg and the LLVM lowering with
// others, and none of their code generation, so that it can stand against them as an oracle.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace weir {

void registerNaiveTarget(mlir::DialectRegistry &registry);

} // namespace weir
