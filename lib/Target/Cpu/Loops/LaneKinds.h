// Which values differ between iterations of a loop, and whether all of them do the same.
#pragma once

#include "lib/Target/Cpu/Loops/LineVectors.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weir::cpu {

/// Whether elements that are neighbours along the last dimension are neighbours in memory.
bool hasUnitStride(mlir::Value memory);

class LaneKinds {
public:
  /// False if there is no form on vectors for something inside.
  bool visit(mlir::Block &block);

  llvm::DenseMap<mlir::Value, LaneKind> kinds;
  bool hasNeighbours = false; ///< something is read or written that is contiguous in memory

private:
  LaneKind kindOf(mlir::Value value) const { return kinds.lookup_or(value, LaneKind::Uniform); }
  bool isUniform(mlir::Value value) const { return kindOf(value) == LaneKind::Uniform; }
  void set(mlir::Value value, LaneKind kind);

  bool visit(mlir::Operation &op);
  bool visit(mlir::scf::ForOp loop);
  bool visit(mlir::scf::IfOp branch);
  bool visitAccess(mlir::Value memory, mlir::ValueRange indices);
  LaneKind kindOfResult(mlir::Operation &op) const;
};

} // namespace weir::cpu
