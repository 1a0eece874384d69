// Searches for an order of a graph's nodes that needs few bytes. Knows no IR.
#pragma once

#include "passes/Schedule/LiveGraph.h"

namespace weir {

/// A legal order whose planned arena is small, never larger than the original order's. The same graph gives the same
/// order.
NodeOrder orderForLowPeak(const LiveGraph &graph);

} // namespace weir
