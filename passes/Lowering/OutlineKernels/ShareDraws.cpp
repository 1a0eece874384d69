// See ShareDraws.h.
#include "passes/Lowering/OutlineKernels/ShareDraws.h"

#include "dialects/Weir/IR/Traits.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

/// The operand that holds an op's ordinal, if that is a constant of the group.
static OpOperand *ordinalOf(Operation &op) {
  constexpr unsigned kOrdinal = 2;
  bool isNumbered = op.hasTrait<DrawsByNumber>() && op.getOperand(kOrdinal).getDefiningOp<ConstantOp>();
  return isNumbered ? &op.getOpOperand(kOrdinal) : nullptr;
}

static Value asOperand(kernel::GroupOp group, ConstantOp constant) {
  OpBuilder builder(group);
  group.getInputsMutable().append(builder.clone(*constant)->getResult(0));
  return group.getBody().addArgument(constant.getType(), constant.getLoc());
}

void shareDraws(ArrayRef<kernel::GroupOp> groups) {
  SmallVector<OpOperand *> ordinals;
  llvm::SmallDenseSet<Attribute> different;
  llvm::SmallDenseSet<Operation *> drawing;
  for (kernel::GroupOp group : groups)
    for (Operation &op : group.getBody().front())
      if (OpOperand *ordinal = ordinalOf(op)) {
        ordinals.push_back(ordinal);
        different.insert(ordinal->get().getDefiningOp<ConstantOp>().getValue());
        drawing.insert(group);
      }
  if (drawing.size() < 2 || different.size() < 2)
    return;
  DenseMap<Operation *, Value> operandFor; ///< by constant
  for (OpOperand *ordinal : ordinals) {
    auto constant = ordinal->get().getDefiningOp<ConstantOp>();
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
