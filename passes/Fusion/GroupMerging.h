// Merges groups with the producers of what they read. Facts on which legality depends are updated incrementally, so
// that an attempt looks only at the values that pass between the two groups.
#pragma once

#include "lib/Support/AcyclicGraph.h"
#include "passes/Fusion/ComputingUses.h"
#include "passes/Fusion/KeptValues.h"
#include "passes/Fusion/LoopClasses.h"

#include "llvm/ADT/SmallVector.h"

namespace weir {

class GroupMerging {
public:
  GroupMerging(mlir::Block &block, const OpRoles &roles, llvm::ArrayRef<KeptValue> kept, size_t mostOps);

  /// Merges groups with their producers, in program order.
  void mergeProducers();

  size_t numGroups() const { return groups.size(); }
  /// In no order, with the movements that the group recomputes; none if it has been merged into another.
  llvm::SmallVector<mlir::Operation *> ops(size_t group) const;
  /// Whether `value` is one that others take from the group.
  bool isOutput(mlir::OpResult value, size_t group) const;
  /// A group of loops whose results no other group reads: they are new values of variables and results of the job.
  bool isIndependentNest(size_t group) const;

  uint64_t steps() const { return stepCount + order.steps(); }

private:
  using GroupId = unsigned;
  using Instance = LoopClasses::Instance;

  bool readsWhatHasCome(mlir::Operation *op) const;

  /// An operand that another group makes.
  struct Read {
    mlir::OpResult value;
    mlir::Operation *reader;
    Instance instance; ///< of the reader
    unsigned operand;  ///< its number among the tensors
  };
  /// A value that an own op needs, maybe through movements and views.
  struct Need {
    mlir::OpResult value;
    bool throughView;
  };
  struct Group {
    llvm::SmallVector<mlir::Operation *, 1> own;
    llvm::SmallVector<mlir::Operation *, 0> storedMovements; ///< of its own
    llvm::SmallDenseMap<mlir::Operation *, Instance, 4> recomputed;
    llvm::SmallVector<Read, 2> reads;
    llvm::SmallVector<Need, 2> needs;
    llvm::SmallVector<mlir::OpResult, 1> escaping; ///< what ops that are no movements make for others
    mlir::Operation *contraction = nullptr;
    bool hasReduction = false;
    bool standsAlone = false; ///< opaque, or read at two positions

    size_t size() const { return own.size() + recomputed.size(); }
  };
  /// Who needs a value.
  struct Uses {
    unsigned inGroups = 0, elsewhere = 0; ///< other groups, or a view for them; what is no group
    bool isBorder = false;                ///< whether that is one behind which others use what becomes of it
    unsigned left() const { return inGroups + elsewhere; }
  };

  using UseCounts = llvm::SmallDenseMap<mlir::Value, unsigned, 8>;

  void addGroup(mlir::Operation *op);
  void addMovements(mlir::Operation *op, Group &group, llvm::SmallVectorImpl<mlir::Operation *> &ops);
  void addReads(mlir::Operation *op, Group &group);
  void addNeeds(mlir::Block &block);
  void addBorders(mlir::Block &block, const ComputingUses &computingUses);

  void mergeProducersOf(GroupId group);
  bool tryMerge(GroupId from, GroupId into);
  bool mayShareKernel(const Group &from, const Group &into) const;
  bool contractsComputed(GroupId contracting, GroupId other) const;
  std::optional<UseCounts> usesBetween(GroupId from, GroupId into) const;
  bool joinLoops(GroupId from, GroupId into);
  bool hasLegalResults(const Group &from, const Group &into, llvm::ArrayRef<mlir::OpResult> escaping) const;
  bool computesStoredValueAgain(GroupId from, GroupId into) const;
  void merge(GroupId from, GroupId into);

  std::optional<GroupId> groupOf(mlir::Operation *op) const;
  Instance instanceOf(mlir::Operation *op, const Group &group) const;

  const OpRoles &roles;
  size_t mostOps;
  llvm::DenseSet<mlir::Value> kept;
  llvm::SmallVector<Group, 0> groups;
  llvm::DenseMap<mlir::Operation *, GroupId> owner; ///< the group that began with the op
  mutable llvm::SmallVector<GroupId, 0> mergedInto; ///< by group, itself if it has not been merged; paths get shorter
  llvm::DenseMap<mlir::Operation *, Instance> ownInstance;
  llvm::DenseMap<mlir::Value, Uses> uses;
  LoopClasses loops;
  llvm::DenseMap<mlir::Operation *, AcyclicGraph::Node> borders;
  AcyclicGraph order; ///< its nodes are groups and, behind them, borders
  uint64_t stepCount = 0;
};

} // namespace weir
