// The number of windows as host arithmetic.
#pragma once

#include "dialects/Weir/Window/Geometry.h"

#include "mlir/IR/Builders.h"

namespace weir {

/// How many windows of `size` elements, with the steps and padding of `window`, a dimension of `extent` positions has.
mlir::Value buildWindowCount(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value extent, mlir::Value size,
                             const WindowDim &window);

} // namespace weir
