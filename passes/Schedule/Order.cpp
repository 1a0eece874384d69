// Moves the instructions of a program into the order that the search finds.
#include "passes/Schedule/OrderSearch.h"
#include "passes/Schedule/Passes.h"
#include "passes/Schedule/ProgramGraph.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_ORDERPASS
#include "passes/Schedule/Passes.h.inc"

namespace {

bool readsInput(Operation *op) {
  return llvm::any_of(cast<vm::InstructionInterface>(op).bufferUses(), [](const vm::BufferUse &use) {
    return vm::rootBuffer(use.buffer).getDefiningOp<vm::InputOp>() != nullptr;
  });
}

/// What is made of variables and constants alone comes right before what needs it first, all else stays where it is:
/// kernels that are packed for gradients would keep what comes before these, and is sent to others, waiting.
NodeOrder orderForOthers(const vm::Accesses &accesses) {
  ArrayRef<vm::InstructionAccesses> list = accesses.instructions();
  std::vector<std::vector<uint32_t>> predecessors = accesses.predecessors();
  auto count = static_cast<uint32_t>(list.size());
  std::vector<uint32_t> before(count, count); // which of those that stay
  std::vector<char> stays(count);
  for (uint32_t i = 0; i < count; ++i)
    stays[i] = list[i].isMeeting || list[i].writesVariable || vm::isFence(list[i].kind) || readsInput(list[i].op) ||
               llvm::any_of(predecessors[i], [&](uint32_t earlier) { return stays[earlier] != 0; });
  for (uint32_t i = count; i-- > 0;) {
    stays[i] |= before[i] == count; // nobody needs it
    for (uint32_t earlier : predecessors[i])
      before[earlier] = std::min(before[earlier], stays[i] ? i : before[i]);
  }
  std::vector<NodeOrder> moved(count);
  for (uint32_t i = 0; i < count; ++i)
    if (!stays[i])
      moved[before[i]].push_back(i);
  NodeOrder order;
  for (uint32_t i = 0; i < count; ++i)
    if (stays[i]) {
      llvm::append_range(order, moved[i]);
      order.push_back(i);
    }
  return order;
}

struct OrderPass : impl::OrderPassBase<OrderPass> {
  void runOnOperation() override {
    vm::Accesses accesses(getOperation());
    LiveGraph graph = liveGraphOf(accesses);
    // What ranks wait for is sent as early as the job makes it, though a gradient that is computed last takes less
    // memory.
    bool meets = llvm::any_of(accesses.instructions(), [](const auto &instruction) { return instruction.isMeeting; });
    NodeOrder order = meets ? orderForOthers(accesses) : orderForLowPeak(graph);
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
