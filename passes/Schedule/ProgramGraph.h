// The graph of a program's instructions and arena buffers, as ordering sees it.
#pragma once

#include "dialects/Vm/Accesses.h"
#include "passes/Schedule/LiveGraph.h"

namespace weir {

/// Nodes are the program's instructions in their order. A `?` counts as `kAssumedSize`.
LiveGraph liveGraphOf(const vm::Accesses &accesses);

/// What ordering takes an unknown size to be: a batch, rather than a feature or an image.
inline constexpr int64_t kAssumedSize = 128;

} // namespace weir
