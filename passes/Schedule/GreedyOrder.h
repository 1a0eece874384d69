// A greedy order of a large graph, in which few bytes are live.
#pragma once

#include "passes/Schedule/LiveGraph.h"

namespace weir {

/// At each step the ready node that leaves the fewest bytes live runs, if it raises the peak no further; else the one
/// that raises it least. Takes time in proportion to the graph's nodes and uses of buffers, but for a logarithm.
NodeOrder greedyOrder(const LiveGraph &graph);

} // namespace weir
