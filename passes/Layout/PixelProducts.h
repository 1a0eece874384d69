// Convolutions whose windows are one pixel, and their gradients, as products of matrices.
#pragma once

#include "dialects/Weir/Window/Ops.h"

namespace weir {

/// Whether windows are one pixel, without zeros around images, and pixels are many; gradients are to be of steps of 1,
/// and of f32 or f64.
bool isOfPixels(ConvOp op);
bool isOfPixels(ConvTransposeOp op);
bool isOfPixels(ConvKernelGradientOp op);

/// What takes the place of such an op, images staying as they are: the product of the kernel and each image, channels
/// by pixels, that of the turned kernel, or the sum of the products of all images. Null where pixels that are left out
/// have unknown sizes.
mlir::Value productOfPixels(mlir::OpBuilder &builder, ConvOp op);
mlir::Value productOfPixels(mlir::OpBuilder &builder, ConvTransposeOp op);
mlir::Value productOfPixels(mlir::OpBuilder &builder, ConvKernelGradientOp op);

} // namespace weir
