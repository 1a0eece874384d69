// Moves the instructions of a program into the order that the search finds.
#include "passes/Schedule/OrderSearch.h"
#include "passes/Schedule/Passes.h"
#include "passes/Schedule/ProgramGraph.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_ORDERPASS
#include "passes/Schedule/Passes.h.inc"

namespace {

struct OrderPass : impl::OrderPassBase<OrderPass> {
  void runOnOperation() override {
    vm::Accesses accesses(getOperation());
    // What ranks wait for is sent as early as the job makes it, though a gradient that is computed last takes less
    // memory.
    if (llvm::any_of(accesses.instructions(), [](const auto &instruction) { return instruction.isMeeting; }))
      return markAllAnalysesPreserved();
    LiveGraph graph = liveGraphOf(accesses);
    NodeOrder order = orderForLowPeak(graph);
    if (order == graph.originalOrder())
      return markAllAnalysesPreserved();
    // What instructions refer to stands before the block's end wherever it stands.
    Block &block = getOperation().getBody().front();
    for (uint32_t node : order)
      accesses.instructions()[node].op->moveBefore(&block, block.end());
  }
};

} // namespace

} // namespace weir
