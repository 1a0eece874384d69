// Threads that have nothing to do. Who adds work wakes sleepers afterwards; who goes to sleep counts itself first and
// looks for work then: one of the two sees the other.
#pragma once

#include "lib/Runtime/Threads/Primitives.h"

#include <algorithm>
#include <cstdint>

namespace weir {

class Sleepers {
public:
  /// Returns when somebody has called `wake`, and now and then without.
  template <typename Needed> void sleepUnless(Needed &&isNeeded) {
    uint32_t seen = wakeups.load();
    count.fetch_add(1);
    if (!isNeeded())
      wakeups.wait(seen);
    count.fetch_sub(1);
  }

  int number() const { return count.load(); }

  /// So many, if so many sleep.
  void wake(int wanted) {
    wanted = std::min(wanted, count.load());
    if (wanted <= 0)
      return;
    wakeups.fetch_add(1);
    for (; wanted > 0; --wanted)
      wakeups.notify_one();
  }
  void wakeAll() {
    wakeups.fetch_add(1);
    wakeups.notify_all();
  }

private:
  Atomic<int> count{0};
  Atomic<uint32_t> wakeups{0};
};

} // namespace weir
