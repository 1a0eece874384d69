// Counts cores and forks.
#include "lib/Runtime/Device/Cpu/HostWorkers.h"

#include <algorithm>

#include <pthread.h>
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

/// How many times this process has become a child, which has none of its parent's threads.
std::atomic<int> numForks{0};

void countForks() {
  static const int registered = pthread_atfork(nullptr, nullptr, [] { numForks.fetch_add(1); });
  (void)registered;
}

} // namespace

HostWorkers::HostWorkers(int threads) : pool(makePool(threads)), forksSeen(numForks.load()) { countForks(); }

void HostWorkers::setThreads(int threads) {
  renewAfterFork();
  pool = makePool(threads);
}

/// The old pool is left as it is: its threads are the parent's, so nobody could wait for their end.
void HostWorkers::renewAfterFork() {
  if (forksSeen == numForks.load(std::memory_order_relaxed))
    return;
  forksSeen = numForks.load();
  pool = makePool(pool.release()->threads());
}

} // namespace weir
