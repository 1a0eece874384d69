// A transposed convolution as dense ones.
#pragma once

#include "dialects/Weir/Window/Ops.h"

namespace weir {

/// What `op` computes of `x`, its image with channels last, by convolutions of steps 1: one for the positions of each
/// residue of the strides, with those taps of the kernel that meet them. Null where sizes aren't known, or where the
/// result's type says less than those of convolutions would.
mlir::Value denseConvolutions(mlir::OpBuilder &builder, ConvTransposeOp op, mlir::Value x);

} // namespace weir
