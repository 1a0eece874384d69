// Counting and planning of the bytes that an order needs.
#include "passes/Schedule/LiveGraph.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace weir {

NodeOrder LiveGraph::originalOrder() const {
  NodeOrder order(nodes.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<std::vector<uint32_t>> LiveGraph::successors() const {
  std::vector<std::vector<uint32_t>> result(nodes.size());
  for (uint32_t node = 0; node < nodes.size(); ++node)
    for (uint32_t predecessor : nodes[node].predecessors)
      result[predecessor].push_back(node);
  return result;
}

LiveGraph LiveGraph::reversed() const {
  LiveGraph result{std::vector<Node>(nodes.size()), bytes};
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    result.nodes[node].buffers = nodes[node].buffers;
    for (uint32_t predecessor : nodes[node].predecessors)
      result.nodes[predecessor].predecessors.push_back(node);
    for (const InPlacePair &pair : nodes[node].inPlace)
      result.nodes[node].inPlace.push_back({pair.donor, pair.taker});
  }
  return result;
}

// LiveCounter

LiveCounter::LiveCounter(const LiveGraph &graph) : graph(&graph), total(graph.bytes.size()) {
  for (const LiveGraph::Node &node : graph.nodes)
    for (uint32_t buffer : node.buffers)
      ++total[buffer];
  remaining = total;
}

bool LiveCounter::canTake(const LiveGraph::InPlacePair &pair) const {
  return isBornAt(pair.taker) && diesAt(pair.donor) && graph->bytes[pair.taker] <= graph->bytes[pair.donor];
}

/// Bytes of takers that need none of their own while the node runs. A donor gives its bytes to the largest taker that
/// fits, as the memory planner does.
int64_t LiveCounter::savedInPlace(const LiveGraph::Node &node) const {
  int64_t saved = 0;
  for (const LiveGraph::InPlacePair &pair : node.inPlace) {
    int64_t bytes = graph->bytes[pair.taker];
    auto isSmaller = [&](const LiveGraph::InPlacePair &other) {
      int64_t theirs = graph->bytes[other.taker];
      return other.donor != pair.donor || !canTake(other) || theirs < bytes ||
             (theirs == bytes && other.taker >= pair.taker);
    };
    if (canTake(pair) && std::all_of(node.inPlace.begin(), node.inPlace.end(), isSmaller))
      saved += bytes;
  }
  return saved;
}

LiveCounter::Effect LiveCounter::effectOf(uint32_t index) const {
  const LiveGraph::Node &node = graph->nodes[index];
  Effect effect{liveBytes, liveBytes};
  for (uint32_t buffer : node.buffers) {
    int64_t bytes = graph->bytes[buffer];
    if (isBornAt(buffer)) {
      effect.during += bytes;
      effect.after += bytes;
    }
    if (diesAt(buffer))
      effect.after -= bytes;
  }
  if (!node.inPlace.empty())
    effect.during -= savedInPlace(node);
  return effect;
}

void LiveCounter::run(uint32_t node) {
  liveBytes = effectOf(node).after;
  for (uint32_t buffer : graph->nodes[node].buffers)
    --remaining[buffer];
}

int64_t peakBytes(const LiveGraph &graph, const NodeOrder &order) {
  LiveCounter counter(graph);
  int64_t peak = 0;
  for (uint32_t node : order) {
    peak = std::max(peak, counter.effectOf(node).during);
    counter.run(node);
  }
  return peak;
}

// Frontier

Frontier::Frontier(const LiveGraph &graph, const std::vector<std::vector<uint32_t>> &successors)
    : successors(&successors) {
  for (uint32_t node = 0; node < graph.nodes.size(); ++node) {
    waitingFor.push_back(static_cast<uint32_t>(graph.nodes[node].predecessors.size()));
    if (waitingFor.back() == 0)
      readyNodes.push_back(node);
  }
}

void Frontier::run(uint32_t node) {
  readyNodes.erase(std::find(readyNodes.begin(), readyNodes.end(), node));
  for (uint32_t successor : (*successors)[node])
    if (--waitingFor[successor] == 0)
      readyNodes.push_back(successor);
}

// Orders

Result<MemoryPlan> planOrder(const LiveGraph &graph, const NodeOrder &order) {
  constexpr uint32_t kUnused = ~0u;
  std::vector<uint32_t> entry(graph.bytes.size(), kUnused);
  std::vector<BufferLifetime> lifetimes;
  for (uint32_t position = 0; position < order.size(); ++position)
    for (uint32_t buffer : graph.nodes[order[position]].buffers) {
      if (entry[buffer] == kUnused) {
        entry[buffer] = static_cast<uint32_t>(lifetimes.size());
        lifetimes.push_back({graph.bytes[buffer], position, position, {}});
      }
      lifetimes[entry[buffer]].last = position;
    }
  for (uint32_t position = 0; position < order.size(); ++position)
    for (const LiveGraph::InPlacePair &pair : graph.nodes[order[position]].inPlace) {
      BufferLifetime &taker = lifetimes[entry[pair.taker]];
      bool isEarlier = entry[pair.donor] < entry[pair.taker];
      if (taker.first == position && lifetimes[entry[pair.donor]].last == position && isEarlier)
        taker.inPlaceOf = entry[pair.donor];
    }
  return planMemory(lifetimes);
}

NodeOrder randomOrder(const LiveGraph &graph, std::mt19937 &random) {
  std::vector<std::vector<uint32_t>> successors = graph.successors();
  Frontier frontier(graph, successors);
  NodeOrder order;
  while (!frontier.ready().empty()) {
    order.push_back(frontier.ready()[random() % frontier.ready().size()]);
    frontier.run(order.back());
  }
  return order;
}

int64_t leastRandomPeak(const LiveGraph &graph, int count, uint32_t seed) {
  std::mt19937 random(seed);
  int64_t least = std::numeric_limits<int64_t>::max();
  for (int i = 0; i < count; ++i)
    least = std::min(least, peakBytes(graph, randomOrder(graph, random)));
  return least;
}

} // namespace weir
