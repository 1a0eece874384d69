// Which results of a group may take the storage of which operands.
#include "passes/Lowering/OutlineKernels/InPlace.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"

using namespace mlir;

namespace weir {

/// The elementwise op whose results hold all that is computed from `value`, if all of it is elementwise and of one
/// shape.
static Operation *onlyWriter(Value value) {
  Operation *writer = nullptr;
  Value at = value;
  while (at.hasOneUse()) {
    Operation *user = *at.user_begin();
    if (isa<kernel::YieldOp>(user))
      return writer;
    bool sameShape = llvm::all_of(user->getResultTypes(), [&](Type type) {
      return cast<ShapedType>(type).getShape() == cast<ShapedType>(value.getType()).getShape();
    });
    if (!isa<ElementwiseInterface>(user) || !sameShape)
      return nullptr;
    writer = user;
    if (user->getNumResults() > 1)
      return llvm::all_of(user->getUsers(), [](Operation *next) { return isa<kernel::YieldOp>(next); }) ? writer
                                                                                                        : nullptr;
    at = user->getResult(0);
  }
  return nullptr;
}

/// The number of dimensions of the rows that the group reduces. A result of fewer is computed by all who share a row,
/// and written by one of them, maybe before the others have read.
static int64_t rankOfRows(kernel::GroupOp group) {
  int64_t rank = 0;
  for (Operation &op : group.getBody().front().without_terminator()) {
    if (!isa<SemanticsInterface>(op))
      continue;
    FailureOr<IterationRule> rule = iterationRuleOf(&op);
    bool reduces = succeeded(rule) && llvm::any_of(rule->factors, [](const Factor &factor) {
                     return factor.kind == FactorKind::Reduction;
                   });
    if (reduces)
      rank = std::max(rank, cast<RankedTensorType>(op.getOperand(0).getType()).getRank());
  }
  return rank;
}

/// Whether the result is the new value of the variable whose old value the operand is.
static bool isUpdate(Value operand, Value result) {
  auto read = operand.getDefiningOp<ReadOp>();
  return read && llvm::any_of(result.getUsers(), [&](Operation *user) {
           auto assign = dyn_cast<AssignOp>(user);
           return assign && assign.getVariable() == read.getVariable();
         });
}

SmallVector<int64_t> inPlaceOperands(kernel::GroupOp group) {
  Operation *yield = group.getBody().front().getTerminator();
  SmallVector<int64_t> chosen(group.getNumResults(), -1);
  int64_t rows = rankOfRows(group);
  auto choose = [&](BlockArgument argument, bool forUpdate) {
    int64_t number = argument.getArgNumber();
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    // A scalar is computed by all who share it, too.
    bool canBe = type && type.getRank() >= std::max<int64_t>(rows, 1) && !llvm::is_contained(chosen, number);
    Operation *writer = canBe ? onlyWriter(argument) : nullptr;
    if (!writer)
      return;
    for (auto [i, value] : llvm::enumerate(yield->getOperands()))
      if (value.getDefiningOp() == writer && value.getType() == type && chosen[i] < 0 &&
          (!forUpdate || isUpdate(group.getOperand(argument.getArgNumber()), group.getResult(i)))) {
        chosen[i] = number;
        return;
      }
  };
  // Variables first: what isn't written in its variable's place is copied there.
  for (bool forUpdate : {true, false})
    for (BlockArgument argument : group.getBody().getArguments())
      choose(argument, forUpdate);
  return chosen;
}

} // namespace weir
