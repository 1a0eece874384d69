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

Interruptible::Interruptible() {
  // The handler runs last, so that its share in the count is never given back.
  on_exit(exitBesideThreads, new std::shared_ptr(running));
}

} // namespace weir::python
