// Loops over memrefs, one behind the other, as the phases of a kernel: each is cut into points, which are independent.
#pragma once

#include "llvm/ADT/SetVector.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace weir {

/// Independent iterations: those of a parallel loop, or of marked loops one in the other. Of what is neither there is
/// one, without indices.
struct PointLoop {
  llvm::SmallVector<mlir::Value> lower, upper, steps, indices;
  mlir::Block *body;

  static PointLoop of(mlir::Operation *op);

  /// How many iterations each loop has; `mapping` knows the bounds.
  llvm::SmallVector<mlir::Value> extents(mlir::OpBuilder &builder, mlir::Location loc,
                                         const mlir::IRMapping &mapping) const;
  /// Maps the indices to those of the iterations with these numbers, one for each loop.
  void place(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange numbers, mlir::IRMapping &mapping) const;
};

/// The numbers of iterations of loops, the last one the innermost, in which an iteration of all has `number`.
llvm::SmallVector<mlir::Value> splitNumber(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value number,
                                           llvm::ArrayRef<mlir::Value> extents);

/// Ops of the body that run in one phase, without those that only compute sizes.
struct LoopPhase {
  llvm::SetVector<mlir::Operation *> ops;

  /// A phase of one loop has its points; all else is one.
  PointLoop points() const;
  /// Clones what is computed at one point: the inside of a loop, or the ops themselves with what lies between them.
  void clonePoint(mlir::OpBuilder &builder, const PointLoop &points, mlir::IRMapping &mapping) const;
  /// Whether there is nothing to do, as a bool: a phase that copies an operand to a result, which is in its place. Null
  /// where the phase does more.
  mlir::Value isDone(mlir::OpBuilder &builder, mlir::Location loc, const mlir::IRMapping &mapping) const;
};

/// Each loop is a phase, and so is what stands between two of them, if it does more than compute sizes; what takes up a
/// value from a loop, as a sum that goes on, is in its phase. There is one at least: over sizes that are known to be 0,
/// nothing is left. There are as many as a kernel may have at most: what is left is done at one point of the last.
llvm::SmallVector<LoopPhase> phasesOf(mlir::func::FuncOp body);

/// Memory that ends as a result is the result's: nobody else writes there.
void allocateInResults(mlir::func::FuncOp body);

/// Clones what the body computes of its arguments alone; `mapping` knows those.
void cloneSizes(mlir::OpBuilder &builder, mlir::func::FuncOp body, mlir::IRMapping &mapping);

} // namespace weir
