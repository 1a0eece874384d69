// What both emitters of depthwise convolutions share: vectors along channels, and the pixels of a line that a tile has.
#pragma once

#include "lib/Target/Cpu/Conv/ConvPlan.h"
#include "lib/Target/Cpu/Depthwise/DepthwiseShape.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

namespace weir::cpu {

/// Vectors of a tensor whose channels are last, as an array of the accumulator's lanes.
class ChannelVectors {
public:
  /// `memory` has elements of this type, which may be narrower than the accumulator's.
  ChannelVectors(const IndexMath &ix, mlir::Value memory, mlir::Type element, mlir::Type accumulator, int64_t lanes);

  mlir::Value load(const IndexMath &ix, mlir::Value at, mlir::Value mask) const;

private:
  mlir::Value memory;
  mlir::Type element, accumulator;
  int64_t lanes;
};

/// Pixels of a tile, beside which all that it needs fits in registers.
int64_t depthwisePixels(const CpuThroughput &cpu);

int64_t lanesOf(const DepthwiseShape &shape, const CpuThroughput &cpu); ///< of a vector of sums

/// Whether code for such windows is of a reasonable size, and masks are cheap if the channels need them.
bool isReasonable(const DepthwiseShape &shape, const CpuThroughput &cpu, const KernelSignature &signature);

/// Calls `body` for each vector of channels; the last one's mask may be set.
void overChannels(const IndexMath &ix, int64_t channels, int64_t lanes,
                  llvm::function_ref<void(mlir::Value channel, mlir::Value mask)> body);

} // namespace weir::cpu
