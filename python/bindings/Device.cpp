// The one device of the process: made once and never freed, because tensors may outlive the interpreter.
#include "python/bindings/Device.h"

namespace weir::python {

static weir_device *theDevice = nullptr;

weir_status *createDevice(int32_t threads, int64_t memoryLimit) {
  if (theDevice)
    return weir_status_create(WEIR_INVALID_ARGUMENT, "expects the device to be created once, got it twice");
  weir_device_options options = {};
  options.threads = threads;
  options.memory_limit = memoryLimit;
  return weir_device_create("cpu", &options, &theDevice);
}

weir_status *device(weir_device **result) {
  if (!theDevice)
    if (weir_status *status = createDevice(0, 0))
      return status;
  *result = theDevice;
  return nullptr;
}

} // namespace weir::python
