// Which ops of a block run as one kernel: the decision, apart from the rewriting.
#pragma once

#include "passes/Fusion/KeptValues.h"
#include "passes/Fusion/OpRoles.h"

#include "llvm/ADT/SmallVector.h"

namespace weir {

/// The groups of a block's ops.
class GroupPlan {
public:
  struct Options {
    int64_t mergedWords = 0; ///< how many the operands of merged groups may have, see TargetInterface
    GroupingCosts costs;
    /// Of a group: what a kernel takes to compile is bounded then, however large the graph is.
    size_t mostOps = 128;
  };

  /// Fails with an error at an op that has no iteration rule.
  static mlir::FailureOr<GroupPlan> plan(mlir::Block &block, Options options);

  struct PlannedGroup {
    llvm::SmallVector<mlir::Operation *> ops; ///< in program order; a movement may be in several groups
    llvm::SmallVector<mlir::Value> outputs;   ///< what others take from this group
  };
  llvm::ArrayRef<PlannedGroup> groups() const { return planned; }

  /// What separates groups that could have been one.
  llvm::ArrayRef<KeptValue> keptInMemory() const { return kept; }

  /// What deciding has cost: for tests.
  uint64_t steps() const { return stepCount; }

private:
  llvm::SmallVector<PlannedGroup, 0> planned;
  llvm::SmallVector<KeptValue> kept;
  uint64_t stepCount = 0;
};

/// In program order, but what has no operands, as splats, before what needs it first: where it stands outside depends
/// on who else shares it, and groups that compute the same are one kernel only if they are written alike.
void orderOps(llvm::SmallVectorImpl<mlir::Operation *> &ops);

} // namespace weir
