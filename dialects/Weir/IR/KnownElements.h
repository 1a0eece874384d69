// Tensors whose elements are known while a decomposition is built, and what stands at known positions.
#pragma once

#include "dialects/Weir/IR/Expression.h"

namespace weir {

/// A constant of this type with these elements in row-major order, each rounded to the element type.
Expression knownElements(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type,
                         llvm::ArrayRef<double> elements);

/// The elements of x at these positions along `dim`.
Expression takeAt(Expression x, llvm::ArrayRef<double> positions, int64_t dim);

} // namespace weir
