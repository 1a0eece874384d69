// Where a test holds what a device is about to do.
#pragma once

#include "include/weir/Runtime/Runtime.h"

#include <atomic>

namespace weir {

/// A callback that lasts until it is let go.
struct Gate {
  static weir_status *pass(void *opaque, weir_tensor *const *, int32_t) {
    auto &gate = *static_cast<Gate *>(opaque);
    gate.isInside.store(true);
    gate.isInside.notify_all();
    gate.isOpen.wait(false);
    gate.hasLeft.store(true);
    return nullptr;
  }
  void waitUntilInside() { isInside.wait(false); }
  void open() {
    isOpen.store(true);
    isOpen.notify_all();
  }

  std::atomic<bool> isInside{false}, isOpen{false}, hasLeft{false};
};

} // namespace weir
