// A task per instruction, which depends on those before it.
#include "bench/engine/PeerGraphs.h"

namespace weir::bench {

namespace {

class OpenMpTasks final : public PeerGraph {
public:
  explicit OpenMpTasks(const Edges &edges) : edges(edges), ends(edges.size()) {}

  void run() override {
    char *end = ends.data();
#pragma omp parallel num_threads(1)
#pragma omp single
    for (size_t i = 0; i < edges.size(); ++i) {
      const std::vector<uint32_t> &before = edges[i];
      // What depends on a task names a byte that the task writes.
      char *first = end + (before.empty() ? i : before[0]), *second = end + (before.size() < 2 ? i : before[1]);
#pragma omp task depend(in : *first, *second) depend(out : end[i])
      {
      }
    }
  }

private:
  const Edges &edges;
  std::vector<char> ends;
};

} // namespace

std::unique_ptr<PeerGraph> openMpTasks(const Edges &edges) { return std::make_unique<OpenMpTasks>(edges); }

} // namespace weir::bench
