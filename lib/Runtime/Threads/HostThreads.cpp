// Counts cores.
#include "lib/Runtime/Threads/HostThreads.h"

#include <algorithm>
#include <thread>

#include <sched.h>

namespace weir {

static int numUsableCores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return CPU_COUNT(&set);
  return int(std::thread::hardware_concurrency());
}

int numHostThreads(int asked) { return std::clamp(asked > 0 ? asked : numUsableCores(), 1, kMostThreads); }

} // namespace weir
