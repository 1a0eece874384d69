// What one rank has of the values of a job: parts of their types, and which ranks' programs are the same.
#pragma once

#include "dialects/Sbp/Sbp.h"
#include "lib/Support/Crossing.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir {

/// A mesh as numbers.
struct Mesh : RankMesh {
  explicit Mesh(sbp::MeshOp mesh);

  /// Ranks that differ in their coordinate along an axis alone: one group per row, members in the order of coordinates.
  mlir::DenseIntElementsAttr groupsAlong(mlir::Builder &builder, size_t axis) const;
  /// One group: all ranks.
  mlir::DenseIntElementsAttr allRanks(mlir::Builder &builder) const;
};

/// What the rank at a place holds of a value.
mlir::RankedTensorType localType(mlir::RankedTensorType whole, llvm::ArrayRef<Holding> axes, const Mesh &mesh,
                                 llvm::ArrayRef<int64_t> place);
/// What a rank without a place has: no rows of it. Of a value without dimensions one that means nothing.
mlir::RankedTensorType emptyType(mlir::RankedTensorType whole);

/// What its parts are of, for prices: sizes that are unknown are not split, and cost what one element does.
MovedValue movedValue(mlir::RankedTensorType whole);

/// The holdings of an op's tensor operands and of its results, by its signature.
struct HeldValues {
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<llvm::SmallVector<Holding>> holdings;
};
HeldValues heldOperands(mlir::Operation *op);
HeldValues heldResults(mlir::Operation *op);

} // namespace weir
