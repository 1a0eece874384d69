// Decides which ops run as one kernel, from iteration rules.
#include "passes/Fusion/GroupPlan.h"

#include "passes/Fusion/GroupMerging.h"
#include "passes/Fusion/IndependentGroups.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace weir {

void orderOps(SmallVectorImpl<Operation *> &ops) {
  llvm::sort(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  llvm::SmallPtrSet<Operation *, 8> inside(ops.begin(), ops.end()), waiting;
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp();
          source && source->getNumOperands() == 0 && inside.contains(source))
        waiting.insert(source);
  llvm::SetVector<Operation *> ordered;
  for (Operation *op : ops) {
    if (waiting.contains(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp(); source && inside.contains(source))
        ordered.insert(source); // in place already but where it waited
    ordered.insert(op);
  }
  ops.assign(ordered.begin(), ordered.end());
}

static GroupPlan::PlannedGroup planGroup(const GroupMerging &merging, size_t group) {
  GroupPlan::PlannedGroup result{merging.ops(group), {}};
  orderOps(result.ops);
  for (Operation *op : result.ops)
    llvm::copy_if(op->getResults(), std::back_inserter(result.outputs),
                  [&](OpResult value) { return merging.isOutput(value, group); });
  return result;
}

static int64_t elementsOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : 0;
}

/// Whether much is reduced to a few results: in a kernel of its own, targets cut that into parts.
static bool reducesMuchToLittle(const GroupPlan::PlannedGroup &group, const OpRoles &roles) {
  constexpr int64_t kMuch = 32 * 1024, kLittle = 256;
  return llvm::any_of(group.ops, [&](Operation *op) {
    return roles(op) == OpRole::Reduction &&
           llvm::any_of(op->getOperands(), [](Value operand) { return elementsOf(operand) >= kMuch; }) &&
           llvm::all_of(op->getResults(), [](Value result) { return elementsOf(result) <= kLittle; });
  });
}

FailureOr<GroupPlan> GroupPlan::plan(Block &block, Options options) {
  FailureOr<OpRoles> roles = OpRoles::of(block, options.mostOps / 4, options.costs.readsSlices);
  if (failed(roles))
    return failure();
  GroupPlan plan;
  Evaluations evaluations(block, *roles);
  for (Operation *op : evaluations.copiedTooOften())
    roles->demote(op);
  plan.kept = keptValues(block, *roles, evaluations, options.costs, options.mostOps);
  GroupMerging merging(block, *roles, plan.kept, options.mostOps);
  merging.mergeProducers();
  IndependentGroups independent(options.mergedWords, options.mostOps);
  for (size_t group = 0; group < merging.numGroups(); ++group) {
    PlannedGroup planned = planGroup(merging, group);
    if (planned.ops.empty())
      continue;
    if (options.mergedWords > 0 && merging.isIndependentNest(group) && !reducesMuchToLittle(planned, *roles))
      independent.add(plan.planned.size());
    plan.planned.push_back(std::move(planned));
  }
  independent.merge(plan.planned);
  plan.stepCount = merging.steps();
  return plan;
}

} // namespace weir
