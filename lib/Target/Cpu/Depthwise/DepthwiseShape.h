// A convolution of each channel by a window of its own, or the gradient of its kernel, as a kernel on linalg has it:
// recognized, and its sizes. Images have their channels last, [batch, spatial..., channels, 1], and so have kernels,
// [window..., channels, 1, 1].
#pragma once

#include "lib/Target/Cpu/Conv/ConvShape.h"

namespace weir::cpu {

struct DepthwiseShape {
  nest::Contraction sum;
  unsigned image, other;       ///< numbers of the operands; the other is the kernel, or what the gradient follows from
  unsigned rank;               ///< spatial: 1 or 2
  std::array<ConvDim, 2> dims; ///< lines, and positions in a line; a rank of 1 has one line
  int64_t channels;
};

/// The convolution that the sum of a kernel with one result is, if all sizes but the batch's are known.
std::optional<DepthwiseShape> asDepthwise(const nest::Contraction &sum, const KernelSignature &signature);
/// The same of a kernel's gradient.
std::optional<DepthwiseShape> asDepthwiseGradient(const nest::Contraction &sum, const KernelSignature &signature);

} // namespace weir::cpu
