// Decides which ops of a job run in the narrow type. Knows ops by their precision class only and changes nothing.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir {

/// An f32 value is *narrow* if whoever uses it reads it in the narrow type. Products (ops of class Allow) always do; an
/// op of class Follow does where that saves memory and rounds nothing that an op of another kind sees.
class NarrowingPlan {
public:
  explicit NarrowingPlan(mlir::func::FuncOp job);

  /// Whether the op reads and writes the narrow type instead of f32.
  bool runsNarrow(mlir::Operation *op) const { return narrowOps.contains(op); }

  /// Whether all uses of the value, of which there is one at least, read the narrow type.
  bool isNarrow(mlir::Value value) const;

private:
  bool comesNarrow(mlir::Value operand) const;
  bool mayFollow(mlir::Operation *op) const;

  llvm::DenseSet<mlir::Operation *> narrowOps;
};

/// Whether mixed precision may narrow the value.
bool isF32Tensor(mlir::Value value);

} // namespace weir
