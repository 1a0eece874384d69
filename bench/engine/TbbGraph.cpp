// A node of a flow graph per instruction.
#include "bench/engine/PeerGraphs.h"

#include <tbb/flow_graph.h>
#include <tbb/global_control.h>

#include <atomic>
#include <deque>

namespace weir::bench {

namespace {

class TbbGraph final : public PeerGraph {
public:
  explicit TbbGraph(const Edges &edges) : start(graph) {
    for (const std::vector<uint32_t> &before : edges) {
      Node &node = nodes.emplace_back(graph, [](const Message &message) { return message; });
      if (before.empty())
        tbb::flow::make_edge(start, node);
      for (uint32_t earlier : before)
        tbb::flow::make_edge(nodes[earlier], node);
    }
  }
  void run() override {
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
    start.try_put(Message());
    graph.wait_for_all();
  }

private:
  using Message = tbb::flow::continue_msg;
  using Node = tbb::flow::continue_node<Message>;

  tbb::flow::graph graph;
  tbb::flow::broadcast_node<Message> start;
  std::deque<Node> nodes;
};

} // namespace

std::unique_ptr<PeerGraph> tbbGraph(const Edges &edges) { return std::make_unique<TbbGraph>(edges); }

} // namespace weir::bench
