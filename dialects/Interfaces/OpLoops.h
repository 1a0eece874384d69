// The loops of ops and of the values between them, each op computed once: LoopSpace over MLIR.
#pragma once

#include "lib/Support/LoopSpace.h"

#include "llvm/ADT/DenseMap.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace weir {

class OpLoops {
public:
  using Loop = LoopSpace::Loop;

  explicit OpLoops(LoopSpace::TwoPositions policy) : space(policy) {}

  /// Adds an op with SemanticsInterface, behind those that make its operands; an error is emitted at it if it has no
  /// iteration rule.
  mlir::LogicalResult add(mlir::Operation *op);
  bool has(mlir::Operation *op) const { return ops.contains(op); }
  /// Of an op that has been added.
  const IterationRule &rule(mlir::Operation *op) const { return rules[ops.at(op).rule]; }
  Loop factor(mlir::Operation *op, unsigned number) const { return ops.at(op).first + number; }

  /// The loop of a tensor's dimension. A value of type index is a size, which has one.
  Loop of(mlir::Value value, size_t dim = 0);

  /// Joins what an op that has been added reads with its loops: all of it, or values that `isRead` says.
  using ReadFn = llvm::function_ref<bool(mlir::Value value, const ValueMap &read)>;
  void joinReads(mlir::Operation *op, ReadFn isRead = [](mlir::Value, const ValueMap &) { return true; });
  /// Calls `visit` with each tensor operand of an op that has been added.
  using VisitFn = llvm::function_ref<void(mlir::Value value, const ValueMap &read)>;
  void forEachRead(mlir::Operation *op, VisitFn visit) const;
  /// Calls `visit` with each `?` of the result of an op with the trait ResultSized, and the size that it is given.
  using GivenFn = llvm::function_ref<void(size_t dim, mlir::Value size)>;
  static void forEachGivenSize(mlir::Operation *op, GivenFn visit);

  LoopSpace space;

private:
  struct Entry {
    Loop first;
    size_t rule; ///< its index
  };
  llvm::DenseMap<mlir::Operation *, Entry> ops;
  llvm::DenseMap<mlir::Value, Loop> values; ///< the first loop of those that no added op makes
  std::vector<IterationRule> rules;
};

} // namespace weir
