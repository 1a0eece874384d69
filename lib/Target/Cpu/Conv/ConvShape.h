// A convolution as a kernel on linalg has it: recognized, and its sizes. Images have their channels last, kernels are
// packed as weir.conv_packed says.
#pragma once

#include "lib/Target/Native/KernelFunctions.h"
#include "lib/Target/Nest/Contraction.h"

#include <array>

namespace weir::cpu {

/// One spatial dimension: window i has its element k at i * stride + k * dilation - low.
struct ConvDim {
  int64_t extent, windows, elements; ///< positions of the image, windows, elements of each
  int64_t stride, dilation, low;
};

struct ConvShape {
  mlir::linalg::GenericOp generic;
  unsigned image, kernel;      ///< numbers of the operands
  unsigned rank;               ///< spatial: 1 to 3
  int64_t batch;               ///< may be dynamic
  std::array<ConvDim, 3> dims; ///< planes, lines, and pixels of a line; lower ranks have one plane, and one line
  int64_t channels, block, columns, panel;
  mlir::Type element; ///< of image, kernel, accumulator and result

  int64_t elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }
  int64_t blocks() const { return channels / block; }
  int64_t panels() const { return (columns + panel - 1) / panel; }
  /// Terms of a sum that a block of channels gives, and the part of a window that is in one plane, or in one line.
  int64_t termsOfBlock() const { return block * points(); }
  int64_t termsOfPlane() const { return block * dims[1].elements * dims[2].elements; }
  int64_t points() const { return dims[0].elements * dims[1].elements * dims[2].elements; }
};

/// The convolution that the sum of a kernel with one result is, if all sizes but the batch's are known.
std::optional<ConvShape> asConvolution(const nest::Contraction &sum, const KernelSignature &signature);

} // namespace weir::cpu
