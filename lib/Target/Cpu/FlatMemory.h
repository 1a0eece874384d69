// Memory of any rank as an array.
#pragma once

#include "mlir/IR/Builders.h"

namespace weir::cpu {

/// A memref as an array from its first element on, whose size is not to be asked.
mlir::Value flatView(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value memref);

/// Where elements of `memref` stand in that array; `positions` are vectors of index, one for each dimension.
mlir::Value linearIndices(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value memref, mlir::ValueRange positions);

} // namespace weir::cpu
