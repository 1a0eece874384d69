// Where windows lie: their sizes and steps, and which dimension of an image or a kernel means what. Plain data.
#pragma once

#include "lib/Support/Semantics.h"

namespace weir {

/// Windows along one dimension: window i has its element k at i * stride + k * dilation - low.
struct WindowDim {
  DimSize size = 1; ///< elements of a window
  int64_t stride = 1, low = 0, high = 0, dilation = 1;

  /// Whether each window is the one element with its own number.
  bool isTrivial() const { return size == 1 && stride == 1 && low == 0 && high == 0; }
  /// Positions from a window's first element to behind its last.
  DimSize span() const {
    return size.map([&](int64_t elements) { return dilation * (elements - 1) + 1; });
  }
  /// How many windows `extent` positions with the padding hold.
  Result<DimSize> countIn(DimSize extent) const;
  /// The map of an operand's dimension in which `window` numbers windows and `element` their elements.
  DimMap map(int window, int element) const;
};
using WindowDims = std::vector<WindowDim>;

/// The windows that an op's attributes describe: `rank` of them; sizes are `sizes` or the attribute "window".
Result<WindowDims> windowDims(const Attributes &attributes, size_t rank, const DimSize *sizes = nullptr);

/// The dimensions of images and kernels of convolutions.
struct ConvLayout {
  bool grouped = false, channelsLast = false, kernelChannelsLast = false;
  size_t spatialRank = 0;

  static ConvLayout of(const Attributes &attributes, size_t imageRank);

  size_t imageRank() const { return spatialRank + 2 + grouped; }
  size_t imageGroup() const { return channelsLast ? spatialRank + 1 : 1; } ///< where grouped
  size_t imageChannel() const { return channelsLast ? imageRank() - 1 : 1 + grouped; }
  size_t imageSpatial() const { return channelsLast ? 1 : 2 + grouped; }
  size_t kernelGroup() const { return kernelChannelsLast ? spatialRank : 0; } ///< where grouped
  size_t kernelResultChannel() const { return kernelGroup() + grouped; }
  size_t kernelInputChannel() const { return kernelResultChannel() + 1; }
  size_t kernelSpatial() const { return kernelChannelsLast ? 0 : grouped + 2; }
};

} // namespace weir
