// The one device of the process. Knows nothing of Python.
#pragma once

#include "include/weir/Runtime/Runtime.h"

namespace weir::python {

/// The device; made with default options unless `createDevice` came first.
weir_status *device(weir_device **device);
/// Fails if the device is there.
weir_status *createDevice(int32_t threads, int64_t memoryLimit);

} // namespace weir::python
