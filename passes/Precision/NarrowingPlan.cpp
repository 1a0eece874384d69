// The greatest set of ops that may run narrow: all that could are taken in, and leave until no rule is broken.
#include "passes/Precision/NarrowingPlan.h"

#include "dialects/Interfaces/Precision.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace weir {

bool isF32Tensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType().isF32();
}

static bool isOfClass(Operation *op, PrecisionClass precision) {
  auto classified = dyn_cast<PrecisionInterface>(op);
  return classified && classified.precisionClass() == precision;
}

/// A value made of nothing, such as a constant: a cast of it costs nothing at run time.
static bool isFree(Value value) {
  Operation *op = value.getDefiningOp();
  return op && isOfClass(op, PrecisionClass::Follow) &&
         llvm::none_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>);
}

NarrowingPlan::NarrowingPlan(func::FuncOp job) {
  SmallVector<Operation *> followers;
  job.walk([&](Operation *op) {
    bool touchesF32 = llvm::any_of(op->getOperands(), isF32Tensor);
    if (!touchesF32)
      return;
    bool follows = isOfClass(op, PrecisionClass::Follow);
    if (follows || isOfClass(op, PrecisionClass::Allow))
      narrowOps.insert(op);
    if (follows)
      followers.push_back(op);
  });
  // Each op that leaves may take the reason away for which another stays.
  for (bool changed = true; changed;) {
    changed = false;
    for (Operation *op : followers)
      if (narrowOps.contains(op) && !mayFollow(op)) {
        narrowOps.erase(op);
        changed = true;
      }
  }
}

/// Whether the op asks for sizes, not for elements.
static bool readsSizesOnly(Operation *user) {
  return user->getNumResults() > 0 && llvm::all_of(user->getResultTypes(), llvm::IsaPred<IndexType>);
}

bool NarrowingPlan::isNarrow(Value value) const {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [&](Operation *user) { return runsNarrow(user) || readsSizesOnly(user); });
}

bool NarrowingPlan::comesNarrow(Value operand) const {
  Operation *producer = operand.getDefiningOp();
  if (producer && runsNarrow(producer) && isNarrow(operand))
    return true;
  return llvm::any_of(operand.getUsers(), [](Operation *user) { return isOfClass(user, PrecisionClass::Allow); });
}

bool NarrowingPlan::mayFollow(Operation *op) const {
  bool anyNarrow = false;
  for (Value operand : op->getOperands()) {
    if (!isF32Tensor(operand) || isFree(operand))
      continue;
    if (!comesNarrow(operand))
      return false;
    anyNarrow = true;
  }
  return anyNarrow &&
         llvm::all_of(op->getResults(), [&](Value result) { return !isF32Tensor(result) || isNarrow(result); });
}

} // namespace weir
