// Walks from results to the operands that they are computed from.
#include "lib/Target/Gpu/Nest/OperandReads.h"

using namespace mlir;

namespace weir::gpu {

void OperandReads::add(linalg::GenericOp generic) {
  if (!seen.insert(generic).second)
    return;
  for (OpOperand *input : generic.getDpsInputOperands()) {
    if (auto operand = dyn_cast<BlockArgument>(input->get())) {
      SmallVector<int> loops = loopsOf(generic, generic.getMatchingIndexingMap(input));
      auto [known, isNew] = loopsByOperand.try_emplace(operand, loops);
      if (!isNew && known->second != loops)
        known->second.clear();
    } else if (linalg::GenericOp producer = nest::producerOf(input->get());
               producer && producer.getNumReductionLoops() == 0) {
      add(producer);
    }
  }
}

SmallVector<int> OperandReads::loopsOf(linalg::GenericOp generic, AffineMap map) const {
  SmallVector<int> loops;
  for (AffineExpr position : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(position);
    if (!dim)
      return {};
    loops.push_back(plan.loopOf(generic, dim.getPosition()));
  }
  return loops;
}

unsigned operandNumber(BlockArgument operand) {
  return llvm::count_if(operand.getOwner()->getArguments().take_front(operand.getArgNumber()),
                        [](Value value) { return isa<RankedTensorType>(value.getType()); });
}

} // namespace weir::gpu
