// Functions of the host that take their turn among what is submitted.
#pragma once

#include "lib/Runtime/Tensor.h"

namespace weir {

/// What the function is given, and how it uses each.
struct HostOperands {
  std::span<weir_tensor *const> tensors;
  std::span<const weir_access> accesses;
};

/// Calls the function on the device's own thread for such, when what has been submitted before is done with the
/// tensors; `release` is called with the context afterwards, and may be null. The caller waits where it has the address
/// of one that is written.
Status accessFromHost(Engine &engine, weir_host_callback function, void *context, void (*release)(void *context),
                      HostOperands operands);

} // namespace weir
