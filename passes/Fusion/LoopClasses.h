// The loops of groups' ops, and whether a group whose loops are joined is legal. Groups grow by joining loops; what an
// attempt has joined can be taken back.
#pragma once

#include "lib/Support/LoopSpace.h"
#include "passes/Fusion/OpRoles.h"

namespace weir {

class LoopClasses {
public:
  /// An op in a group: a movement that several recompute has loops of its own in each. The number of its first loop.
  using Instance = LoopSpace::Loop;

  explicit LoopClasses(const OpRoles &roles) : roles(roles), space(LoopSpace::TwoPositions::Refused) {}

  Instance add(mlir::Operation *op);

  // Each answers whether the loops are still those of a legal group: no value is read at two positions that share no
  // loops, as in e + transpose(e); and the loops of a reduction's result are parallel, so that a row can be finished
  // before the next begins.

  /// Joins the loops of a value with those in which an op of its group reads it as its tensor operand `operand`.
  bool joinRead(mlir::OpResult value, Instance maker, mlir::Operation *consumer, Instance reader, unsigned operand);
  /// Joins the loops of an op that two groups compute.
  bool joinSame(mlir::Operation *op, Instance a, Instance b);

  /// The loop of each dimension of the op's result that has one.
  llvm::SmallVector<unsigned> resultLoops(mlir::OpResult result, Instance maker) const;
  /// True where no op of the group reduces over the loop, or reads at other positions of it, as slices do.
  bool isParallel(unsigned loop) const { return space.isParallel(loop); }

  /// What has been joined up to now stays if `takeBack` is given this.
  size_t now() const { return space.now(); }
  void takeBack(size_t since) { space.takeBack(since); }

private:
  Instance loopOf(mlir::OpResult result, Instance maker, size_t dim) const;
  bool isLegal(unsigned loop) const {
    return space.isParallel(loop) || !(space.marks(loop) & LoopSpace::kOfReductionResult);
  }

  const OpRoles &roles;
  LoopSpace space;
};

} // namespace weir
