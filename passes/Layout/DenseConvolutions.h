// A transposed convolution as dense ones.
#pragma once

#include "dialects/Weir/Window/Ops.h"

namespace weir {

/// What `op`, which has its channels first, computes of `x` by convolutions of steps 1: one for the positions of each
/// residue of the strides, with those taps of the kernel that meet them. With `channelsLast` x is its image with the
/// channels last, and so is the result; groups have theirs first. Null where sizes aren't known, or where the result's
/// type says less than those of convolutions would.
mlir::Value denseConvolutions(mlir::OpBuilder &builder, ConvTransposeOp op, mlir::Value x, bool channelsLast);

} // namespace weir
