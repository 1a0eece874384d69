// Which of its columns a row of scores can have a say in, from the code that computes it.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir::cpu {

/// Whether what the function on linalg gives is -infinity at [..., m, n] wherever n > m, as in causal attention.
bool endsAtDiagonal(mlir::func::FuncOp scores);

/// Whether elements of -infinity in this argument leave no trace: they are 0 in all that the function gives, and change
/// nothing in the rest of their rows, as in a softmax and its gradient.
bool forgetsNegativeInfinity(mlir::func::FuncOp rows, mlir::BlockArgument scores);

} // namespace weir::cpu
