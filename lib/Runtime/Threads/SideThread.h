// A thread for what those who work for a device must not do: the host's functions, which may last, or take locks such
// as Python's.
#pragma once

#include "lib/Runtime/Threads/Primitives.h"

#include <deque>
#include <memory>

namespace weir {

/// Calls what it is given, one after the other. The thread begins with the first call.
class SideThread {
public:
  /// `isAwaited` says that many wait for what it does, which takes little time.
  explicit SideThread(bool isAwaited = false);
  /// Behind what it was given. It may be the thread's own last call that ends here.
  ~SideThread();
  SideThread(const SideThread &) = delete;
  SideThread &operator=(const SideThread &) = delete;

  void call(void (*function)(void *context), void *context);

private:
  struct Queue {
    struct Call {
      void (*function)(void *context);
      void *context;
    };
    Mutex mutex;
    Condition changed;
    std::deque<Call> calls;
    bool isClosed = false;
    bool isAwaited = false;

    void work();
  };

  const std::shared_ptr<Queue> queue; ///< the thread may outlive this
  HostThread thread;
};

} // namespace weir
