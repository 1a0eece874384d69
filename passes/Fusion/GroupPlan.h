// Which ops of a block run as one kernel: the decision, apart from the rewriting.
#pragma once

#include "lib/Support/IterationRule.h"
#include "passes/Fusion/KeptValues.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

namespace weir {

/// What an op is to grouping, from its iteration rule.
enum class OpRole {
  Other,       ///< computes no tensor: reads, sizes, views, constants with elements
  Movement,    ///< says only where elements are: recomputed by every group that reads it
  Pointwise,   ///< one result element per point of parallel loops
  Reduction,   ///< one operand reduced
  Contraction, ///< sums of products of two operands
  Opaque,      ///< a kernel of its own: writes at positions that data decides
};

class LoopClasses;

/// The groups of a block's ops.
class GroupPlan {
public:
  struct Options {
    int64_t mergedWords = 0; ///< how many the operands of merged groups may have, see TargetInterface
    GroupingCosts costs;
  };

  /// Fails with an error at an op whose iteration rule can't be had.
  static mlir::FailureOr<GroupPlan> plan(mlir::Block &block, Options options);

  struct PlannedGroup {
    llvm::SmallVector<mlir::Operation *> ops; ///< in program order; a movement may be in several groups
    llvm::SmallVector<mlir::Value> outputs;   ///< what others take from this group
  };
  llvm::SmallVector<PlannedGroup> groups() const;

  /// What separates groups that could have been one.
  llvm::ArrayRef<KeptValue> keptInMemory() const { return kept; }

private:
  using Ops = llvm::SetVector<mlir::Operation *>;

  mlir::LogicalResult classify(mlir::Block &block);
  /// Whether a value that several need is one operation on what is in memory anyway, for a reduction to read, and on
  /// what is repeated, as in `x - mean(x)`: each group then computes it from there, like a movement.
  bool isAsCheapAsReading(mlir::Operation *op) const;
  void mergeProducersOf(int group);
  void mergeIndependentGroups(int64_t mergedWords);
  void merge(int from, int into);
  /// How many words the operands of a kernel of these ops have.
  int64_t operandWords(const Ops &ops) const;

  /// The movements behind `op`'s operands, as far as they are recomputed with it.
  void addMovements(mlir::Operation *op, Ops &ops) const;
  struct Use {
    mlir::Operation *user;
    bool throughView; ///< of what is stored in between
  };
  /// Who needs `value`, seen through movements and views.
  llvm::SmallVector<Use> computingUses(mlir::Value value) const;
  /// The groups that need what `group` computes; of `notDirectly` only if it needs it through a view.
  llvm::SmallVector<int> consumers(int group, std::optional<int> notDirectly = std::nullopt) const;
  /// Whether a path leads from one group to another that is not a value passed between them: merging would close a
  /// cycle.
  bool reachesAround(int from, int to) const;
  bool escapes(mlir::Value value, const Ops &ops) const;

  bool isLegal(const Ops &ops) const;
  /// Whether `group` stores no movement of what `producer` contracts. It would be contracted once more for that, and
  /// maybe rounded in another way.
  bool keepsProduct(int group, int producer) const;
  /// Whether no value that is kept in memory would be made and used inside.
  bool respectsKept(const Ops &ops) const;
  bool isLegalEpilogue(const Ops &ops, const LoopClasses &classes) const;
  bool isLegalNest(const Ops &ops, const LoopClasses &classes) const;
  /// All results of the group leave it for ops that are in no group: a variable's new value, a job's result.
  bool isSink(int group) const;

  OpRole role(mlir::Operation *op) const;

  llvm::SmallVector<Ops> all; ///< a merged group is empty
  llvm::DenseMap<mlir::Operation *, int> groupOf;
  llvm::DenseMap<mlir::Operation *, OpRole> roles;
  llvm::DenseMap<mlir::Operation *, IterationRule> rules;
  llvm::SmallVector<KeptValue> kept;

  friend class LoopClasses;
};

} // namespace weir
