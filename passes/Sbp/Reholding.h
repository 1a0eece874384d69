// Brings a rank's part of a value from one way to be held to another.
#pragma once

#include "dialects/Comm/Comm.h"
#include "passes/Sbp/LocalTypes.h"

namespace weir {

/// Builds a program of the ranks that lie as the one at `place`.
class Reholding {
public:
  Reholding(mlir::OpBuilder &builder, const Mesh &mesh, std::vector<int64_t> place)
      : builder(builder), mesh(mesh), place(std::move(place)) {}

  /// `local`, a part of a value of type `whole` held as `from`, held as `to`.
  mlir::Value rehold(mlir::Location loc, mlir::Value local, mlir::RankedTensorType whole, llvm::ArrayRef<Holding> from,
                     llvm::ArrayRef<Holding> to);

  /// The same by these steps.
  mlir::Value follow(mlir::Location loc, llvm::ArrayRef<BoxingStep> steps, mlir::Value local,
                     mlir::RankedTensorType whole, llvm::ArrayRef<Holding> from);

  /// The number of a list, one per place of the mesh, that belongs to the rank: a scalar of i64.
  mlir::Value numberByPlace(mlir::Location loc, llvm::ArrayRef<int64_t> numbers);

private:
  mlir::Value step(mlir::Location loc, const BoxingStep &step, mlir::Value local, mlir::RankedTensorType whole,
                   llvm::ArrayRef<Holding> before);
  /// The split along an axis as parts of what the ranks of its group hold together.
  sbp::SplitAttr splitAmong(mlir::RankedTensorType whole, llvm::ArrayRef<Holding> axes, size_t axis);

  mlir::OpBuilder &builder;
  const Mesh &mesh;
  std::vector<int64_t> place;
};

/// What a rank that takes part in a crossing has of type `taken` when others, and it, have sent what they have.
mlir::Value send(mlir::OpBuilder &builder, mlir::Location loc, const Crossing &crossing, const MetRanks &met,
                 mlir::Value local, mlir::RankedTensorType whole, mlir::RankedTensorType taken);

} // namespace weir
