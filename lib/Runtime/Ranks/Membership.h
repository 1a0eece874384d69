// A device as a rank of a world.
#pragma once

#include "lib/Runtime/Engine/AccessList.h"
#include "lib/Runtime/Ranks/World.h"
#include "lib/Runtime/Threads/SideThread.h"

namespace weir {

struct Membership {
  Membership(std::unique_ptr<Transport> transport, std::unique_ptr<Transport> aside,
             std::chrono::duration<double> patience)
      : transport(std::move(transport)), aside(std::move(aside)), patience(patience) {}

  Clock::time_point deadline() const { return Clock::now() + std::chrono::duration_cast<Clock::duration>(patience); }

  Transport &ofWay(bool isAside) const { return isAside ? *aside : *transport; }
  void giveUp(const std::string &why) {
    transport->giveUp(why);
    aside->giveUp(why);
  }

  const std::unique_ptr<Transport> transport, aside; ///< the second for what nothing waits for
  const std::chrono::duration<double> patience;      ///< with those who don't come
  AccessList turns; ///< of runs that meet others: in the order in which they were launched
  SideThread thread{/*isAwaited=*/true}, asideThread{/*isAwaited=*/true}; ///< on which they do
};

} // namespace weir
