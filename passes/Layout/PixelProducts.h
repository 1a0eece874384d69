// Convolutions whose windows are one pixel, as products of matrices.
#pragma once

#include "dialects/Weir/Window/Ops.h"

namespace weir {

/// Whether a convolution, or a gradient of one, has windows of one pixel without zeros around images, of many pixels.
bool isOfPixels(mlir::Operation *op);

/// The product of the kernel and each image, channels by pixels, which stay as they are; null where windows are larger
/// or images have zeros around them, where pixels are few, or those that are left out have unknown sizes.
mlir::Value productOfPixels(mlir::OpBuilder &builder, ConvOp op);
/// Gradients that are of pixels: each image's product with the turned kernel, and the sum of all images' products.
mlir::Value productOfPixels(mlir::OpBuilder &builder, ConvTransposeOp op);
mlir::Value productOfPixels(mlir::OpBuilder &builder, ConvKernelGradientOp op);

} // namespace weir
