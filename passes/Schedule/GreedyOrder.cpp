// What a ready node does to the live bytes changes only as others use its buffers, so nodes wait in sorted sets.
#include "passes/Schedule/GreedyOrder.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace weir {

namespace {

class Greedy {
public:
  explicit Greedy(const LiveGraph &graph)
      : graph(graph), successors(graph.successors()), counter(graph), users(graph.bytes.size()),
        unused(graph.bytes.size()), rises(graph.nodes.size()), waitingFor(graph.nodes.size()),
        isReady(graph.nodes.size()) {
    for (uint32_t node = 0; node < graph.nodes.size(); ++node) {
      for (uint32_t buffer : graph.nodes[node].buffers)
        users[buffer].push_back(node);
      waitingFor[node] = static_cast<uint32_t>(graph.nodes[node].predecessors.size());
    }
    for (uint32_t buffer = 0; buffer < users.size(); ++buffer)
      unused[buffer] = users[buffer].size();
    for (uint32_t node = 0; node < graph.nodes.size(); ++node)
      if (waitingFor[node] == 0)
        insert(node);
  }

  NodeOrder run() {
    NodeOrder order;
    while (!byBytesAfter.empty()) {
      order.push_back(choose());
      run(order.back());
    }
    return order;
  }

private:
  /// Of live bytes, relative to what is live now.
  struct Rise {
    int64_t during = 0, after = 0;
  };

  uint32_t choose() const {
    constexpr int kCandidates = 8;
    auto candidate = byBytesAfter.begin();
    for (int i = 0; i < kCandidates && candidate != byBytesAfter.end(); ++i, ++candidate)
      if (auto [after, during, node] = *candidate; counter.live() + during <= peak)
        return node;
    return std::get<2>(*byBytesDuring.begin());
  }

  void run(uint32_t node) {
    erase(node);
    peak = std::max(peak, counter.effectOf(node).during);
    counter.run(node);
    for (uint32_t buffer : graph.nodes[node].buffers) {
      bool isFirst = unused[buffer] == users[buffer].size();
      --unused[buffer];
      if (isFirst || unused[buffer] == 1)
        updateUsers(buffer);
    }
    for (uint32_t successor : successors[node])
      if (--waitingFor[successor] == 0)
        insert(successor);
  }

  /// Who uses the buffer need not bring it to life any more, or lets it die.
  void updateUsers(uint32_t buffer) {
    for (uint32_t user : users[buffer])
      if (isReady[user]) {
        erase(user);
        insert(user);
      }
  }

  void insert(uint32_t node) {
    LiveCounter::Effect effect = counter.effectOf(node);
    rises[node] = {effect.during - counter.live(), effect.after - counter.live()};
    auto [during, after] = rises[node];
    byBytesAfter.insert({after, during, node});
    byBytesDuring.insert({during, after, node});
    isReady[node] = true;
  }

  void erase(uint32_t node) {
    auto [during, after] = rises[node];
    byBytesAfter.erase({after, during, node});
    byBytesDuring.erase({during, after, node});
    isReady[node] = false;
  }

  const LiveGraph &graph;
  std::vector<std::vector<uint32_t>> successors;
  LiveCounter counter;
  std::vector<std::vector<uint32_t>> users; ///< by buffer
  std::vector<size_t> unused;               ///< users that have not run, by buffer
  std::vector<Rise> rises;                  ///< of ready nodes
  std::vector<uint32_t> waitingFor;
  std::vector<bool> isReady;
  std::set<std::tuple<int64_t, int64_t, uint32_t>> byBytesAfter, byBytesDuring;
  int64_t peak = 0;
};

} // namespace

NodeOrder greedyOrder(const LiveGraph &graph) { return Greedy(graph).run(); }

} // namespace weir
