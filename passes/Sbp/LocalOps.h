// Ops on parts: what one rank computes of an op's results.
#pragma once

#include "passes/Sbp/Reholding.h"

namespace weir {

/// An op of the whole program as a rank sees it.
struct LocalOp {
  mlir::Operation *op;
  llvm::SmallVector<mlir::Value> operands;            ///< the rank's parts of all operands; what is no tensor, as it is
  llvm::SmallVector<llvm::SmallVector<Holding>> held; ///< of the tensor operands
  llvm::SmallVector<llvm::SmallVector<Holding>> results;
  llvm::SmallVector<mlir::RankedTensorType> types; ///< the rank's parts of the results' types
};

/// Builds what the rank computes; its parts of the results. Most ops are themselves, on parts. Those whose elements
/// depend on where they stand in the whole are told by other ops.
llvm::SmallVector<mlir::Value> buildLocalOp(mlir::OpBuilder &builder, const LocalOp &op, const Mesh &mesh,
                                            Reholding &reholding);

} // namespace weir
