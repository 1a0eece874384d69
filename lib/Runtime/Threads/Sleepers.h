// Threads that have nothing to do. Who adds work wakes sleepers afterwards; who goes to sleep counts itself first and
// looks for work then: one of the two sees the other.
#pragma once

#include "lib/Runtime/Threads/Primitives.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace weir {

/// Who is told to wake up counts as awake at once: it may take a while until it runs, and telling it again would be a
/// system call each time.
class Sleepers {
public:
  /// Returns when somebody has told one of them to wake up.
  template <typename Needed> void sleepUnless(Needed &&isNeeded) {
    count.fetch_add(1);
    if (!isNeeded())
      return waitUntilTold();
    int others = count.load();
    while (others > 0)
      if (count.compare_exchange_weak(others, others - 1))
        return;
    waitUntilTold(); // which has happened: none that sleep are left
  }

  int number() const { return count.load(); }

  /// So many, if so many sleep.
  void wake(int wanted) {
    int asleep = count.load(), woken;
    do {
      woken = std::min(wanted, asleep);
      if (woken <= 0)
        return;
    } while (!count.compare_exchange_weak(asleep, asleep - woken));
    told.fetch_add(uint32_t(woken));
    for (; woken > 0; --woken)
      told.notify_one();
  }
  void wakeAll() { wake(std::numeric_limits<int>::max()); }

private:
  void waitUntilTold() {
    for (uint32_t seen = told.load();;) {
      if (seen == 0)
        told.wait(0), seen = told.load();
      else if (told.compare_exchange_weak(seen, seen - 1))
        return;
    }
  }

  Atomic<int> count{0};     ///< of those who sleep, or are about to, and have not been told
  Atomic<uint32_t> told{0}; ///< of those who have been, and have not woken up
};

} // namespace weir
