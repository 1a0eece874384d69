// Elementwise copies and fills of strided regions: what they come down to, and doing it in host memory.
#pragma once

#include "lib/Runtime/Device/Device.h"

namespace weir {

/// Nested loops over a copy's elements, outermost first: none has size 1, none could be joined with the next.
struct CopyLoops {
  struct Loop {
    int64_t size = 0, sourceStride = 0, targetStride = 0; ///< strides in bytes
  };
  std::array<Loop, kMaxRank> loops;
  size_t rank = 0;      ///< 0: one element
  bool isEmpty = false; ///< nothing is copied
  int64_t elementBytes = 1;

  explicit CopyLoops(const StridedCopy &copy);
  explicit CopyLoops(const StridedFill &fill); ///< source strides are 0

  int64_t numElements() const;
  /// Whether the side is one run of bytes.
  bool isSourceContiguous() const { return rank == 0 || (rank == 1 && loops[0].sourceStride == elementBytes); }
  bool isTargetContiguous() const { return rank == 0 || (rank == 1 && loops[0].targetStride == elementBytes); }
};

/// Whether all bytes of the filling element are equal.
bool hasEqualBytes(const StridedFill &fill);

/// In memory of the host.
void copyStrided(const StridedCopy &copy);
/// The same for [first, first + count) of the outermost loop, of a copy that has some.
void copyPart(const StridedCopy &copy, const CopyLoops &loops, int64_t first, int64_t count);
void fillStrided(const StridedFill &fill);

} // namespace weir
