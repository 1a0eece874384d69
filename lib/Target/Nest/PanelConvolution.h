// Convolutions whose kernel comes in panels of columns, as weir.conv_packed is lowered: contractions whose A is images.
#pragma once

#include "lib/Support/DimSize.h"
#include "lib/Target/Nest/Contraction.h"

namespace weir::nest {

/// One dimension of images. The position along it is the sum of `low` and of what each loop's index is multiplied by.
struct ImageDim {
  int64_t stride = 1; ///< in elements, where images have no gaps
  DimSize extent;     ///< positions outside of it are zeros where the dimension is padded
  int64_t low = 0;    ///< at most 0
  bool isPadded = false;
  llvm::SmallVector<int64_t> rowSteps, depthSteps; ///< by number among the contraction's rows and its depth
};

/// All sizes are known but the batch's, which is the first of the contraction's rows and the first dimension of images.
struct PanelConvolution {
  unsigned image, kernel; ///< numbers of the kernel's operands
  llvm::SmallVector<ImageDim> dims;
  int64_t panel; ///< columns of each; its rows are the points of the depth in row-major order
};

std::optional<PanelConvolution> asPanelConvolution(const Contraction &sum);

} // namespace weir::nest
