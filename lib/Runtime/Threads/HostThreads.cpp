// Counts cores; asks for turns.
#include "lib/Runtime/Threads/HostThreads.h"

#include <algorithm>
#include <cstdint>
#include <thread>

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weir {

static int numUsableCores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return CPU_COUNT(&set);
  return int(std::thread::hardware_concurrency());
}

int numHostThreads(int asked) { return std::clamp(asked > 0 ? asked : numUsableCores(), 1, kMostThreads); }

void askForShortTurns() {
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period; // in nanoseconds
  } attributes = {};
  attributes.size = sizeof attributes;
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0 || attributes.policy != SCHED_OTHER)
    return;
  attributes.size = sizeof attributes;
  attributes.runtime = 100'000;
  syscall(SYS_sched_setattr, 0, &attributes, 0); // refused, nothing is worse than before
}

} // namespace weir
