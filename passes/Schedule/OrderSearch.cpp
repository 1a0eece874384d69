// A beam search over sets of nodes that have run, forwards and backwards, with several widths where the planner asks
// for it.
#include "passes/Schedule/OrderSearch.h"

#include "passes/Schedule/GreedyOrder.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>

namespace weir {

namespace {

/// Goes through the graph node by node and keeps, at each length, the best of the sets of nodes that can have run. For
/// a set only the order of lowest peak matters, so that a small graph is searched in full.
class BeamSearch {
public:
  BeamSearch(const LiveGraph &graph, size_t width) : graph(graph), successors(graph.successors()), width(width) {
    std::mt19937_64 random(1);
    for (size_t node = 0; node < graph.nodes.size(); ++node)
      marks.push_back(random());
    for (uint32_t node = 0; node < graph.nodes.size(); ++node) {
      int64_t own = 0;
      for (uint32_t buffer : graph.nodes[node].buffers)
        own += graph.bytes[buffer];
      for (const LiveGraph::InPlacePair &pair : graph.nodes[node].inPlace)
        own -= std::min(graph.bytes[pair.taker], graph.bytes[pair.donor]);
      floor = std::max(floor, own);
    }
  }

  /// An order whose peak is below `limit`, if the search meets one.
  std::optional<NodeOrder> run(int64_t limit);

private:
  struct State {
    LiveCounter counter;
    Frontier frontier;
    int64_t peak = 0;
    uint64_t set = 0;     ///< hash of the nodes that have run
    uint32_t history = 0; ///< entry of `steps`
  };
  struct Step {
    uint32_t before = 0, node = 0;
  };
  struct Candidate {
    int64_t peak = 0, after = 0;
    uint64_t set = 0;
    uint32_t state = 0, node = 0;
  };

  void collect(const std::vector<State> &states, int64_t limit);
  void keepBest();

  const LiveGraph &graph;
  std::vector<std::vector<uint32_t>> successors;
  size_t width;
  std::vector<uint64_t> marks; ///< by node, for hashes of sets
  int64_t floor = 0;           ///< no order has a lower peak
  std::vector<Step> steps;
  std::vector<Candidate> candidates;
};

void BeamSearch::collect(const std::vector<State> &states, int64_t limit) {
  candidates.clear();
  std::unordered_map<uint64_t, size_t> known;
  for (uint32_t index = 0; index < states.size(); ++index) {
    const State &state = states[index];
    std::vector<Candidate> own;
    for (uint32_t node : state.frontier.ready()) {
      LiveCounter::Effect effect = state.counter.effectOf(node);
      int64_t peak = std::max({state.peak, effect.during, floor});
      if (peak >= limit)
        continue;
      Candidate candidate{peak, effect.after, state.set ^ marks[node], index, node};
      // What raises neither the peak nor what is live can run at once: no order is better for waiting.
      if (peak == std::max(state.peak, floor) && effect.after <= state.counter.live()) {
        own.assign(1, candidate);
        break;
      }
      own.push_back(candidate);
    }
    for (const Candidate &candidate : own) {
      auto [entry, isNew] = known.try_emplace(candidate.set, candidates.size());
      if (isNew)
        candidates.push_back(candidate);
      else if (candidate.peak < candidates[entry->second].peak)
        candidates[entry->second] = candidate;
    }
  }
}

void BeamSearch::keepBest() {
  auto isBetter = [](const Candidate &a, const Candidate &b) {
    if (a.peak != b.peak)
      return a.peak < b.peak;
    if (a.after != b.after)
      return a.after < b.after;
    return a.state != b.state ? a.state < b.state : a.node < b.node;
  };
  size_t kept = std::min(width, candidates.size());
  std::partial_sort(candidates.begin(), candidates.begin() + ptrdiff_t(kept), candidates.end(), isBetter);
  candidates.resize(kept);
}

std::optional<NodeOrder> BeamSearch::run(int64_t limit) {
  steps.assign(1, {});
  std::vector<State> states;
  states.push_back({LiveCounter(graph), Frontier(graph, successors)});
  for (size_t length = 0; length < graph.nodes.size(); ++length) {
    collect(states, limit);
    keepBest();
    std::vector<State> next;
    next.reserve(candidates.size());
    for (const Candidate &candidate : candidates) {
      State state = states[candidate.state];
      state.counter.run(candidate.node);
      state.frontier.run(candidate.node);
      state.peak = candidate.peak;
      state.set = candidate.set;
      steps.push_back({state.history, candidate.node});
      state.history = static_cast<uint32_t>(steps.size() - 1);
      next.push_back(std::move(state));
    }
    states = std::move(next);
    if (states.empty())
      return std::nullopt;
  }
  NodeOrder order;
  for (uint32_t entry = states.front().history; entry != 0; entry = steps[entry].before)
    order.push_back(steps[entry].node);
  std::reverse(order.begin(), order.end());
  return order;
}

/// The order with the smallest arena of those that are offered.
class BestOrder {
public:
  explicit BestOrder(const LiveGraph &graph) : graph(graph) { offer(graph.originalOrder()); }

  void offer(NodeOrder candidate) {
    Result<MemoryPlan> plan = planOrder(graph, candidate);
    if (!plan || plan->peakBytes >= arena)
      return;
    order = std::move(candidate);
    arena = plan->peakBytes;
    bound = plan->liveBound;
  }

  /// An order whose live bytes reach the arena at hand cannot have a smaller one.
  int64_t limit() const { return arena; }
  bool isTight() const { return arena <= bound + bound / 50; }
  const NodeOrder &best() const { return order; }

private:
  const LiveGraph &graph;
  NodeOrder order;
  int64_t arena = std::numeric_limits<int64_t>::max(), bound = 0;
};

} // namespace

/// The widest search finds the fewest live bytes. Where the planner cannot place them tightly, narrower searches give
/// other orders, of which one may be easier to place.
/// A search copies what it knows of a graph at each node, which graphs of thousands of nodes would pay for with the
/// square of their size; they are ordered greedily.
NodeOrder orderForLowPeak(const LiveGraph &graph) {
  constexpr size_t kWork = size_t(1) << 23, kNarrow = 4, kWide = 256;
  if (graph.nodes.empty())
    return {};
  BestOrder best(graph);
  LiveGraph reversed = graph.reversed();
  auto offerReversed = [&](NodeOrder order) {
    std::reverse(order.begin(), order.end());
    best.offer(std::move(order));
  };
  size_t width = std::min(kWork / (graph.nodes.size() * graph.nodes.size()), kWide);
  if (width < kNarrow) {
    best.offer(greedyOrder(graph));
    offerReversed(greedyOrder(reversed));
    return best.best();
  }
  for (; width > 0; width /= 2) {
    if (auto order = BeamSearch(graph, width).run(best.limit()))
      best.offer(std::move(*order));
    if (auto order = BeamSearch(reversed, width).run(best.limit()))
      offerReversed(std::move(*order));
    if (best.isTight())
      break;
  }
  return best.best();
}

} // namespace weir
