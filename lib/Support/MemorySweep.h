// Places buffers by the beginning of their live ranges, as an allocator would while a program runs. A pure function;
// the planner uses it for programs that are too large for its search.
#pragma once

#include <cstdint>
#include <vector>

namespace weir {

/// A time in which an offset holds bytes. Buffers in place of each other are one block, which shrinks.
struct MemoryBlock {
  struct Part {
    int64_t bytes = 0;
    uint32_t first = 0, last = 0; ///< a part begins where the one before ends, and is not larger
  };
  std::vector<Part> parts;
};

/// Offsets of the blocks: each in the smallest gap that is large enough. The same blocks get the same offsets, in a
/// time that grows with their number but for a logarithm.
std::vector<int64_t> sweepMemory(const std::vector<MemoryBlock> &blocks);

} // namespace weir
