// A kernel of two products, of which the second multiplies rows that follow, row by row, from those of the first: taken
// apart into three.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir::cpu {

/// A function on linalg of some of the kernel's operands and scalars and, but for the first part, of what the part
/// before it gives, which is its last input.
struct ChainPart {
  mlir::OwningOpRef<mlir::func::FuncOp> function;
  llvm::SmallVector<unsigned> operands, scalars; ///< by number in the kernel's signature
};

/// As in attention: scores with what is elementwise behind them, weights of each row, the result.
struct RowChain {
  ChainPart scores, weights, values;
  bool keepsWeights; ///< they are the kernel's second result

  /// None where the kernel has not two products, or more passes between them than one tensor.
  static std::optional<RowChain> of(mlir::func::FuncOp kernel);
};

} // namespace weir::cpu
