// Distributes tasks over streams so that they end early: list scheduling with estimated times. Knows no MLIR.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weir {

struct StreamTask {
  double cycles = 0;                  ///< on one thread
  bool isShared = false;              ///< all threads compute it together, as many as there are streams
  std::vector<uint32_t> predecessors; ///< earlier tasks
};

struct StreamPlan {
  std::vector<uint32_t> order;   ///< in which tasks begin
  std::vector<uint32_t> streams; ///< by task
  double cycles = 0;             ///< until all have ended
};

/// `crossing` cycles pass until one stream sees what another has done. Of the tasks that could begin, the one with the
/// most work behind it comes first, or the earliest of the list; of both plans, the one that ends earlier.
StreamPlan distribute(std::span<const StreamTask> tasks, uint32_t numStreams, double crossing);

} // namespace weir
