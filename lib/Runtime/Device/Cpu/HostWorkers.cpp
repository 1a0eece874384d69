// Counts cores.
#include "lib/Runtime/Device/Cpu/HostWorkers.h"

#include "lib/Runtime/Device/Cpu/Forks.h"

#include <algorithm>

#include <sched.h>

namespace weir {

namespace {

constexpr int kMaxThreads = 256;

int numUsableCores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return std::max(1, CPU_COUNT(&set));
  return std::max(1, int(std::thread::hardware_concurrency()));
}

std::unique_ptr<WorkerPool> makePool(int asked) {
  int count = std::clamp(asked > 0 ? asked : numUsableCores(), 1, kMaxThreads);
  return std::make_unique<WorkerPool>(count, count);
}

} // namespace

HostWorkers::HostWorkers(int threads) : pool(makePool(threads)), forksSeen(countedForks()) {}

void HostWorkers::setThreads(int threads) {
  renewAfterFork();
  pool = makePool(threads);
}

/// The old pool is left as it is: its threads are the parent's, so nobody could wait for their end.
void HostWorkers::renewAfterFork() {
  if (forksSeen == countedForks())
    return;
  forksSeen = countedForks();
  pool = makePool(pool.release()->threads());
}

} // namespace weir
