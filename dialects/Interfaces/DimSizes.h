// Sizes of MLIR's shaped types as DimSize, in place of numbers of which one stands for `?`.
#pragma once

#include "lib/Support/DimSize.h"

#include "mlir/IR/BuiltinTypes.h"

namespace weir {

/// Of a size as MLIR's types hold it.
inline DimSize dimSize(int64_t size) { return mlir::ShapedType::isDynamic(size) ? DimSize() : DimSize(size); }
inline DimSize dimSize(mlir::ShapedType type, int64_t dim) { return dimSize(type.getDimSize(dim)); }

/// The other way round.
inline int64_t typeSize(DimSize size) { return size.knownOr(mlir::ShapedType::kDynamic); }

} // namespace weir
