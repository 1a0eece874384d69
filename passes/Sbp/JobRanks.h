// The ranks that jobs have to do with: those of their mesh, and those of meshes to which they move values.
#pragma once

#include "passes/Sbp/LocalTypes.h"

namespace weir {

class JobRanks {
public:
  JobRanks(llvm::ArrayRef<mlir::func::FuncOp> jobs, sbp::MeshOp mesh);

  /// Of the jobs, whose ranks come first.
  const Mesh &mesh() const { return own; }
  /// Where a value is moved to.
  const Mesh &meshOf(sbp::MoveOp move) const { return others.find(move.getMeshAttr().getAttr())->second; }
  bool haveMoves() const { return !others.empty(); }

  llvm::ArrayRef<int64_t> ranks() const { return all; }
  /// By which programs number these ranks: the jobs' mesh, or a row where values are moved.
  std::vector<int64_t> shape() const;
  /// The coordinates on a mesh of the rank of a number; nothing where it has no place there.
  std::optional<Sizes> placeOn(const Mesh &mesh, int64_t number) const;
  /// A mesh's ranks among all; null where no value is moved.
  sbp::GridAttr gridOf(mlir::MLIRContext *context, const Mesh &mesh) const;

  /// How a value crosses.
  const Crossing &crossing(sbp::MoveOp move) const { return crossings.find(move.getOperation())->second; }

  /// Numbers of the ranks that run one program: whatever they hold of a value of these jobs lies in it as what the
  /// others hold, but elsewhere; of variables, too. Fails, with an error emitted, where a value of unknown sizes is not
  /// whole.
  mlir::FailureOr<std::vector<std::vector<int64_t>>> byProgram() const;

private:
  mlir::LogicalResult verifyRows(mlir::func::FuncOp job) const;

  llvm::SmallVector<mlir::func::FuncOp> jobs;
  Mesh own;
  llvm::MapVector<mlir::StringAttr, Mesh> others; ///< by name
  llvm::DenseMap<mlir::Operation *, Crossing> crossings;
  std::vector<int64_t> all;
};

/// Where a value that a job computes or returns is moved to, if it is.
sbp::MoveOp moveOf(mlir::Value value);

} // namespace weir
