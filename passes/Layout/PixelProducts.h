// Convolutions whose windows are one pixel, as products of matrices.
#pragma once

#include "dialects/Weir/Window/Ops.h"

namespace weir {

/// The product of the kernel and each image, channels by pixels, which stay as they are; null where windows are larger
/// or images have zeros around them, where pixels are few, or those that are left out have unknown sizes.
mlir::Value productOfPixels(mlir::OpBuilder &builder, ConvOp op);

} // namespace weir
