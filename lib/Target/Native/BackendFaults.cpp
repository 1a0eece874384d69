// See BackendFaults.h.
#include "lib/Target/Native/BackendFaults.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weir {

/// The only lane of a constant mask.
static std::optional<unsigned> onlyLane(Value *mask) {
  auto *constant = dyn_cast<Constant>(mask);
  auto *type = dyn_cast<FixedVectorType>(mask->getType());
  if (!constant || !type)
    return std::nullopt;
  std::optional<unsigned> found;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    Constant *element = constant->getAggregateElement(lane);
    if (!element || !isa<ConstantInt>(element) || (found && !element->isNullValue()))
      return std::nullopt;
    if (!element->isNullValue())
      found = lane;
  }
  return found;
}

static void storeLane(IntrinsicInst *store, unsigned lane) {
  IRBuilder<> builder(store);
  Value *vector = store->getArgOperand(0), *address = store->getArgOperand(1);
  Type *element = cast<VectorType>(vector->getType())->getElementType();
  Align alignment = commonAlignment(store->getParamAlign(1).valueOrOne(),
                                    lane * store->getDataLayout().getTypeStoreSize(element).getFixedValue());
  builder.CreateAlignedStore(builder.CreateExtractElement(vector, lane),
                             builder.CreateConstInBoundsGEP1_32(element, address, lane), alignment);
  store->eraseFromParent();
}

void storeSingleLanes(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *store = dyn_cast<IntrinsicInst>(&instruction);
          store && store->getIntrinsicID() == Intrinsic::masked_store)
        if (std::optional<unsigned> lane = onlyLane(store->getArgOperand(2)))
          storeLane(store, *lane);
}

void keepBothRoundings(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *second = dyn_cast<FPTruncInst>(&instruction);
      auto *first = second ? dyn_cast<FPTruncInst>(second->getOperand(0)) : nullptr;
      if (first)
        second->setOperand(0, IRBuilder<>(second).CreateArithmeticFence(first, first->getType()));
    }
}

} // namespace weir
