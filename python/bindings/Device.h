// The devices of the process: one of each name, with the options that all of them have.
#pragma once

#include "include/weir/Runtime/Runtime.h"

#include <optional>
#include <string>

namespace weir::python {

struct TensorDevice {
  std::string name; ///< "cpu", "sim", "cuda:0"
  weir_device *handle = nullptr;
};

/// The device of that name, made when it is first asked for; a Python exception where there is none. It is never freed,
/// because tensors may outlive the interpreter.
const TensorDevice &deviceOf(const std::string &name);
/// Options of the devices that are made from now on.
void configureDevices(int32_t threads, int64_t memoryLimit, int32_t frames);
/// Waits for all that was launched on a device, or on every one; raises the first failure that nobody was told of.
void synchronize(const std::optional<std::string> &name);
/// Waits for all that was launched on any device; failures are still to be raised.
void drain();
/// Of those devices whose work the host's threads do, here and to come.
void setThreads(int32_t threads);

} // namespace weir::python
