// The search for an order: hand-made graphs whose best order is known, and how close it gets on random ones.
#include "passes/Schedule/OrderSearch.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace weir {
namespace {

/// Node i makes buffer i and uses the buffers `from`.
void addNode(LiveGraph &graph, int64_t bytes, std::vector<uint32_t> from) {
  LiveGraph::Node node{from, from, {}};
  node.buffers.push_back(static_cast<uint32_t>(graph.bytes.size()));
  graph.nodes.push_back(node);
  graph.bytes.push_back(bytes);
}

bool isLegal(const LiveGraph &graph, const NodeOrder &order) {
  std::vector<bool> done(graph.nodes.size());
  for (uint32_t node : order) {
    for (uint32_t predecessor : graph.nodes[node].predecessors)
      if (!done[predecessor])
        return false;
    if (done[node])
      return false;
    done[node] = true;
  }
  return order.size() == graph.nodes.size();
}

TEST(LiveGraph, CountsFromFirstToLastUse) {
  LiveGraph graph;
  addNode(graph, 100, {});
  addNode(graph, 10, {0});
  addNode(graph, 1, {1});
  EXPECT_EQ(peakBytes(graph, {0, 1, 2}), 110);
}

TEST(LiveGraph, ATakerNeedsNoBytesWhileItsDonorDies) {
  LiveGraph graph;
  addNode(graph, 100, {});
  addNode(graph, 100, {0});
  graph.nodes[1].inPlace = {{1, 0}};
  EXPECT_EQ(peakBytes(graph, {0, 1}), 100);
  addNode(graph, 1, {0, 1}); // the donor outlives the node
  EXPECT_EQ(peakBytes(graph, {0, 1, 2}), 201);
}

TEST(LiveGraph, ADonorHasOneTaker) {
  LiveGraph graph;
  addNode(graph, 100, {});
  addNode(graph, 100, {0});
  graph.bytes.push_back(90);
  graph.nodes[1].buffers.push_back(2);
  graph.nodes[1].inPlace = {{2, 0}, {1, 0}};
  EXPECT_EQ(peakBytes(graph, {0, 1}), 190);
}

/// Two branches that each widen and narrow: one after the other, not side by side.
TEST(OrderSearch, FinishesABranchBeforeTheNext) {
  LiveGraph graph;
  addNode(graph, 64, {});
  addNode(graph, 6400, {0});
  addNode(graph, 6400, {0});
  addNode(graph, 64, {1});
  addNode(graph, 64, {2});
  addNode(graph, 64, {3, 4});
  NodeOrder order = orderForLowPeak(graph);
  ASSERT_TRUE(isLegal(graph, order));
  EXPECT_EQ(peakBytes(graph, graph.originalOrder()), 2 * 6400 + 64);
  EXPECT_EQ(peakBytes(graph, order), 6400 + 2 * 64);
}

/// The branch whose end is small goes first, whatever its middle needs.
TEST(OrderSearch, TakesTheBranchWithTheSmallEndFirst) {
  LiveGraph graph;
  addNode(graph, 640, {});
  addNode(graph, 640, {});
  addNode(graph, 6400, {1});
  addNode(graph, 64, {2});
  addNode(graph, 64, {0, 3});
  NodeOrder order = orderForLowPeak(graph);
  ASSERT_TRUE(isLegal(graph, order));
  EXPECT_EQ(peakBytes(graph, order), 640 + 6400);
}

TEST(OrderSearch, KeepsAnOrderThatIsAsGood) {
  LiveGraph graph;
  for (uint32_t i = 0; i < 50; ++i)
    addNode(graph, 64, i == 0 ? std::vector<uint32_t>() : std::vector<uint32_t>{i - 1});
  EXPECT_EQ(orderForLowPeak(graph), graph.originalOrder());
  EXPECT_EQ(orderForLowPeak(LiveGraph()), NodeOrder());
}

/// Nodes use buffers of nodes shortly before them, now and then one from far back; some start anew; sizes differ by two
/// orders of magnitude; a third of the nodes can work in place.
LiveGraph branchingGraph(std::mt19937 &random, uint32_t count) {
  LiveGraph graph;
  for (uint32_t i = 0; i < count; ++i) {
    std::vector<uint32_t> from;
    for (uint32_t k = random() % 8 == 0 ? 0 : 1 + random() % 3; k > 0 && i > 0; --k) {
      uint32_t reach = random() % 16 == 0 ? i : std::min(i, 12u);
      uint32_t donor = i - 1 - uint32_t(random() % reach);
      if (std::find(from.begin(), from.end(), donor) == from.end())
        from.push_back(donor);
    }
    addNode(graph, 64 * int64_t(1 + random() % (random() % 10 == 0 ? 1000 : 100)), from);
    if (!from.empty() && random() % 3 == 0)
      graph.nodes.back().inPlace = {{i, from[random() % from.size()]}};
  }
  return graph;
}

/// A forward pass whose activations the backward pass reads in reverse, and an update per layer that nobody waits for.
LiveGraph trainingGraph(std::mt19937 &random, uint32_t layers) {
  LiveGraph graph;
  std::vector<uint32_t> activations;
  for (uint32_t layer = 0; layer < layers; ++layer) {
    std::vector<uint32_t> from = layer == 0 ? std::vector<uint32_t>() : std::vector<uint32_t>{activations.back()};
    if (layer > 4 && random() % 4 == 0)
      from.push_back(activations[layer - 3]);
    activations.push_back(static_cast<uint32_t>(graph.nodes.size()));
    addNode(graph, 64 * int64_t(16 + random() % 500), from);
  }
  uint32_t gradient = activations.back();
  for (uint32_t layer = layers; layer-- > 0;) {
    std::vector<uint32_t> from{gradient};
    if (activations[layer] != gradient)
      from.push_back(activations[layer]);
    auto weightGradient = static_cast<uint32_t>(graph.nodes.size());
    addNode(graph, 64 * int64_t(1 + random() % 800), from);
    addNode(graph, 0, {weightGradient}); // the update writes a variable
    gradient = static_cast<uint32_t>(graph.nodes.size());
    addNode(graph, graph.bytes[activations[layer]], from);
  }
  return graph;
}

void expectClose(const LiveGraph &graph, uint32_t seed, const char *kind) {
  NodeOrder order = orderForLowPeak(graph);
  ASSERT_TRUE(isLegal(graph, order)) << kind << " " << seed;
  ASSERT_EQ(order, orderForLowPeak(graph)) << kind << " " << seed;
  Result<MemoryPlan> plan = planOrder(graph, order);
  ASSERT_TRUE(bool(plan));
  EXPECT_EQ(plan->liveBound, peakBytes(graph, order)) << kind << " " << seed;
  EXPECT_LE(double(plan->peakBytes), 1.05 * double(plan->liveBound)) << kind << " " << seed;
  EXPECT_LE(double(plan->peakBytes), 1.10 * double(leastRandomPeak(graph, 1000, seed))) << kind << " " << seed;
}

TEST(OrderSearch, GetsCloseOnBranchingGraphs) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    expectClose(branchingGraph(random, 5 + 2 * seed), seed, "branching");
  }
}

/// Too many nodes for a search: a layer's update frees its gradient, so it must not wait until the end.
TEST(OrderSearch, OrdersLargeGraphsGreedily) {
  std::mt19937 random(1);
  LiveGraph graph = trainingGraph(random, 1000);
  LiveGraph late = graph; // the updates stand behind all else
  std::vector<uint32_t> updates, others, place(graph.nodes.size());
  for (uint32_t node = 0; node < graph.nodes.size(); ++node)
    (graph.bytes[node] == 0 ? updates : others).push_back(node);
  others.insert(others.end(), updates.begin(), updates.end());
  for (uint32_t i = 0; i < others.size(); ++i)
    place[others[i]] = i;
  for (uint32_t i = 0; i < others.size(); ++i) {
    late.nodes[i] = graph.nodes[others[i]];
    for (uint32_t &predecessor : late.nodes[i].predecessors)
      predecessor = place[predecessor];
  }
  NodeOrder order = orderForLowPeak(late);
  ASSERT_TRUE(isLegal(late, order));
  int64_t early = peakBytes(graph, graph.originalOrder());
  EXPECT_LT(4 * early, 3 * peakBytes(late, late.originalOrder()));
  EXPECT_LE(double(peakBytes(late, order)), 1.05 * double(early));
}

TEST(OrderSearch, GetsCloseOnTrainingGraphs) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    expectClose(trainingGraph(random, 2 + seed), seed, "training");
  }
}

} // namespace
} // namespace weir
