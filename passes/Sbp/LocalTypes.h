// What one rank has of the values of a job: parts of their types, and which ranks' programs are the same.
#pragma once

#include "dialects/Sbp/Sbp.h"
#include "lib/Support/Boxing.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir {

/// A mesh as numbers: its axes, and the rank at each place.
struct Mesh {
  MeshAxes axes;
  llvm::SmallVector<int64_t> devices;

  explicit Mesh(sbp::MeshOp mesh);

  /// Ranks that differ in their coordinate along an axis alone: one group per row, members in the order of coordinates.
  mlir::DenseIntElementsAttr groupsAlong(mlir::Builder &builder, size_t axis) const;
  /// One group: all ranks.
  mlir::DenseIntElementsAttr allRanks(mlir::Builder &builder) const;
};

/// What the rank at a place holds of a value.
mlir::RankedTensorType localType(mlir::RankedTensorType whole, llvm::ArrayRef<Holding> axes, const Mesh &mesh,
                                 llvm::ArrayRef<int64_t> place);

/// Places whose ranks run one program: whatever they hold of a value of these jobs lies in it as what the others hold,
/// but elsewhere; of variables, too. Fails, with an error emitted, where a value of unknown sizes is not whole.
mlir::FailureOr<std::vector<std::vector<int64_t>>> placesByProgram(llvm::ArrayRef<mlir::func::FuncOp> jobs,
                                                                   const Mesh &mesh);

/// The holdings of an op's tensor operands and of its results, by its signature.
struct HeldValues {
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<llvm::SmallVector<Holding>> holdings;
};
HeldValues heldOperands(mlir::Operation *op);
HeldValues heldResults(mlir::Operation *op);

} // namespace weir
