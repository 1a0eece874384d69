// The one place that names all devices.
#include "lib/Runtime/Device/Devices.h"
#include "lib/Runtime/Device/Cpu/CpuDevice.h"
#include "lib/Runtime/Device/Cuda/CudaDevice.h"
#include "lib/Runtime/Device/Sim/SimDevice.h"
#include "lib/Runtime/Device/Sim/SimOptions.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace weir {

namespace {

Status createCpu(int, std::shared_ptr<Device> &device) {
  device = std::make_shared<CpuDevice>();
  return nullptr;
}

Status createSim(int, std::shared_ptr<Device> &device) {
  const char *text = std::getenv("WEIR_SIM");
  Result<sim::Options> options = sim::parseSimOptions(text ? text : "");
  if (!options)
    return failure(WEIR_INVALID_ARGUMENT, options.message());
  device = std::make_shared<sim::SimDevice>(*options);
  return nullptr;
}

Status createCuda(int number, std::shared_ptr<Device> &device) { return cuda::CudaDevice::create(number, device); }

Status countOne(int &count) {
  count = 1;
  return nullptr;
}

struct DeviceKind {
  std::string_view name;
  Status (*create)(int number, std::shared_ptr<Device> &device);
  Status (*count)(int &count);
};

constexpr DeviceKind kKinds[] = {
    {"cpu", createCpu, countOne}, {"sim", createSim, countOne}, {"cuda", createCuda, cuda::CudaDevice::count}};

Status findKind(std::string_view name, const DeviceKind *&found) {
  found = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const DeviceKind &kind) { return kind.name == name; });
  if (found != std::end(kKinds))
    return nullptr;
  std::string names;
  for (const DeviceKind &kind : kKinds)
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  return failure(WEIR_INVALID_ARGUMENT, message("expects a kind of device (", names, "), got '", name, "'"));
}

} // namespace

bool isDeviceKind(std::string_view name) {
  return std::any_of(std::begin(kKinds), std::end(kKinds), [&](const DeviceKind &kind) { return kind.name == name; });
}

Status createDevice(const std::string &name, std::shared_ptr<Device> &device) {
  size_t colon = name.find(':');
  const DeviceKind *kind = nullptr;
  if (Status failed = findKind(std::string_view(name).substr(0, colon), kind))
    return failed;
  int number = 0;
  if (colon != std::string::npos) {
    const char *end = name.data() + name.size();
    auto [read, error] = std::from_chars(name.data() + colon + 1, end, number);
    if (error != std::errc() || read != end || number < 0)
      return failure(WEIR_INVALID_ARGUMENT, message("expects a device's number behind the colon, got '", name, "'"));
  }
  int count = 0;
  if (Status failed = kind->count(count))
    return failed;
  if (number >= count)
    return failure(WEIR_INVALID_ARGUMENT,
                   message("expects a device below ", kind->name, ":", count, ", got '", name, "'"));
  return kind->create(number, device);
}

Status countDevices(const std::string &name, int &count) {
  const DeviceKind *kind = nullptr;
  if (Status failed = findKind(name, kind))
    return failed;
  return kind->count(count);
}

} // namespace weir
