// One dlopen, one dlsym per function.
#include "lib/Runtime/Device/Cuda/Driver.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>

#include <dlfcn.h>

namespace weir::cuda {

namespace {

/// After one of these the driver refuses everything until the process ends.
bool isFinal(DriverResult result) {
  constexpr DriverResult kFinal[] = {kErrorIllegalAddress,      kErrorLaunchTimeout,      kErrorAssert,
                                     kErrorHardwareStack,       kErrorIllegalInstruction, kErrorMisalignedAddress,
                                     kErrorInvalidAddressSpace, kErrorInvalidPc,          kErrorLaunchFailed};
  return std::find(std::begin(kFinal), std::end(kFinal), result) != std::end(kFinal);
}

/// The driver's name of a field's function, without a version.
std::string_view symbolOf(std::string_view field) {
#define WEIR_CUDA_FUNCTION(name, symbol, parameters)                                                                   \
  if (field == #name)                                                                                                  \
    return std::string_view(#symbol).substr(0, std::string_view(#symbol).find("_v"));
#include "lib/Runtime/Device/Cuda/DriverFunctions.def"
  return field;
}

template <typename F> bool find(void *library, const char *symbol, F &function) {
  function = reinterpret_cast<F>(dlsym(library, symbol));
  return function != nullptr;
}

/// Everything but the initialization.
Status load(const std::string &path, Driver &driver) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return failure(WEIR_UNSUPPORTED,
                   message("expects NVIDIA's driver to be installed, can't open ", path, ": ", reason ? reason : ""));
  }
  std::string missing;
#define WEIR_CUDA_FUNCTION(field, symbol, parameters)                                                                  \
  if (!find(library, #symbol, driver.field))                                                                           \
    missing += " " #symbol;
#define WEIR_CUDA_OPTIONAL(field, symbol, parameters) find(library, #symbol, driver.field);
#include "lib/Runtime/Device/Cuda/DriverFunctions.def"
  if (missing.empty())
    return nullptr;
  int version = 0;
  if (driver.driverVersion)
    driver.driverVersion(&version);
  return failure(WEIR_UNSUPPORTED, message("expects a newer driver than ", path, ", which is for CUDA ", version / 1000,
                                           ".", version % 1000 / 10, " and lacks", missing));
}

} // namespace

Status Driver::open(const Driver *&driver) {
  static auto *opened = new std::map<std::string, std::unique_ptr<const Driver>>(); // as the libraries, for ever
  static std::mutex mutex;
  const char *chosen = std::getenv("WEIR_CUDA_DRIVER");
  std::string path = chosen ? chosen : "libcuda.so.1";
  std::lock_guard lock(mutex);
  std::unique_ptr<const Driver> &known = (*opened)[path];
  if (!known) {
    auto created = std::make_unique<Driver>();
    if (Status failed = load(path, *created))
      return failed;
    known = std::move(created);
  }
  // What isn't there may come: a device that is plugged in, a driver that is loaded again.
  if (DriverResult result = known->init(0)) {
    Status failed = known->check(result, "init");
    failed->code = WEIR_UNSUPPORTED;
    return failed;
  }
  driver = known.get();
  return nullptr;
}

Status Driver::check(DriverResult result, const char *call) const {
  if (result == kSuccess)
    return nullptr;
  const char *name = nullptr, *text = nullptr;
  if (errorName(result, &name) != kSuccess || !name)
    name = "unknown error";
  if (errorString(result, &text) != kSuccess || !text)
    text = "no text";
  return failure(result == kErrorOutOfMemory ? WEIR_OUT_OF_MEMORY : WEIR_DEVICE_FAILED,
                 message(symbolOf(call), " fails with ", name, " (", result, "): ", text,
                         isFinal(result) ? "; the device can't be used any more in this process. With "
                                           "CUDA_LAUNCH_BLOCKING=1 in the environment the op that failed is known"
                                         : ""));
}

} // namespace weir::cuda
