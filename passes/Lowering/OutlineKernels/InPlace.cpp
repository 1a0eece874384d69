// Which results of a group may take the storage of which operands.
#include "passes/Lowering/OutlineKernels/InPlace.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Jobs.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/IR/Traits.h"

#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;

namespace weir {

/// The op that writes into `value`, if its result alone leaves the group.
static Operation *writerInto(Value value) {
  OpOperand &use = *value.use_begin();
  Operation *user = use.getOwner();
  bool isWritten = user->hasTrait<WritesInto>() && use.getOperandNumber() == 0 && user->getResult(0).hasOneUse();
  return isWritten && isa<kernel::YieldOp>(*user->user_begin()) ? user : nullptr;
}

/// The elementwise op whose results hold all that is computed from `value`, if all of it is elementwise and of one
/// shape, or the op that writes into it.
static Operation *onlyWriter(Value value) {
  if (value.hasOneUse())
    if (Operation *writer = writerInto(value))
      return writer;
  Operation *writer = nullptr;
  SmallVector<Value> values{value};
  llvm::SmallPtrSet<Operation *, 8> seen;
  for (size_t i = 0; i < values.size(); ++i) // which grow meanwhile
    for (Operation *user : values[i].getUsers()) {
      Operation *maker = values[i].getDefiningOp();
      if (isa<kernel::YieldOp>(user)) {
        if (!maker || (writer && writer != maker))
          return nullptr;
        writer = maker;
        continue;
      }
      bool sameShape = llvm::all_of(user->getResultTypes(), [&](Type type) {
        return cast<ShapedType>(type).getShape() == cast<ShapedType>(value.getType()).getShape();
      });
      if (!isa<ElementwiseInterface>(user) || !sameShape)
        return nullptr;
      if (seen.insert(user).second)
        llvm::append_range(values, user->getResults());
    }
  bool isLast = writer && llvm::all_of(writer->getUsers(), [](Operation *next) { return isa<kernel::YieldOp>(next); });
  return isLast ? writer : nullptr;
}

static bool reduces(Operation *op) {
  if (!isa<SemanticsInterface>(op))
    return false;
  FailureOr<IterationRule> rule = iterationRuleOf(op);
  return succeeded(rule) &&
         llvm::any_of(rule->factors, [](const Factor &factor) { return factor.kind == FactorKind::Reduction; });
}

namespace {

/// The parts of a group that have nothing to do with each other: each is a nest of its own.
class Parts {
public:
  explicit Parts(kernel::GroupOp group) {
    auto ops = group.getBody().front().without_terminator();
    // Who needs a number that follows from numbers computes it for himself.
    llvm::DenseSet<Value> numbers;
    auto isNumber = [&](Value value) {
      auto type = dyn_cast<ShapedType>(value.getType());
      return !type || (type.getRank() == 0 && (!value.getDefiningOp() || numbers.contains(value)));
    };
    for (Operation &op : ops) {
      parts.insert(&op);
      for (Value operand : op.getOperands())
        if (Operation *maker = operand.getDefiningOp(); maker && !isNumber(operand))
          parts.unionSets(&op, maker);
      if (llvm::all_of(op.getOperands(), isNumber))
        for (Value result : op.getResults())
          if (isa<ShapedType>(result.getType()) && cast<ShapedType>(result.getType()).getRank() == 0)
            numbers.insert(result);
    }
    for (Operation &op : ops)
      if (reduces(&op)) {
        int64_t &rank = rows[parts.getLeaderValue(&op)];
        rank = std::max(rank, cast<RankedTensorType>(op.getOperand(0).getType()).getRank());
      }
  }

  /// The number of dimensions of the rows that the op's part reduces. A result of fewer is computed by all who share a
  /// row, and written by one of them, maybe before the others have read.
  int64_t rankOfRows(Operation *op) const { return rows.lookup(parts.getLeaderValue(op)); }

private:
  llvm::EquivalenceClasses<Operation *> parts;
  llvm::DenseMap<Operation *, int64_t> rows; ///< by leader
};

} // namespace

/// Whether the result is the new value of the variable whose old value the operand is.
static bool isUpdate(Value operand, Value result) {
  auto read = operand.getDefiningOp<ReadOp>();
  return read && llvm::any_of(result.getUsers(), [&](Operation *user) {
           auto assign = dyn_cast<AssignOp>(user);
           return assign && assign.getVariable() == read.getVariable();
         });
}

/// Of an argument of the job that it may overwrite; others are behind all of them.
static unsigned numberOfDonated(Value operand) {
  auto argument = dyn_cast<BlockArgument>(operand);
  auto job = argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : func::FuncOp();
  return job && job.getArgAttr(argument.getArgNumber(), kDonatedAttr) ? argument.getArgNumber() : UINT_MAX;
}

SmallVector<int64_t> inPlaceOperands(kernel::GroupOp group) {
  Operation *yield = group.getBody().front().getTerminator();
  SmallVector<int64_t> chosen(group.getNumResults(), -1);
  Parts parts(group);
  auto choose = [&](BlockArgument argument, bool forUpdate) {
    int64_t number = argument.getArgNumber();
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    // A scalar is computed by all who share it, too.
    bool canBe = type && type.getRank() >= 1 && !llvm::is_contained(chosen, number);
    Operation *writer = canBe ? onlyWriter(argument) : nullptr;
    if (!writer || type.getRank() < parts.rankOfRows(writer))
      return;
    for (auto [i, value] : llvm::enumerate(yield->getOperands()))
      if (value.getDefiningOp() == writer && value.getType() == type && chosen[i] < 0 &&
          (!forUpdate || isUpdate(group.getOperand(argument.getArgNumber()), group.getResult(i)))) {
        chosen[i] = number;
        return;
      }
  };
  // Variables first: what isn't written in its variable's place is copied there. Then what is donated, in its order:
  // methods that write to a tensor have it first.
  for (BlockArgument argument : group.getBody().getArguments())
    choose(argument, /*forUpdate=*/true);
  SmallVector<BlockArgument> arguments(group.getBody().getArguments());
  auto place = [&](BlockArgument argument) {
    unsigned number = argument.getArgNumber();
    return std::pair(numberOfDonated(group.getOperand(number)), number);
  };
  llvm::sort(arguments, [&](BlockArgument a, BlockArgument b) { return place(a) < place(b); });
  for (BlockArgument argument : arguments)
    choose(argument, /*forUpdate=*/false);
  return chosen;
}

} // namespace weir
