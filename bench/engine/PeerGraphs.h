// Graphs of instructions that do nothing, as others run them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace weir::bench {

/// Of each instruction those before it that have to end first: none or some.
using Edges = std::vector<std::vector<uint32_t>>;

/// One way to run a graph.
class PeerGraph {
public:
  virtual ~PeerGraph() = default;
  /// Returns when all instructions have ended.
  virtual void run() = 0;
};

/// A flow graph that is built once, on one thread. Null where oneTBB isn't there.
std::unique_ptr<PeerGraph> tbbGraph(const Edges &edges);
/// Tasks of OpenMP that are made anew in each run, on one thread. Null where the compiler's OpenMP isn't there.
std::unique_ptr<PeerGraph> openMpTasks(const Edges &edges);

} // namespace weir::bench
