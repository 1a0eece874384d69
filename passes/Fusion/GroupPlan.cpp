// Decides which ops run as one kernel, from iteration rules.
#include "passes/Fusion/GroupPlan.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Shape/Ops.h"
#include "passes/Fusion/LoopClasses.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {

/// Reshapes of row-major values are views, and constants with elements are stored: neither computes.
static bool isStored(Operation *op) {
  auto constant = dyn_cast<ConstantOp>(op);
  return isa<ReshapeOp>(op) || (constant && !constant.getValue().isSplat());
}

static bool anyDim(const std::vector<ValueMap> &operands, llvm::function_ref<bool(const DimMap &)> holds) {
  return llvm::any_of(operands, [&](const ValueMap &map) { return llvm::any_of(map, holds); });
}

/// Whether the op takes one element along a factor, as a gather does, instead of joining all.
static bool picks(const IterationRule &rule, int factor) {
  return rule.factors[factor].indexed &&
         anyDim(rule.operands, [&](const DimMap &dim) { return dim.onlyFactor() == factor; });
}

/// Whether the op reads elements of an operand many times over, in windows.
static bool readsWindows(const IterationRule &rule) {
  return anyDim(rule.operands,
                [](const DimMap &dim) { return dim.terms.size() > 1 || (dim.indirect && dim.terms.empty()); });
}

static OpRole roleOf(Operation *op, const IterationRule &rule) {
  if (isStored(op))
    return OpRole::Other;
  if (isa<ElementwiseInterface>(op))
    return OpRole::Pointwise;
  bool hasReduction = false, isIndexed = false;
  for (auto [number, factor] : llvm::enumerate(rule.factors)) {
    if (factor.kind == FactorKind::Whole)
      return OpRole::Opaque;
    hasReduction |= factor.kind == FactorKind::Reduction && !picks(rule, static_cast<int>(number));
    isIndexed |= factor.indexed;
  }
  if (hasReduction)
    return rule.operands.size() == 1 ? OpRole::Reduction : OpRole::Contraction;
  bool isConstant = rule.operands.empty();
  return isIndexed && !isConstant ? OpRole::Pointwise : OpRole::Movement;
}

OpRole GroupPlan::role(Operation *op) const {
  auto it = roles.find(op);
  return it == roles.end() ? OpRole::Other : it->second;
}

FailureOr<GroupPlan> GroupPlan::plan(Block &block, Options options) {
  GroupPlan plan;
  if (failed(plan.classify(block)))
    return failure();
  plan.kept = keptValues(block, [&](Operation *op) { return plan.role(op); }, options.costs);
  for (size_t group = 0; group < plan.all.size(); ++group)
    plan.mergeProducersOf(group);
  if (options.mergedWords > 0)
    plan.mergeIndependentGroups(options.mergedWords);
  return plan;
}

static bool recomputesMovements(OpRole role) {
  return role == OpRole::Movement || role == OpRole::Pointwise || role == OpRole::Reduction;
}

bool GroupPlan::isAsCheapAsReading(Operation *op) const {
  if (role(op) != OpRole::Pointwise || op->getNumResults() != 1 || op->hasOneUse() || op->use_empty() ||
      cast<SemanticsInterface>(op).flops() > 1 ||
      !llvm::all_of(op->getUsers(), [&](Operation *user) { return recomputesMovements(role(user)); }))
    return false;
  Value stored;
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    if (source && role(source) == OpRole::Movement && repeats(source))
      continue;
    if (stored && stored != operand)
      return false;
    stored = operand;
  }
  if (!stored || getElementTypeOrSelf(stored).getIntOrFloatBitWidth() >
                     getElementTypeOrSelf(op->getResult(0)).getIntOrFloatBitWidth())
    return false;
  Operation *source = stored.getDefiningOp();
  bool isComputed = source && (role(source) == OpRole::Pointwise || role(source) == OpRole::Movement);
  return !isComputed &&
         llvm::any_of(stored.getUsers(), [&](Operation *user) { return role(user) == OpRole::Reduction; });
}

LogicalResult GroupPlan::classify(Block &block) {
  for (Operation &op : block) {
    if (!isa<SemanticsInterface>(op))
      continue;
    FailureOr<IterationRule> rule = iterationRuleOf(&op);
    if (failed(rule))
      return failure();
    roles[&op] = roleOf(&op, *rule);
    rules[&op] = std::move(*rule);
  }
  for (Operation &op : block)
    if (isAsCheapAsReading(&op))
      roles[&op] = OpRole::Movement;
  for (Operation &op : block) {
    OpRole role = this->role(&op);
    if (role == OpRole::Other)
      continue;
    // A movement is a kernel only where somebody needs its result in memory.
    auto recomputes = [&](Operation *user) { return recomputesMovements(this->role(user)); };
    if (role == OpRole::Movement && llvm::all_of(op.getUsers(), recomputes))
      continue;
    groupOf[&op] = all.size();
    Ops &ops = all.emplace_back();
    if (role != OpRole::Contraction && role != OpRole::Opaque)
      addMovements(&op, ops);
    ops.insert(&op);
  }
  return success();
}

void GroupPlan::addMovements(Operation *op, Ops &ops) const {
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    if (!source || role(source) != OpRole::Movement || ops.contains(source))
      continue;
    addMovements(source, ops);
    ops.insert(source);
  }
}

SmallVector<GroupPlan::Use> GroupPlan::computingUses(Value value) const {
  SmallVector<Use> uses;
  for (Operation *user : value.getUsers()) {
    OpRole role = this->role(user);
    bool isMovement = role == OpRole::Movement, isView = role == OpRole::Other && user->getNumResults() == 1;
    if (groupOf.contains(user) || (!isMovement && !isView))
      uses.push_back({user, false});
    if (!isMovement && !isView)
      continue;
    for (Use use : computingUses(user->getResult(0)))
      if (isView || (!use.throughView && recomputesMovements(this->role(use.user)))) // others read it from memory
        uses.push_back({use.user, use.throughView || isView});
  }
  return uses;
}

SmallVector<int> GroupPlan::consumers(int group, std::optional<int> notDirectly) const {
  llvm::SmallSetVector<int, 4> result;
  for (Operation *op : all[group]) {
    if (!groupOf.contains(op) || groupOf.lookup(op) != group)
      continue;
    for (Value value : op->getResults())
      for (Use use : computingUses(value)) {
        auto it = groupOf.find(use.user);
        if (it == groupOf.end() || it->second == group || (it->second == notDirectly && !use.throughView))
          continue;
        result.insert(it->second);
      }
  }
  return result.takeVector();
}

bool GroupPlan::reachesAround(int from, int to) const {
  SmallVector<int> stack = consumers(from, /*notDirectly=*/to);
  llvm::DenseSet<int> seen(stack.begin(), stack.end());
  while (!stack.empty()) {
    int group = stack.pop_back_val();
    if (group == to)
      return true;
    for (int next : consumers(group))
      if (seen.insert(next).second)
        stack.push_back(next);
  }
  return false;
}

bool GroupPlan::escapes(Value value, const Ops &ops) const {
  return llvm::any_of(computingUses(value), [&](Use use) { return use.throughView || !ops.contains(use.user); });
}

void GroupPlan::mergeProducersOf(int group) {
  // A merged producer brings its own producers into reach, so the list grows while it is walked.
  for (size_t i = 0; i < all[group].size(); ++i) {
    for (Value operand : all[group][i]->getOperands()) {
      Operation *source = operand.getDefiningOp();
      auto it = source ? groupOf.find(source) : groupOf.end();
      if (it == groupOf.end() || it->second == group)
        continue;
      // A movement that is stored for others is here already, recomputed.
      if (role(source) == OpRole::Movement)
        continue;
      int producer = it->second;
      Ops merged = all[group];
      merged.insert(all[producer].begin(), all[producer].end());
      if (isLegal(merged) && keepsProduct(group, producer) && respectsKept(merged) && !reachesAround(producer, group))
        merge(producer, group);
    }
  }
}

bool GroupPlan::keepsProduct(int group, int producer) const {
  return llvm::none_of(all[producer], [&](Operation *op) { return role(op) == OpRole::Contraction; }) ||
         llvm::none_of(all[group], [&](Operation *op) {
           auto owner = groupOf.find(op);
           return role(op) == OpRole::Movement && owner != groupOf.end() && owner->second == group;
         });
}

bool GroupPlan::respectsKept(const Ops &ops) const {
  return llvm::none_of(kept, [&](const KeptValue &value) {
    return ops.contains(value.value.getDefiningOp()) &&
           llvm::any_of(value.value.getUsers(), [&](Operation *user) { return ops.contains(user); });
  });
}

/// What `from` only recomputes stays with the group that stores it.
void GroupPlan::merge(int from, int into) {
  for (Operation *op : all[from])
    if (auto owner = groupOf.find(op); owner != groupOf.end() && owner->second == from)
      owner->second = into;
  all[into].insert(all[from].begin(), all[from].end());
  all[from].clear();
}

bool GroupPlan::isSink(int group) const { return consumers(group).empty(); }

int64_t GroupPlan::operandWords(const Ops &ops) const {
  llvm::SmallPtrSet<Value, 8> counted;
  int64_t words = 0;
  auto count = [&](Value value) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    if (counted.insert(value).second)
      words += tensor ? 1 + 2 * tensor.getRank() : 1;
  };
  for (Operation *op : ops) {
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp(); !source || !ops.contains(source))
        count(operand);
    for (Value result : op->getResults())
      if (groupOf.contains(op) && escapes(result, ops))
        count(result);
  }
  return words;
}

void GroupPlan::mergeIndependentGroups(int64_t mergedWords) {
  auto isNest = [&](int group) {
    return !all[group].empty() && llvm::none_of(all[group], [&](Operation *op) {
      return role(op) == OpRole::Contraction || role(op) == OpRole::Opaque;
    });
  };
  // Nobody waits for a sink, so putting sinks together delays nothing. Those that don't fit begin another kernel.
  int into = -1;
  for (size_t group = 0; group < all.size(); ++group) {
    if (!isNest(group) || !isSink(group))
      continue;
    Ops merged = into < 0 ? Ops() : all[into];
    merged.insert(all[group].begin(), all[group].end());
    if (into < 0 || operandWords(merged) > mergedWords) {
      into = group;
      continue;
    }
    merge(group, into);
  }
}

bool GroupPlan::isLegal(const Ops &ops) const {
  int contractions = 0;
  for (Operation *op : ops) {
    if (role(op) == OpRole::Opaque)
      return false;
    contractions += role(op) == OpRole::Contraction;
  }
  LoopClasses classes(*this, ops.getArrayRef());
  if (classes.hasTwoPositions())
    return false;
  if (contractions == 0)
    return isLegalNest(ops, classes);
  return contractions == 1 && isLegalEpilogue(ops, classes);
}

bool GroupPlan::isLegalEpilogue(const Ops &ops, const LoopClasses &classes) const {
  Operation *contraction = *llvm::find_if(ops, [&](Operation *op) { return role(op) == OpRole::Contraction; });
  for (Value operand : contraction->getOperands())
    if (Operation *source = operand.getDefiningOp(); source && ops.contains(source))
      return false;
  SmallVector<int> product = classes.resultLoops(contraction, 0);
  int results = 0;
  for (Operation *op : ops) {
    if (role(op) == OpRole::Reduction)
      return false;
    if (role(op) == OpRole::Movement)
      continue;
    for (auto [i, value] : llvm::enumerate(op->getResults())) {
      if (!escapes(value, ops))
        continue;
      ++results;
      if (classes.resultLoops(op, i) != product)
        return false;
    }
  }
  return results == 1;
}

bool GroupPlan::isLegalNest(const Ops &ops, const LoopClasses &classes) const {
  bool hasReduction = false;
  for (Operation *op : ops) {
    if (role(op) != OpRole::Reduction)
      continue;
    hasReduction = true;
    // What is read in windows would be computed once for each of them.
    auto isComputed = [&](Value operand) {
      Operation *source = operand.getDefiningOp();
      return source && ops.contains(source) && role(source) != OpRole::Movement;
    };
    if (readsWindows(rules.at(op)) && llvm::any_of(op->getOperands(), isComputed))
      return false;
    for (int loop : classes.resultLoops(op, 0))
      if (!classes.isParallel(loop))
        return false;
  }
  if (!hasReduction)
    return true;
  // With loops inside rows, what leaves the group is written row by row: its leading dimensions must be the rows.
  for (Operation *op : ops) {
    if (role(op) == OpRole::Movement)
      continue;
    for (auto [i, value] : llvm::enumerate(op->getResults())) {
      if (!escapes(value, ops))
        continue;
      SmallVector<int> loops = classes.resultLoops(op, i);
      auto *inner = llvm::find_if(loops, [&](int loop) { return !classes.isParallel(loop); });
      if (std::any_of(inner, loops.end(), [&](int loop) { return classes.isParallel(loop); }))
        return false;
    }
  }
  return true;
}

/// In program order, but what has no operands, as splats, before what needs it first: where it stands outside depends
/// on who else shares it, and groups that compute the same are one kernel only if they are written alike.
static void orderOps(SmallVectorImpl<Operation *> &ops) {
  llvm::sort(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  llvm::SmallPtrSet<Operation *, 8> inside(ops.begin(), ops.end());
  auto isInside = [&](Operation *op) { return inside.contains(op); };
  llvm::SetVector<Operation *> ordered;
  for (Operation *op : ops) {
    bool waits = op->getNumOperands() == 0 && llvm::any_of(op->getUsers(), isInside);
    if (waits)
      continue;
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp(); source && isInside(source))
        ordered.insert(source); // in place already but where it waited
    ordered.insert(op);
  }
  ops.assign(ordered.begin(), ordered.end());
}

SmallVector<GroupPlan::PlannedGroup> GroupPlan::groups() const {
  SmallVector<PlannedGroup> result;
  for (auto [number, ops] : llvm::enumerate(all)) {
    if (ops.empty())
      continue;
    PlannedGroup &group = result.emplace_back();
    group.ops.assign(ops.begin(), ops.end());
    orderOps(group.ops);
    auto isOwn = [&](Operation *op) {
      auto owner = groupOf.find(op);
      return owner != groupOf.end() && owner->second == static_cast<int>(number);
    };
    for (Operation *op : group.ops)
      if (isOwn(op))
        llvm::copy_if(op->getResults(), std::back_inserter(group.outputs),
                      [&](Value result) { return escapes(result, ops); });
  }
  return result;
}

} // namespace weir
