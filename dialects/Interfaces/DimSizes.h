// Sizes of MLIR's shaped types as DimSize, in place of numbers of which one stands for `?`.
#pragma once

#include "lib/Support/DimSize.h"

#include "mlir/IR/BuiltinTypes.h"

namespace weir {

inline DimSize dimSize(mlir::ShapedType type, int64_t dim) {
  return type.isDynamicDim(dim) ? DimSize() : DimSize(type.getDimSize(dim));
}

} // namespace weir
