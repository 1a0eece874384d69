// Dependencies, arena buffers and in-place offers of a program as a graph.
#include "passes/Schedule/ProgramGraph.h"

#include "dialects/Vm/HostScalars.h"
#include "lib/Artifact/Verify.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;

namespace weir {

static int64_t estimatedBytes(vm::ArenaOp arena) {
  int64_t unknown = 1;
  for (Value size : arena.getSizes())
    unknown *= std::max<int64_t>(vm::evaluate(size, kAssumedSize), 0);
  Result<int64_t> known = arena.getType().numBytes();
  // A size that overflows is the planner's to report; ordering needs only to see that it is large.
  constexpr int64_t kLarge = int64_t(1) << 40;
  int64_t bytes = 0;
  if (!known || __builtin_mul_overflow(*known, unknown, &bytes) || bytes > kLarge)
    return kLarge;
  return static_cast<int64_t>(llvm::alignTo(static_cast<uint64_t>(bytes), kArenaAlignment));
}

LiveGraph liveGraphOf(const vm::Accesses &accesses) {
  constexpr uint32_t kNone = ~0u;
  LiveGraph graph;
  std::vector<uint32_t> bufferOf(accesses.numStorages(), kNone);
  for (uint32_t storage = 0; storage < accesses.numStorages(); ++storage)
    if (vm::ArenaOp arena = accesses.arena(storage)) {
      bufferOf[storage] = static_cast<uint32_t>(graph.bytes.size());
      graph.bytes.push_back(estimatedBytes(arena));
    }
  std::vector<std::vector<uint32_t>> predecessors = accesses.predecessors();
  for (auto [position, instruction] : llvm::enumerate(accesses.instructions())) {
    LiveGraph::Node &node = graph.nodes.emplace_back();
    node.predecessors = std::move(predecessors[position]);
    for (const vm::StorageUse &use : instruction.uses)
      if (uint32_t buffer = bufferOf[use.storage]; buffer != kNone && !llvm::is_contained(node.buffers, buffer))
        node.buffers.push_back(buffer);
    for (const vm::InPlaceOffer &offer : instruction.inPlaceOffers)
      node.inPlace.push_back({bufferOf[offer.taker], bufferOf[offer.donor]});
  }
  return graph;
}

} // namespace weir
