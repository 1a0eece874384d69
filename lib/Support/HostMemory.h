// The machine's memory, and what is too large for it: asking for more may end the process instead of failing.
#pragma once

#include "lib/Support/Status.h"

#include <cstdint>
#include <optional>

namespace weir {

/// All of the machine's memory.
int64_t hostMemoryBytes();

/// Fails where `bytes` for `what` are more than that.
std::optional<Failure> checkHostMemory(const std::string &what, int64_t bytes);

} // namespace weir
