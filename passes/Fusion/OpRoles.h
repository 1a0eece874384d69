// The roles of ops in grouping, from their iteration rules.
#pragma once

#include "lib/Support/IterationRule.h"

#include "llvm/ADT/DenseMap.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include <vector>

namespace weir {

enum class OpRole {
  Other,       ///< computes no tensor: reads, sizes, views, constants with elements
  Movement,    ///< says only where elements are: recomputed by every group that reads it
  Pointwise,   ///< one result element per point of parallel loops
  Reduction,   ///< one operand reduced
  Contraction, ///< sums of products of two operands
  Opaque,      ///< a kernel of its own: writes at positions that data decides
};

/// Whether a movement is a broadcast or a splat: what it repeats along a row is computed once per row.
bool repeats(mlir::Operation *movement);

/// The roles and rules of a block's ops.
class OpRoles {
public:
  /// A movement after a chain of `mostMovements` others is computed like a pointwise op, so that what a group
  /// recomputes stays small. Contractions compute slices only where the target says so. Fails with an error at an op
  /// that has no iteration rule.
  static mlir::FailureOr<OpRoles> of(mlir::Block &block, size_t mostMovements, bool readsSlices = false);

  OpRole operator()(mlir::Operation *op) const;
  /// Whether `reader` computes a movement that it reads itself; otherwise it reads it from memory. An opaque op does so
  /// with what says the same many times over, and is itself in memory; a contraction with a slice of what is in memory,
  /// if it reads each element of it once, as the product of a vector and a matrix does.
  bool recomputes(mlir::Operation *reader, mlir::Operation *movement) const;
  /// Lets a movement be computed like a pointwise op.
  void demote(mlir::Operation *movement) { known[movement].role = OpRole::Pointwise; }
  const IterationRule &rule(mlir::Operation *op) const { return rules[known.at(op).rule]; }

private:
  struct Known {
    OpRole role;
    unsigned rule; ///< its index
  };

  bool contractsSliceOnce(mlir::Operation *contraction, mlir::Operation *movement) const;
  void demoteLongMovements(mlir::Block &block, size_t mostMovements);
  void findCheapValues(mlir::Block &block);
  bool isAsCheapAsReading(mlir::Operation *op, const llvm::DenseSet<mlir::Value> &readByReductions) const;

  llvm::DenseMap<mlir::Operation *, Known> known;
  std::vector<IterationRule> rules;
  bool readsSlices = false;
};

} // namespace weir
