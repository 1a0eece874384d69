// The order is a list whose members have growing labels, so that a node moves without the others. A question goes
// forwards from one end and backwards from the other in turn; the end that is done first says which nodes have to move.
#include "lib/Support/AcyclicGraph.h"

#include <algorithm>
#include <utility>

namespace weir {

/// Between neighbours at first: a place can be halved that many times before all nodes get new labels.
constexpr uint64_t kRoom = uint64_t(1) << 40;

AcyclicGraph::Node AcyclicGraph::addNode() {
  auto node = static_cast<Node>(nodes.size());
  nodes.emplace_back();
  nodes[node].parent = node;
  nodes[node].before = last;
  nodes[node].label = last == kNone ? kRoom : nodes[last].label + kRoom;
  (last == kNone ? first : nodes[last].after) = node;
  last = node;
  return node;
}

AcyclicGraph::Node AcyclicGraph::find(Node node) {
  while (nodes[node].parent != node)
    node = nodes[node].parent = nodes[nodes[node].parent].parent;
  return node;
}

bool AcyclicGraph::tryEdge(Node from, Node to, uint64_t limit) {
  if (from == to)
    return false;
  if (!isBefore(from, to)) {
    std::optional<NoPath> answer = search(to, from, /*isMerge=*/false, limit);
    if (!answer)
      return false;
    // Either `to` and what follows it moves behind `from`, or `from` and what it needs before `to`.
    answer->met.push_back(answer->end == End::From ? to : from);
    moveBehind(answer->end == End::From ? from : nodes[to].before, inOrder(std::move(answer->met)));
  }
  nodes[from].successors.push_back(to);
  nodes[to].predecessors.push_back(from);
  return true;
}

void AcyclicGraph::removeLastEdge(Node from) {
  Node to = nodes[from].successors.back();
  nodes[from].successors.pop_back();
  std::vector<Node> &others = nodes[to].predecessors;
  others.erase(std::find(others.rbegin(), others.rend(), from).base() - 1);
}

bool AcyclicGraph::tryMerge(Node from, Node into, uint64_t limit) {
  std::optional<NoPath> answer = search(from, into, /*isMerge=*/true, limit);
  if (!answer)
    return false;
  // What follows `from` moves behind the merged node, or what `into` needs before it.
  if (answer->end == End::From) {
    moveBehind(into, inOrder(std::move(answer->met)));
  } else {
    moveBehind(nodes[from].before, inOrder(std::move(answer->met)));
    moveBehind(from, {into});
  }
  unlink(from);
  nodes[from].parent = into;
  for (auto list : {&Entry::successors, &Entry::predecessors}) {
    std::vector<Node> &kept = nodes[into].*list, &added = nodes[from].*list;
    if (kept.size() < added.size())
      kept.swap(added);
    kept.insert(kept.end(), added.begin(), added.end());
    added = {};
  }
  return true;
}

// Questions.

std::optional<AcyclicGraph::NoPath> AcyclicGraph::search(Node from, Node to, bool isMerge, uint64_t limit) {
  ++question;
  nodes[from].met = mark(End::From);
  nodes[to].met = mark(End::To);
  Search searches[] = {{End::From, {from}}, {End::To, {to}}};
  for (uint64_t step = 0; step < limit; ++step) {
    Search &search = searches[step % 2];
    switch (look(search, from, to, isMerge)) {
    case Look::Path:
      return std::nullopt;
    case Look::Nothing:
      search.nodes.erase(search.nodes.begin());
      return NoPath{search.end, std::move(search.nodes)};
    case Look::Edge:
      break;
    }
  }
  return std::nullopt;
}

/// Looks at the next edge of a search.
AcyclicGraph::Look AcyclicGraph::look(Search &search, Node from, Node to, bool isMerge) {
  bool isForwards = search.end == End::From;
  while (search.node < search.nodes.size()) {
    Node at = search.nodes[search.node];
    std::vector<Node> &edges = isForwards ? nodes[at].successors : nodes[at].predecessors;
    if (search.edge == edges.size()) {
      ++search.node;
      search.edge = 0;
      continue;
    }
    ++stepCount;
    Node next = edges[search.edge] = find(edges[search.edge]);
    if (next == at) { // of nodes merged since
      edges[search.edge] = edges.back();
      edges.pop_back();
      continue;
    }
    ++search.edge;
    Node start = isForwards ? from : to, goal = isForwards ? to : from;
    if (next == goal && at == start && isMerge)
      return Look::Edge;
    uint64_t met = nodes[next].met;
    if (met == mark(isForwards ? End::To : End::From))
      return Look::Path;
    bool isBetween = isForwards ? isBefore(next, goal) : isBefore(goal, next);
    if (isBetween && met != mark(search.end)) {
      nodes[next].met = mark(search.end);
      search.nodes.push_back(next);
    }
    return Look::Edge;
  }
  return Look::Nothing;
}

// The order.

std::vector<AcyclicGraph::Node> AcyclicGraph::inOrder(std::vector<Node> list) const {
  std::sort(list.begin(), list.end(), [&](Node a, Node b) { return isBefore(a, b); });
  return list;
}

void AcyclicGraph::unlink(Node node) {
  auto [before, after] = std::pair(nodes[node].before, nodes[node].after);
  (before == kNone ? first : nodes[before].after) = after;
  (after == kNone ? last : nodes[after].before) = before;
}

void AcyclicGraph::moveBehind(Node place, const std::vector<Node> &list) {
  stepCount += list.size();
  for (Node node : list)
    unlink(node);
  Node next = place == kNone ? first : nodes[place].after;
  uint64_t low = place == kNone ? 0 : nodes[place].label;
  uint64_t high = next == kNone ? low + (list.size() + 1) * kRoom : nodes[next].label;
  uint64_t distance = (high - low) / (list.size() + 1);
  Node at = place;
  for (Node node : list) {
    nodes[node].before = at;
    nodes[node].label = low += distance;
    (at == kNone ? first : nodes[at].after) = node;
    at = node;
  }
  if (at != kNone)
    nodes[at].after = next;
  (next == kNone ? last : nodes[next].before) = at;
  if (distance == 0)
    relabel();
}

void AcyclicGraph::relabel() {
  stepCount += nodes.size();
  uint64_t label = 0;
  for (Node node = first; node != kNone; node = nodes[node].after)
    nodes[node].label = label += kRoom;
}

} // namespace weir
