// Which loops of a group's ops are one loop: those that index the same dimension of a value that passes between them. A
// loop is a factor, or a dimension of a result in which several factors make up the position.
#pragma once

#include "passes/Fusion/GroupPlan.h"

#include "llvm/ADT/IntEqClasses.h"

namespace weir {

class LoopClasses {
public:
  LoopClasses(const GroupPlan &plan, llvm::ArrayRef<mlir::Operation *> ops);

  /// The loop of each dimension of the op's result that has one; a loop is its class's number.
  llvm::SmallVector<int> resultLoops(mlir::Operation *op, unsigned result) const;
  /// True where no op of the group reduces over the loop, or reads at other positions of it, as slices do.
  bool isParallel(int loop) const { return parallel[loop]; }
  /// Whether a value is read at two positions that share no loops, as in e + transpose(e): two loops of one op are one
  /// then.
  bool hasTwoPositions() const;

private:
  void joinAlong(mlir::OpResult result, mlir::Operation *consumer, unsigned operand);
  void findParallel(llvm::ArrayRef<mlir::Operation *> ops);
  using ReadFn = llvm::function_ref<void(mlir::OpResult value, mlir::Operation *consumer, unsigned operand)>;
  /// Calls `visit` for the tensor operands of ops that others of the group make.
  void forEachRead(llvm::ArrayRef<mlir::Operation *> ops, ReadFn visit) const;
  /// Before loops are joined.
  int loopOf(mlir::OpResult result, size_t dim) const;

  const GroupPlan &plan;
  llvm::DenseMap<mlir::Operation *, int> firstFactor;
  llvm::DenseMap<mlir::Value, int> firstDim;
  llvm::IntEqClasses classes;
  llvm::SmallVector<bool> parallel;
};

} // namespace weir
