// See ShareDraws.h.
#include "passes/Lowering/OutlineKernels/ShareDraws.h"

#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Random/Ops.h"

using namespace mlir;

namespace weir {

/// The operand that holds an op's ordinal, if that is a constant of the group.
static OpOperand *ordinalOf(Operation &op) {
  OpOperand *ordinal = nullptr;
  if (auto bits = dyn_cast<RandomBitsOp>(op))
    ordinal = &bits.getOrdinalMutable();
  if (auto bits = dyn_cast<RandomBitsAtOp>(op))
    ordinal = &bits.getOrdinalMutable();
  return ordinal && splatOf(ordinal->get()) ? ordinal : nullptr;
}

static Value asOperand(kernel::GroupOp group, Operation *constant) {
  OpBuilder builder(group);
  group.getInputsMutable().append(builder.clone(*constant)->getResult(0));
  return group.getBody().addArgument(constant->getResult(0).getType(), constant->getLoc());
}

void shareDraws(ArrayRef<kernel::GroupOp> groups) {
  SmallVector<OpOperand *> ordinals;
  llvm::SmallDenseSet<Attribute> different;
  llvm::SmallDenseSet<Operation *> drawing;
  for (kernel::GroupOp group : groups)
    for (Operation &op : group.getBody().front())
      if (OpOperand *ordinal = ordinalOf(op)) {
        ordinals.push_back(ordinal);
        different.insert(splatOf(ordinal->get()));
        drawing.insert(group);
      }
  if (drawing.size() < 2 || different.size() < 2)
    return;
  DenseMap<Operation *, Value> operandFor; ///< by constant
  for (OpOperand *ordinal : ordinals) {
    Operation *constant = ordinal->get().getDefiningOp();
    Value &operand = operandFor[constant];
    if (!operand)
      operand = asOperand(ordinal->getOwner()->getParentOfType<kernel::GroupOp>(), constant);
    ordinal->set(operand);
  }
  for (auto [constant, operand] : operandFor)
    if (constant->use_empty())
      constant->erase();
}

} // namespace weir
