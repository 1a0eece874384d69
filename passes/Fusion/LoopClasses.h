// Which loops of a group's ops are one loop: those that index the same dimension of a value that passes between them. A
// loop is a factor, or a dimension of a result in which several factors make up the position. Groups grow by joining
// loops; what an attempt has joined can be taken back.
#pragma once

#include "passes/Fusion/OpRoles.h"

namespace weir {

class LoopClasses {
public:
  /// An op in a group: a movement that several recompute has loops of its own in each. The number of its first loop.
  using Instance = unsigned;

  explicit LoopClasses(const OpRoles &roles) : roles(roles) {}

  Instance add(mlir::Operation *op);

  // Each answers whether the loops are still those of a legal group: no value is read at two positions that share no
  // loops, as in e + transpose(e), where two loops of one op would be one; and the loops of a reduction's result are
  // parallel, so that a row can be finished before the next begins.

  /// Joins the loops of a value with those in which an op of its group reads it as its tensor operand `operand`.
  bool joinRead(mlir::OpResult value, Instance maker, mlir::Operation *consumer, Instance reader, unsigned operand);
  /// Joins the loops of an op that two groups compute.
  bool joinSame(mlir::Operation *op, Instance a, Instance b);

  /// The loop of each dimension of the op's result that has one.
  llvm::SmallVector<unsigned> resultLoops(mlir::OpResult result, Instance maker) const;
  /// True where no op of the group reduces over the loop, or reads at other positions of it, as slices do.
  bool isParallel(unsigned loop) const { return !(loops[classOf(loop)].flags & kNotParallel); }

  /// What has been joined up to now stays if `takeBack` is given this.
  size_t now() const { return changes.size(); }
  void takeBack(size_t since);

private:
  enum Flags : uint8_t { kNotParallel = 1, kOfReductionResult = 2 };
  struct Loop {
    unsigned parent, size = 1;
    unsigned next;       ///< of the same class, in a ring
    Instance instance;   ///< whose factor it is
    uint8_t factors = 0; ///< of that op; 0 for a dimension of several factors
    uint8_t flags = 0;   ///< of a class at its parent
  };
  struct Change {
    unsigned into, from; ///< equal where only flags changed
    uint8_t flags;       ///< that `into` had
  };

  unsigned classOf(unsigned loop) const;
  unsigned loopOf(mlir::OpResult result, Instance maker, size_t dim) const;
  bool join(unsigned a, unsigned b);
  bool mark(unsigned loop, Flags flag);
  bool hasTwoPositions(unsigned from, unsigned into) const;
  bool isLegal(unsigned root) const { return loops[root].flags != (kNotParallel | kOfReductionResult); }

  const OpRoles &roles;
  std::vector<Loop> loops;
  std::vector<Change> changes;
};

} // namespace weir
