// Edges and merges against a search through all paths, and what questions cost in graphs of growing size.
#include "lib/Support/AcyclicGraph.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace weir {
namespace {

using Node = AcyclicGraph::Node;

/// The same graph without an order.
struct PlainGraph {
  std::vector<std::set<Node>> successors;

  bool reaches(Node from, Node to, bool isDirectOpen) const {
    std::set<Node> seen;
    std::vector<Node> open{from};
    while (!open.empty()) {
      Node node = open.back();
      open.pop_back();
      for (Node next : successors[node]) {
        if (next == to && (node != from || isDirectOpen))
          return true;
        if (next != to && seen.insert(next).second)
          open.push_back(next);
      }
    }
    return false;
  }

  void merge(Node from, Node into) {
    successors[into].insert(successors[from].begin(), successors[from].end());
    successors[from].clear();
    for (std::set<Node> &next : successors)
      if (next.erase(from))
        next.insert(into);
    successors[into].erase(into);
  }
};

TEST(AcyclicGraph, RefusesACycle) {
  AcyclicGraph graph;
  Node a = graph.addNode(), b = graph.addNode(), c = graph.addNode();
  EXPECT_TRUE(graph.tryEdge(c, b));
  EXPECT_TRUE(graph.tryEdge(b, a));
  EXPECT_TRUE(graph.isBefore(c, b) && graph.isBefore(b, a));
  EXPECT_FALSE(graph.tryEdge(a, c));
  EXPECT_FALSE(graph.tryEdge(a, a));
}

TEST(AcyclicGraph, MergesOnlyWithoutAPathAround) {
  AcyclicGraph graph;
  Node a = graph.addNode(), b = graph.addNode(), c = graph.addNode();
  graph.tryEdge(a, b);
  graph.tryEdge(b, c);
  graph.tryEdge(a, c);
  EXPECT_FALSE(graph.tryMerge(a, c));
  EXPECT_TRUE(graph.tryMerge(b, c));
  EXPECT_TRUE(graph.tryMerge(a, c));
}

TEST(AcyclicGraph, AnEdgeCanBeTakenBack) {
  AcyclicGraph graph;
  Node a = graph.addNode(), b = graph.addNode();
  EXPECT_TRUE(graph.tryEdge(b, a));
  graph.removeLastEdge(b);
  EXPECT_TRUE(graph.tryEdge(a, b));
}

TEST(AcyclicGraph, GivesUpBeyondTheLimit) {
  AcyclicGraph graph;
  for (int i = 0; i < 100; ++i)
    graph.addNode();
  for (Node i = 0; i + 1 < 100; ++i)
    graph.tryEdge(i, i + 1);
  EXPECT_FALSE(graph.tryEdge(99, 0, 10));
  EXPECT_LE(graph.steps(), 10u);
}

TEST(AcyclicGraph, EdgesAgreeWithASearchThroughAllPaths) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    uint32_t count = 3 + seed % 30;
    AcyclicGraph graph;
    PlainGraph plain{std::vector<std::set<Node>>(count)};
    for (uint32_t i = 0; i < count; ++i)
      graph.addNode();
    for (uint32_t i = 0; i < 4 * count; ++i) {
      Node from = random() % count, to = random() % count;
      bool isFine = from != to && !plain.reaches(to, from, true);
      ASSERT_EQ(graph.tryEdge(from, to), isFine) << seed;
      if (isFine)
        plain.successors[from].insert(to);
      for (Node node = 0; node < count; ++node)
        for (Node next : plain.successors[node])
          ASSERT_TRUE(graph.isBefore(node, next)) << seed;
    }
  }
}

TEST(AcyclicGraph, MergesAgreeWithASearchThroughAllPaths) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    uint32_t count = 4 + seed % 40;
    AcyclicGraph graph;
    PlainGraph plain{std::vector<std::set<Node>>(count)};
    for (Node i = 0; i < count; ++i) {
      graph.addNode();
      for (int edges = random() % 3; i > 0 && edges > 0; --edges) {
        Node from = random() % i;
        ASSERT_TRUE(graph.tryEdge(from, i));
        plain.successors[from].insert(i);
      }
    }
    for (uint32_t i = 0; i < 6 * count; ++i) {
      Node from = random() % count;
      if (plain.successors[from].empty())
        continue;
      Node into = *std::next(plain.successors[from].begin(), random() % plain.successors[from].size());
      bool isFine = !plain.reaches(from, into, false);
      ASSERT_EQ(graph.tryMerge(from, into), isFine) << seed;
      if (isFine)
        plain.merge(from, into);
      for (Node node = 0; node < count; ++node)
        for (Node next : plain.successors[node])
          ASSERT_TRUE(graph.isBefore(node, next)) << seed;
    }
  }
}

/// What it costs to merge a comb: a chain with a tooth at each node, which is merged first. Many edges from one node.
TEST(AcyclicGraph, CostsStepsInProportionToTheGraph) {
  auto stepsFor = [](uint32_t count) {
    AcyclicGraph graph;
    Node shared = graph.addNode(), before = shared;
    for (uint32_t i = 0; i < count; ++i) {
      Node tooth = graph.addNode(), next = graph.addNode();
      graph.tryEdge(shared, tooth);
      graph.tryEdge(tooth, next);
      graph.tryEdge(before, next);
      EXPECT_TRUE(graph.tryMerge(tooth, next));
      before = next;
    }
    return graph.steps();
  };
  EXPECT_LE(stepsFor(16000), 20u * 16000);
}

} // namespace
} // namespace weir
