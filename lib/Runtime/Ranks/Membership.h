// A device as a rank of a world.
#pragma once

#include "lib/Runtime/Engine/AccessList.h"
#include "lib/Runtime/Ranks/World.h"
#include "lib/Runtime/Threads/SideThread.h"

namespace weir {

struct Membership {
  Membership(std::unique_ptr<Transport> transport, std::chrono::duration<double> patience)
      : transport(std::move(transport)), patience(patience) {}

  Clock::time_point deadline() const { return Clock::now() + std::chrono::duration_cast<Clock::duration>(patience); }

  const std::unique_ptr<Transport> transport;
  const std::chrono::duration<double> patience; ///< with those who don't come
  AccessList turns;                             ///< of runs that meet others: in the order in which they were launched
  SideThread thread;                            ///< on which they do
};

} // namespace weir
