// How often a kernel that has all of a value's readers would compute it. A movement reads it at other positions than
// its other readers do, and may be read so itself: in a chain of `x + roll(x)` each step doubles the steps before it.
#pragma once

#include "passes/Fusion/OpRoles.h"

#include "llvm/ADT/SmallVector.h"

namespace weir {

/// Found in one sweep from the block's end.
class Evaluations {
public:
  Evaluations(mlir::Block &block, const OpRoles &roles);

  /// Of an element of the value, at least 1.
  double of(mlir::Value value) const { return count(value).evaluations; }
  /// Ops whose code would stand in a kernel too often, in program order. What is in front of them is counted as if they
  /// were stored.
  llvm::ArrayRef<mlir::Operation *> copiedTooOften() const { return tooOften; }

private:
  /// At positions that are not each other's.
  struct Count {
    double evaluations = 0; ///< of an element: each part of a split reads some of them
    unsigned copies = 0;    ///< of the code
  };

  Count count(mlir::Value value) const;

  const OpRoles &roles;
  llvm::DenseMap<mlir::Operation *, Count> counts; ///< of ops that may be computed where they are read
  llvm::SmallVector<mlir::Operation *> tooOften;
};

} // namespace weir
