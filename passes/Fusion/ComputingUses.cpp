// Uses are found from the block's end, so that those of a chain of movements are found once.
#include "passes/Fusion/ComputingUses.h"

#include "dialects/Interfaces/Semantics.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace weir {

/// A group that stands already is no view, but reads from memory.
static bool isView(Operation *op, OpRole role) {
  return role == OpRole::Other && op->getNumResults() == 1 && isa<SemanticsInterface>(op);
}

ComputingUses::ComputingUses(Block &block, const OpRoles &roles, llvm::function_ref<bool(Operation *)> isGrouped)
    : roles(roles), isGrouped(isGrouped) {
  for (Operation &op : llvm::reverse(block))
    if (OpRole role = roles(&op); role == OpRole::Movement || isView(&op, role))
      behind[&op] = of(op.getResult(0));
}

SmallVector<ComputingUses::Use> ComputingUses::of(Value value) const {
  SmallVector<Use> uses;
  llvm::SmallSet<std::pair<Operation *, bool>, 8> known;
  auto add = [&](Use use) {
    if (known.insert({use.user, use.throughView}).second)
      uses.push_back(use);
  };
  for (Operation *user : value.getUsers()) {
    OpRole role = roles(user);
    bool view = isView(user, role), isPassedOn = view || role == OpRole::Movement;
    if (isGrouped(user) || !isPassedOn)
      add({user, false});
    if (!isPassedOn)
      continue;
    for (Use use : behind.at(user))
      if (view || (!use.throughView && roles.recomputes(use.user, user))) // others read it from memory
        add({use.user, use.throughView || view});
  }
  return uses;
}

} // namespace weir
