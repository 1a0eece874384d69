// Transposes a square of vectors in registers by shuffles that x86 has as one instruction each. Knows only vectors.
#pragma once

#include "mlir/IR/Builders.h"

namespace weir::cpu {

/// `rows` are at most as many vectors as a vector has lanes (lanes of 32 or 64 bits, vectors of 128 to 512 bits); rows
/// that are not given read as poison. Returns a vector per lane.
llvm::SmallVector<mlir::Value> transposeSquare(mlir::OpBuilder &b, mlir::Location loc,
                                               llvm::ArrayRef<mlir::Value> rows);

} // namespace weir::cpu
