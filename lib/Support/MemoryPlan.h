// Places buffers of known sizes and lifetimes in one arena. A pure function: knows neither programs nor devices.
#pragma once

#include "lib/Support/Status.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weir {

struct BufferLifetime {
  int64_t bytes = 0;
  uint32_t first = 0, last = 0; ///< positions in a serial order between which the bytes are live, both included
  /// An earlier buffer that dies at `first` and whose bytes this one may take; it does where it fits and nobody else
  /// has.
  std::optional<uint32_t> inPlaceOf;
};

struct MemoryPlan {
  std::vector<int64_t> offsets; ///< one per buffer, multiples of the alignment
  int64_t peakBytes = 0;        ///< size of the arena
  int64_t liveBound = 0;        ///< max over positions of the bytes live there; no plan has a lower peak
};

/// Buffers whose lifetimes overlap get disjoint bytes, except where one is in place of another. The same input gives
/// the same plan. Fails on a lifetime that ends before it begins and on sizes whose sum overflows.
Result<MemoryPlan> planMemory(std::span<const BufferLifetime> buffers, int64_t alignment = 64);

} // namespace weir
