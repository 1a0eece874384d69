// A directed acyclic graph to which edges are added and whose nodes merge, in topological order. Knows no IR.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace weir {

/// Keeps a topological order. To find whether a new edge or a merge would close a cycle, it searches only the nodes
/// that are between the two ends in that order, from both ends at once, and none if the order itself is the answer.
class AcyclicGraph {
public:
  using Node = uint32_t;
  static constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();

  /// A new node, behind all others.
  Node addNode();
  size_t size() const { return nodes.size(); }

  /// Adds the edge unless it would close a cycle. Looks at `limit` edges at most and returns false where that is too
  /// few.
  bool tryEdge(Node from, Node to, uint64_t limit = kNoLimit);
  /// Takes back the edge that was added last at `from`.
  void removeLastEdge(Node from);

  /// Makes `from` a part of `into`, to which an edge leads from it, unless a path leads there by way of a third: the
  /// merged node would depend on itself. Looks at `limit` edges at most and answers false where that is too few.
  bool tryMerge(Node from, Node into, uint64_t limit = kNoLimit);

  bool isBefore(Node before, Node after) const { return nodes[before].label < nodes[after].label; }
  /// In a graph whose nodes do not merge.
  const std::vector<Node> &successors(Node node) const { return nodes[node].successors; }

  /// Edges looked at and nodes moved so far: what all questions have cost.
  uint64_t steps() const { return stepCount; }

private:
  static constexpr Node kNone = std::numeric_limits<Node>::max();

  struct Entry {
    std::vector<Node> successors, predecessors; ///< some of them merged since, see find
    Node parent = kNone;                        ///< the node of which this one is a part, or itself
    Node before = kNone, after = kNone;         ///< neighbours in the order
    uint64_t label = 0;                         ///< grows along the order
    uint64_t met = 0;                           ///< the question in which the node was met last, and from which end
  };
  /// The two ends of a question: is there a path from one to the other?
  enum class End { From, To };
  struct Search {
    End end;
    std::vector<Node> nodes; ///< met, its end first; each is looked at in turn
    size_t node = 0, edge = 0;
  };
  /// That there is no path: the search that has met all it can, but its end.
  struct NoPath {
    End end;
    std::vector<Node> met;
  };
  enum class Look { Edge, Nothing, Path };

  Node find(Node node);
  std::optional<NoPath> search(Node from, Node to, bool isMerge, uint64_t limit);
  Look look(Search &search, Node from, Node to, bool isMerge);
  uint64_t mark(End end) const { return 2 * question + (end == End::To); }

  std::vector<Node> inOrder(std::vector<Node> list) const;
  void unlink(Node node);
  /// Moves the nodes of the list, in its order, behind `place`, or to the front where that is kNone.
  void moveBehind(Node place, const std::vector<Node> &list);
  void relabel();

  std::vector<Entry> nodes;
  Node first = kNone, last = kNone;
  uint64_t question = 0, stepCount = 0;
};

} // namespace weir
