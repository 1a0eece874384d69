// The devices of the process. The GIL guards them.
#include "python/bindings/Device.h"
#include "python/bindings/Errors.h"
#include "python/bindings/PyWaiting.h"

#include <map>
#include <vector>

namespace weir::python {

static weir_device_options options = {};

static std::map<std::string, TensorDevice> &devices() {
  static auto *made = new std::map<std::string, TensorDevice>();
  return *made;
}

/// Handlers of signals run in the main thread of Python alone; what they raise ends its wait.
static int32_t hasSignalRaised(void *) {
  if (isPythonEnding())
    return 0;
  WithGil acquired;
  return PyErr_CheckSignals() != 0;
}

const TensorDevice &deviceOf(const std::string &name) {
  auto found = devices().find(name);
  if (found == devices().end()) {
    weir_device *handle = nullptr;
    check(weir_device_create(name.c_str(), &options, &handle));
    weir_device_set_interrupt(handle, hasSignalRaised, nullptr);
    found = devices().emplace(name, TensorDevice{name, handle}).first;
  }
  return found->second;
}

void configureDevices(int32_t threads, int64_t memoryLimit, int32_t frames) {
  options.threads = threads;
  options.memory_limit = memoryLimit;
  options.frames = frames;
}

void setThreads(int32_t threads) {
  options.threads = threads;
  for (const auto &[name, device] : devices())
    if (weir_device_is_host(device.handle))
      checkWithoutGil([handle = device.handle, threads] { return weir_device_set_threads(handle, threads); });
}

void drain() {
  completeWaiting();
  std::vector<weir_device *> waited;
  for (const auto &[_, device] : devices())
    waited.push_back(device.handle);
  for (weir_device *device : waited)
    checkWithoutGil([&] { return weir_device_drain(device); });
}

void synchronize(const std::optional<std::string> &name) {
  completeWaiting();
  std::vector<weir_device *> waited;
  if (name)
    waited.push_back(deviceOf(*name).handle);
  else
    for (const auto &[_, device] : devices()) // that others may add to while this waits
      waited.push_back(device.handle);
  for (weir_device *device : waited)
    checkWithoutGil([&] { return weir_device_synchronize(device); });
}

} // namespace weir::python
