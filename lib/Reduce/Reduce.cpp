// Greedy reduction: each kind of change is tried on many things at once, then on halves of them, down to one by one.
#include "lib/Reduce/Reduce.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace weir {

namespace {

/// What a change can be made to, found anew in each copy of the module.
using Targets = std::vector<std::pair<Operation *, unsigned>>;

/// An op weighs more than the argument that may stand in for its result, so that all changes end.
int64_t weightOf(ModuleOp module) {
  int64_t weight = 0;
  module.walk([&](Operation *op) {
    weight += 2;
    if (auto function = dyn_cast<func::FuncOp>(op))
      weight += function.getNumArguments() + function.getNumResults();
  });
  return weight;
}

/// A function that others use keeps its type.
bool hasUses(func::FuncOp function) { return !SymbolTable::symbolKnownUseEmpty(function, function->getParentOp()); }

void eraseDeadCode(ModuleOp module) {
  bool changed = true;
  while (changed) {
    changed = false;
    module.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      if (op == module || isa<SymbolOpInterface>(op) || !isOpTriviallyDead(op))
        return;
      op->erase();
      changed = true;
    });
  }
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || hasUses(function))
      continue;
    BitVector unused(function.getNumArguments());
    for (BlockArgument argument : function.getArguments())
      unused[argument.getArgNumber()] = argument.use_empty();
    (void)function.eraseArguments(unused);
  }
}

// Symbols.

Targets symbolsOf(ModuleOp module) {
  Targets targets;
  for (Operation &op : llvm::reverse(*module.getBody()))
    targets.emplace_back(&op, 0);
  return targets;
}

void eraseSymbol(Operation *symbol, unsigned) {
  if (SymbolTable::symbolKnownUseEmpty(symbol, symbol->getParentOp()))
    symbol->erase();
}

// Returned values.

Targets returnedValuesOf(ModuleOp module) {
  Targets targets;
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned result = function.getNumResults(); result-- > 0;)
      targets.emplace_back(function, result);
  return targets;
}

void eraseReturnedValue(Operation *op, unsigned result) {
  auto function = cast<func::FuncOp>(op);
  if (function.isExternal() || hasUses(function))
    return;
  BitVector dropped(function.getNumResults());
  dropped.set(result);
  (void)function.eraseResults(dropped);
  for (Block &block : function.getBody())
    if (auto last = dyn_cast<func::ReturnOp>(block.getTerminator()))
      last->eraseOperand(result);
}

/// Has the function return an operand of the op that computes the value, so that the op may go.
void returnOperand(Operation *op, unsigned result, bool isLast) {
  auto function = cast<func::FuncOp>(op);
  if (function.isExternal() || !function.getBody().hasOneBlock() || hasUses(function))
    return;
  Operation *last = function.getBody().front().getTerminator();
  Operation *source = last->getOperand(result).getDefiningOp();
  if (!source || source->getNumOperands() == 0)
    return;
  Value operand = source->getOperand(isLast ? source->getNumOperands() - 1 : 0);
  last->setOperand(result, operand);
  SmallVector<Type> types(function.getResultTypes());
  types[result] = operand.getType();
  function.setType(FunctionType::get(op->getContext(), function.getArgumentTypes(), types));
}

void returnFirstOperand(Operation *op, unsigned result) { returnOperand(op, result, /*isLast=*/false); }
void returnLastOperand(Operation *op, unsigned result) { returnOperand(op, result, /*isLast=*/true); }

// Ops.

/// Uses before definitions.
Targets opsOf(ModuleOp module) {
  Targets targets;
  module.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (op != module && !isa<SymbolOpInterface>(op) && !op->hasTrait<OpTrait::IsTerminator>())
      targets.emplace_back(op, 0);
  });
  return targets;
}

/// An operand of the result's op that may stand in its place; null if there is none.
Value operandLike(OpResult result) {
  for (Value operand : result.getOwner()->getOperands())
    if (operand.getType() == result.getType())
      return operand;
  return nullptr;
}

/// A new argument of the function that the result's op stands in; null where it can't have one.
Value newArgument(OpResult result) {
  auto function = result.getOwner()->getParentOfType<func::FuncOp>();
  if (!function || hasUses(function))
    return nullptr;
  for (Operation *parent = result.getOwner()->getParentOp(); parent != function; parent = parent->getParentOp())
    if (parent->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return nullptr;
  unsigned position = function.getNumArguments();
  if (failed(function.insertArgument(position, result.getType(), {}, result.getLoc())))
    return nullptr;
  return function.getArgument(position);
}

/// Keeps the op where a result that is used has no stand-in.
void eraseOp(Operation *op, llvm::function_ref<Value(OpResult)> standIn) {
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value value = standIn(result);
    if (!value)
      return;
    result.replaceAllUsesWith(value);
  }
  op->erase();
}

void bypassOp(Operation *op, unsigned) { eraseOp(op, operandLike); }
void replaceOpByArgument(Operation *op, unsigned) { eraseOp(op, newArgument); }

struct Change {
  Targets (*targets)(ModuleOp module);
  void (*apply)(Operation *op, unsigned index);
};

constexpr Change kChanges[] = {{symbolsOf, eraseSymbol},
                               {opsOf, bypassOp},
                               {opsOf, replaceOpByArgument},
                               {returnedValuesOf, eraseReturnedValue},
                               {returnedValuesOf, returnFirstOperand},
                               {returnedValuesOf, returnLastOperand}};

/// Makes the change to `count` targets from `first` on if what comes of it is smaller and still interesting.
bool attempt(OwningOpRef<ModuleOp> &module, const Change &change, size_t first, size_t count,
             InterestingFn isInteresting) {
  OwningOpRef<ModuleOp> smaller = module->clone();
  Targets targets = change.targets(*smaller);
  for (auto [op, index] : ArrayRef(targets).slice(first, std::min(count, targets.size() - first)))
    change.apply(op, index);
  eraseDeadCode(*smaller);
  if (weightOf(*smaller) >= weightOf(*module))
    return false;
  {
    ScopedDiagnosticHandler quiet(module->getContext(), [](Diagnostic &) { return success(); });
    if (failed(verify(*smaller)))
      return false;
  }
  if (!isInteresting(*smaller))
    return false;
  module = std::move(smaller);
  return true;
}

bool reduceBy(OwningOpRef<ModuleOp> &module, const Change &change, InterestingFn isInteresting) {
  bool changed = false;
  for (size_t count = change.targets(*module).size(); count > 0; count /= 2)
    for (size_t first = 0; first < change.targets(*module).size();)
      if (attempt(module, change, first, count, isInteresting))
        changed = true; // other targets stand there now
      else
        first += count;
  return changed;
}

} // namespace

void reduceModule(OwningOpRef<ModuleOp> &module, InterestingFn isInteresting) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Change &change : kChanges)
      changed |= reduceBy(module, change, isInteresting);
  }
}

} // namespace weir
