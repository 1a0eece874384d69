// Which loops of a group's ops are one loop: factors that index the same dimension of a value that passes between them.
#pragma once

#include "passes/Fusion/GroupPlan.h"

#include "llvm/ADT/IntEqClasses.h"

namespace weir {

class LoopClasses {
public:
  LoopClasses(const GroupPlan &plan, llvm::ArrayRef<mlir::Operation *> ops);

  /// The loop of each dimension of the op's result; a loop is its class's number.
  llvm::SmallVector<int> resultLoops(mlir::Operation *op, unsigned result) const;
  /// True where no op of the group reduces over the loop.
  bool isParallel(int loop) const { return parallel[loop]; }
  /// Whether a value is read at two positions that share no loops, as in e + transpose(e): two loops of one op are one
  /// then.
  bool hasTwoPositions() const;

private:
  void joinAlong(mlir::Operation *producer, unsigned result, mlir::Operation *consumer, unsigned operand);

  const GroupPlan &plan;
  llvm::DenseMap<mlir::Operation *, int> firstFactor;
  llvm::IntEqClasses classes;
  llvm::SmallVector<bool> parallel;
};

} // namespace weir
