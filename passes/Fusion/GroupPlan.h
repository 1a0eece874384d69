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
    /// Of a group: bounds the time to compile a kernel, however large the graph is.
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

/// In program order, but ops without operands, such as splats, before their first use: their place in the job depends
/// on their other uses, and groups that compute the same share a kernel only if their ops have the same order.
void orderOps(llvm::SmallVectorImpl<mlir::Operation *> &ops);

} // namespace weir
