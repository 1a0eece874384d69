// Which of its columns a row of scores can have a say in, from the code that computes it.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir::cpu {

/// Whether what the function on linalg gives is -infinity at [..., m, n] wherever n > m, as in causal attention.
bool endsAtDiagonal(mlir::func::FuncOp scores);

} // namespace weir::cpu
