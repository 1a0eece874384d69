// NVIDIA's driver as a table of functions, opened when a device is first asked for; and its errors as statuses.
#pragma once

#include "lib/Runtime/Device/Cuda/DriverTypes.h"
#include "lib/Runtime/Status.h"

namespace weir::cuda {

struct Driver {
#define WEIR_CUDA_FUNCTION(field, symbol, parameters) DriverResult(*field) parameters = nullptr;
#include "lib/Runtime/Device/Cuda/DriverFunctions.def"

  /// Opened and initialized once per process, never closed. The library is libcuda.so.1, or, for tests, what the
  /// environment variable WEIR_CUDA_DRIVER names.
  static Status open(const Driver *&driver);

  /// Null if the call succeeded. Names the call, and the driver's name and text for the error.
  Status check(DriverResult result, const char *call) const;
};

/// WEIR_CUDA(driver, fill8, (target, 0, bytes, stream)): the call's status.
#define WEIR_CUDA(driver, field, arguments) (driver).check((driver).field arguments, #field)

} // namespace weir::cuda
