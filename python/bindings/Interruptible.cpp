// The end of a process in which threads still work.
#include "python/bindings/Interruptible.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace weir::python {

static void exitBesideThreads(int status, void *running) {
  if (**static_cast<const std::shared_ptr<std::atomic<int>> *>(running) == 0)
    return;
  std::fflush(nullptr);
  _exit(status);
}

std::shared_ptr<void> Interruptible::countThread() const {
  ++*running;
  return {nullptr, [running = running](void *) { --*running; }};
}

/// Handlers of exit run in the reverse order of their registration: this one before the destructors of all that the
/// thread has made up to now. It never gives back its share in the count.
void Interruptible::endBesideThreads() const { on_exit(exitBesideThreads, new std::shared_ptr(running)); }

} // namespace weir::python
