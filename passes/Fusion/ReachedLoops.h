// The loops that would read a value in one kernel: those that elementwise ops connect to it.
#pragma once

#include "passes/Fusion/OpRoles.h"

namespace weir {

/// Found in one sweep from the block's end.
class ReachedLoops {
public:
  ReachedLoops(mlir::Block &block, const OpRoles &roles);

  /// The loops that need the value if everything fuses that may: one for each reduction, up to a limit, and one if it
  /// is written.
  size_t count(mlir::Value value) const;

  /// Whether one kernel has all of them along the innermost dimension: each belongs to a row-wise reduction whose
  /// result is only broadcast back along that row, as in a softmax.
  bool stayInRow(mlir::Value value) const;

private:
  struct Reached {
    llvm::SmallVector<unsigned, 4> reductions; ///< their numbers, ascending
    bool isWritten = false;
    uint32_t rows = ~0u; ///< bit r: nothing leaves the rows of a value of rank r
  };

  Reached from(mlir::Value value) const;
  bool staysInRow(mlir::Value read, mlir::Operation *user, int64_t rank) const;
  bool reducesInnermost(mlir::Operation *reduction) const;

  const OpRoles &roles;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers; ///< of reductions
  llvm::DenseMap<mlir::Operation *, Reached> behind;   ///< the results of ops that fuse
};

} // namespace weir
