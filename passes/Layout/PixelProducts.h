// Convolutions whose windows are one pixel, and their gradients, as products of matrices.
#pragma once

#include "mlir/IR/Builders.h"

#include <functional>

namespace weir {

/// Builds what takes the place of an op's result, or gives null where positions that are left out have unknown sizes.
using PixelProductFn = std::function<mlir::Value(mlir::OpBuilder &)>;

/// The product of the kernel and each image, channels by pixels, which stay as they are, or that of a gradient; null
/// where windows are larger or images have zeros around them, where pixels are few, and for other ops.
PixelProductFn pixelProductOf(mlir::Operation *op);

} // namespace weir
