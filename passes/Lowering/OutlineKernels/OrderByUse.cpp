// See OrderByUse.h.
#include "passes/Lowering/OutlineKernels/OrderByUse.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace weir {

/// All ops of the block that lead to its terminator, each behind those that it reads; then the others.
static llvm::SetVector<Operation *> opsByUse(Block &block) {
  llvm::SetVector<Operation *> ordered;
  SmallVector<Operation *> pending;
  auto visit = [&](Operation *root) {
    pending.push_back(root);
    while (!pending.empty()) {
      Operation *op = pending.back();
      size_t before = pending.size();
      SmallVector<Operation *> read;
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (Operation *maker = operand.getDefiningOp(); maker && maker->getBlock() == &block)
            read.push_back(maker);
      });
      // The first of them is to be visited first.
      for (Operation *maker : llvm::reverse(read))
        if (!ordered.contains(maker))
          pending.push_back(maker);
      if (pending.size() == before) {
        pending.pop_back();
        ordered.insert(op);
      }
    }
  };
  visit(block.getTerminator());
  ordered.pop_back();
  for (Operation &op : block.without_terminator())
    if (!ordered.contains(&op))
      visit(&op);
  return ordered;
}

static void orderOperands(kernel::GroupOp group) {
  Block &body = group.getBody().front();
  llvm::SetVector<unsigned> order;
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (auto argument = dyn_cast<BlockArgument>(operand); argument && argument.getOwner() == &body)
        order.insert(argument.getArgNumber());
  });
  unsigned count = body.getNumArguments();
  for (unsigned number = 0; number < count; ++number)
    order.insert(number);
  SmallVector<Value> operands;
  for (unsigned number : order) {
    BlockArgument old = body.getArgument(number);
    operands.push_back(group.getOperand(number));
    old.replaceAllUsesWith(body.addArgument(old.getType(), old.getLoc()));
  }
  body.eraseArguments(0, count);
  group->setOperands(operands);
}

void orderByUse(kernel::GroupOp group) {
  Block &body = group.getBody().front();
  for (Operation *op : opsByUse(body))
    op->moveBefore(body.getTerminator());
  orderOperands(group);
}

} // namespace weir
