// Counts forks, in the child.
#include "lib/Runtime/Threads/Forks.h"

#include <atomic>

#include <pthread.h>

namespace weir {

static std::atomic<int> numForks{0};

int countedForks() {
  static const int registered = pthread_atfork(nullptr, nullptr, [] { numForks.fetch_add(1); });
  (void)registered;
  return numForks.load(std::memory_order_relaxed);
}

} // namespace weir
