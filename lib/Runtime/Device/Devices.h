// The kinds of devices that this runtime has, by name.
#pragma once

#include "lib/Runtime/Device/Device.h"

namespace weir {

/// Whether a device is called so: "cpu", "sim", "cuda".
bool isDeviceKind(std::string_view name);

/// `name` is a kind, with the number of the device behind a colon if it isn't 0: "cuda:1".
Status createDevice(const std::string &name, std::shared_ptr<Device> &device);

/// How many devices of a kind there are. Fails, saying why, where the kind is not known or its driver can't be used.
Status countDevices(const std::string &kind, int &count);

} // namespace weir
