// Rewrites a job so that everything that computes stands in a kernel.group.
#include "passes/Fusion/Passes.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Target.h"
#include "passes/Fusion/GroupPlan.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_FORMGROUPSPASS
#define GEN_PASS_DEF_VERIFYGROUPSPASS
#include "passes/Fusion/Passes.h.inc"

namespace {

/// Clones `ops` into a kernel.group that stands before the last of them, and redirects the users outside.
void buildGroup(ArrayRef<Operation *> ops) {
  llvm::SmallPtrSet<Operation *, 8> inside(ops.begin(), ops.end());
  llvm::SetVector<Value> inputs;
  SmallVector<Value> outputs;
  auto isOutside = [&](Operation *user) { return !inside.contains(user); };
  for (Operation *op : ops) {
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp(); !source || !inside.contains(source))
        inputs.insert(operand);
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), isOutside))
        outputs.push_back(result);
  }

  OpBuilder builder(ops.back());
  auto locations = llvm::map_to_vector(ops, [](Operation *op) { return op->getLoc(); });
  auto group = kernel::GroupOp::create(builder, builder.getFusedLoc(locations), ValueRange(outputs).getTypes(),
                                       inputs.getArrayRef());
  Block &body = group.getBody().emplaceBlock();
  IRMapping mapping;
  for (Value input : inputs)
    mapping.map(input, body.addArgument(input.getType(), input.getLoc()));
  builder.setInsertionPointToStart(&body);
  for (Operation *op : ops)
    builder.clone(*op, mapping);
  auto results = llvm::map_to_vector(outputs, [&](Value output) { return mapping.lookup(output); });
  kernel::YieldOp::create(builder, group.getLoc(), results);
  for (auto [output, result] : llvm::zip(outputs, group.getResults()))
    output.replaceUsesWithIf(result, [&](OpOperand &use) {
      return isOutside(use.getOwner()) && !group->isProperAncestor(use.getOwner());
    });
}

/// Results of movements that the group recomputes for itself are no outputs of it.
void eraseUnusedOutputs(Block &block) {
  for (auto group : llvm::make_early_inc_range(block.getOps<kernel::GroupOp>())) {
    SmallVector<unsigned> used;
    for (OpResult result : group.getResults())
      if (!result.use_empty())
        used.push_back(result.getResultNumber());
    if (used.size() == group.getNumResults())
      continue;
    OpBuilder builder(group);
    Operation *yield = group.getBody().front().getTerminator();
    auto kept = llvm::map_to_vector(used, [&](unsigned i) { return yield->getOperand(i); });
    yield->setOperands(kept);
    auto smaller = kernel::GroupOp::create(builder, group.getLoc(), ValueRange(kept).getTypes(), group.getOperands());
    smaller.getBody().takeBody(group.getBody());
    for (auto [i, old] : llvm::enumerate(used))
      group.getResult(old).replaceAllUsesWith(smaller.getResult(i));
    group.erase();
  }
}

struct FormGroups : impl::FormGroupsPassBase<FormGroups> {
  void runOnOperation() override {
    FailureOr<const TargetInterface *> target = kernel::targetOf(getOperation());
    if (failed(target))
      return signalPassFailure();
    Block &block = getOperation().getBody().front();
    FailureOr<GroupPlan> plan = GroupPlan::plan(block, {.mergeIndependent = (*target)->mergesIndependentNests()});
    if (failed(plan))
      return signalPassFailure();
    llvm::SetVector<Operation *> grouped;
    for (const SmallVector<Operation *> &ops : plan->groups()) {
      buildGroup(ops);
      grouped.insert(ops.begin(), ops.end());
    }
    auto inOrder = grouped.takeVector();
    llvm::sort(inOrder, [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
    for (Operation *op : inOrder) {
      op->dropAllUses();
      op->erase();
    }
    eraseUnusedOutputs(block);
    sortTopologically(&block);
  }
};

struct VerifyGroups : impl::VerifyGroupsPassBase<VerifyGroups> {
  void runOnOperation() override {
    if (!getOperation()->hasAttr(kJobAttr))
      return;
    FailureOr<GroupPlan> plan = GroupPlan::plan(getOperation().getBody().front(), {});
    if (failed(plan))
      return signalPassFailure();
    for (const SmallVector<Operation *> &ops : plan->groups()) {
      ops.front()->emitOpError("expects to stand in a kernel.group after the stage 'group'");
      signalPassFailure();
    }
  }
};

} // namespace

void buildFusionPipeline(OpPassManager &passes) {
  OpPassManager &functions = passes.nest<func::FuncOp>();
  functions.addPass(createFormGroupsPass());
  functions.addPass(createVerifyGroupsPass());
}

} // namespace weir
