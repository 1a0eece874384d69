// A device as a rank of a world.
#pragma once

#include "lib/Runtime/Engine/AccessList.h"
#include "lib/Runtime/Ranks/SharedWorld.h"
#include "lib/Runtime/Threads/SideThread.h"

namespace weir {

struct Membership {
  Membership(std::shared_ptr<SharedWorld> world, int64_t rank, std::chrono::duration<double> patience)
      : transport(makeTransport(std::move(world), rank)), patience(patience) {}

  Clock::time_point deadline() const { return Clock::now() + std::chrono::duration_cast<Clock::duration>(patience); }

  const std::unique_ptr<Transport> transport;
  const std::chrono::duration<double> patience; ///< with those who don't come
  AccessList turns;                             ///< of runs that meet others: in the order in which they were launched
  SideThread thread;                            ///< on which they do
};

} // namespace weir

struct weir_world {
  std::shared_ptr<weir::SharedWorld> world;
};
