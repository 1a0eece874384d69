// A graph of nodes that use buffers, and how many bytes an order of its nodes needs. Plain data: knows no IR.
#pragma once

#include "lib/Support/MemoryPlan.h"

#include <cstdint>
#include <random>
#include <vector>

namespace weir {

using NodeOrder = std::vector<uint32_t>;

/// A buffer lives from the first to the last of the nodes that use it, both included. While a node runs, all of its
/// buffers are live, except that the taker of an in-place pair may have the bytes of a donor that dies there.
struct LiveGraph {
  struct InPlacePair {
    uint32_t taker = 0, donor = 0;
  };
  struct Node {
    std::vector<uint32_t> predecessors;
    std::vector<uint32_t> buffers; ///< without repetition
    std::vector<InPlacePair> inPlace;
  };
  std::vector<Node> nodes;
  std::vector<int64_t> bytes; ///< by buffer

  /// The nodes as they stand; predecessors come before what follows them.
  NodeOrder originalOrder() const;
  std::vector<std::vector<uint32_t>> successors() const;
  /// The graph read from its end; an order of one, reversed, is an order of the other with the same lifetimes.
  LiveGraph reversed() const;
};

/// Live bytes while the nodes of a partial order run one by one.
class LiveCounter {
public:
  struct Effect {
    int64_t during = 0; ///< live while the node runs
    int64_t after = 0;  ///< live once it has run
  };

  explicit LiveCounter(const LiveGraph &graph);

  Effect effectOf(uint32_t node) const;
  void run(uint32_t node);
  int64_t live() const { return liveBytes; }

private:
  bool isBornAt(uint32_t buffer) const { return remaining[buffer] == total[buffer]; }
  bool diesAt(uint32_t buffer) const { return remaining[buffer] == 1; }
  bool canTake(const LiveGraph::InPlacePair &pair) const;
  int64_t savedInPlace(const LiveGraph::Node &node) const;

  const LiveGraph *graph;
  std::vector<uint32_t> remaining; ///< nodes that have yet to use a buffer
  std::vector<uint32_t> total;
  int64_t liveBytes = 0;
};

/// Which nodes are ready once some have run.
class Frontier {
public:
  Frontier(const LiveGraph &graph, const std::vector<std::vector<uint32_t>> &successors);

  const std::vector<uint32_t> &ready() const { return readyNodes; }
  void run(uint32_t node);

private:
  const std::vector<std::vector<uint32_t>> *successors;
  std::vector<uint32_t> waitingFor;
  std::vector<uint32_t> readyNodes;
};

/// The most bytes that are live at once, by counting.
int64_t peakBytes(const LiveGraph &graph, const NodeOrder &order);

/// The arena that the memory planner makes of the order. Buffers that no node uses take nothing.
Result<MemoryPlan> planOrder(const LiveGraph &graph, const NodeOrder &order);

/// Some legal order, of which each step is drawn from all nodes that are ready.
NodeOrder randomOrder(const LiveGraph &graph, std::mt19937 &random);

/// The least of the peaks by counting of `count` random orders.
int64_t leastRandomPeak(const LiveGraph &graph, int count, uint32_t seed);

} // namespace weir
