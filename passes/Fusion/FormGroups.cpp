// Rewrites a job so that everything that computes stands in a kernel.group.
#include "passes/Fusion/Passes.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Target.h"
#include "passes/Fusion/GroupPlan.h"

#include "llvm/Support/FormatVariadic.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_FORMGROUPSPASS
#define GEN_PASS_DEF_VERIFYGROUPSPASS
#include "passes/Fusion/Passes.h.inc"

namespace {

/// A value and the result of a group that takes its place.
using Replacement = std::pair<Value, Value>;

/// Clones the ops into a kernel.group that stands before the last of them. Its results take the place of what is used
/// outside, once all groups are built: until then a group that recomputes a value finds the ops to clone.
void buildGroup(const GroupPlan::PlannedGroup &planned, SmallVectorImpl<Replacement> &replacements) {
  ArrayRef<Operation *> ops = planned.ops;
  llvm::SmallPtrSet<Operation *, 8> inside(ops.begin(), ops.end());
  llvm::SetVector<Value> inputs;
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp(); !source || !inside.contains(source))
        inputs.insert(operand);

  OpBuilder builder(ops.back());
  auto locations = llvm::map_to_vector(ops, [](Operation *op) { return op->getLoc(); });
  auto group = kernel::GroupOp::create(builder, builder.getFusedLoc(locations), ValueRange(planned.outputs).getTypes(),
                                       inputs.getArrayRef());
  Block &body = group.getBody().emplaceBlock();
  IRMapping mapping;
  for (Value input : inputs)
    mapping.map(input, body.addArgument(input.getType(), input.getLoc()));
  builder.setInsertionPointToStart(&body);
  for (Operation *op : ops)
    builder.clone(*op, mapping);
  auto results = llvm::map_to_vector(planned.outputs, [&](Value output) { return mapping.lookup(output); });
  kernel::YieldOp::create(builder, group.getLoc(), results);
  for (auto [output, result] : llvm::zip(planned.outputs, group.getResults()))
    replacements.push_back({output, result});
}

/// The ops of a block, by those that they have to stand behind: who makes their operands, and of collectives the one
/// before, as all ranks meet in one order.
llvm::DenseMap<Operation *, SmallVector<Operation *>> followersOf(Block &block) {
  llvm::DenseMap<Operation *, SmallVector<Operation *>> followers;
  Operation *collective = nullptr;
  for (Operation &op : block.without_terminator()) {
    for (Value operand : op.getOperands())
      if (Operation *maker = operand.getDefiningOp(); maker && maker->getBlock() == &block)
        followers[maker].push_back(&op);
    if (!isa<comm::CollectiveInterface>(op))
      continue;
    if (collective)
      followers[collective].push_back(&op);
    collective = &op;
  }
  return followers;
}

/// Sorts the block so that values stand before their uses: in rounds, in each of which every op that can stand goes in
/// the order of now. An op waits a round more than one that it stands behind, where it stands in front of it now.
void sortInRounds(Block &block) {
  llvm::DenseMap<Operation *, SmallVector<Operation *>> followers = followersOf(block);
  llvm::DenseMap<Operation *, unsigned> waitingFor, position, round;
  for (auto [number, op] : llvm::enumerate(block.without_terminator())) {
    position[&op] = static_cast<unsigned>(number);
    round[&op] = 0;
  }
  for (const auto &[op, behind] : followers)
    for (Operation *follower : behind)
      ++waitingFor[follower];
  SmallVector<Operation *> ready, sorted;
  for (Operation &op : block.without_terminator()) {
    sorted.push_back(&op);
    if (!waitingFor.contains(&op))
      ready.push_back(&op);
  }
  while (!ready.empty()) {
    Operation *op = ready.pop_back_val();
    for (Operation *follower : followers.lookup(op)) {
      round[follower] = std::max(round[follower], round[op] + (position[follower] < position[op]));
      if (--waitingFor[follower] == 0)
        ready.push_back(follower);
    }
  }
  llvm::sort(sorted, [&](Operation *a, Operation *b) {
    return std::pair(round[a], position[a]) < std::pair(round[b], position[b]);
  });
  for (Operation *op : sorted)
    op->moveBefore(block.getTerminator());
}

void remarkOn(const KeptValue &kept) {
  auto remark = remark::missed(kept.value.getLoc(), remark::RemarkOpts::name("kept").category("weir-form-groups"));
  if (kept.times == 0)
    remark << "is kept in memory: a kernel would have its code too often, once for each position that it is read at";
  else
    remark << llvm::formatv("is kept in memory: computing it {0:f1} times would take {1:f2} cycles per element more, "
                            "memory takes {2:f2}",
                            kept.times, kept.again, kept.kept)
                  .str();
}

struct FormGroups : impl::FormGroupsPassBase<FormGroups> {
  void runOnOperation() override {
    FailureOr<const TargetInterface *> target = kernel::targetOf(getOperation());
    if (failed(target))
      return signalPassFailure();
    GroupingCosts costs = (*target)->groupingCosts(kernel::targetAttrOf(getOperation()).getDescription());
    Block &block = getOperation().getBody().front();
    FailureOr<GroupPlan> plan =
        GroupPlan::plan(block, {.mergedWords = (*target)->mergedOperandWords(), .costs = costs});
    if (failed(plan))
      return signalPassFailure();
    for (const KeptValue &value : plan->keptInMemory())
      remarkOn(value);
    llvm::SetVector<Operation *> grouped;
    SmallVector<Replacement> replacements;
    for (const GroupPlan::PlannedGroup &group : plan->groups()) {
      buildGroup(group, replacements);
      grouped.insert(group.ops.begin(), group.ops.end());
    }
    for (auto [output, result] : replacements)
      output.replaceAllUsesWith(result);
    auto inOrder = grouped.takeVector();
    llvm::sort(inOrder, [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
    for (Operation *op : inOrder) {
      op->dropAllUses();
      op->erase();
    }
    sortInRounds(block);
  }
};

struct VerifyGroups : impl::VerifyGroupsPassBase<VerifyGroups> {
  void runOnOperation() override {
    if (!getOperation()->hasAttr(kJobAttr))
      return;
    FailureOr<GroupPlan> plan = GroupPlan::plan(getOperation().getBody().front(), {});
    if (failed(plan))
      return signalPassFailure();
    for (const GroupPlan::PlannedGroup &group : plan->groups()) {
      group.ops.front()->emitOpError("expects to stand in a kernel.group after the stage 'group'");
      signalPassFailure();
    }
  }
};

} // namespace

void buildFusionPipeline(OpPassManager &passes) {
  OpPassManager &functions = passes.nest<func::FuncOp>();
  functions.addPass(createRemoveBarriersPass());
  functions.addPass(createSinkGathersPass());
  functions.addPass(createFormGroupsPass());
  functions.addPass(createJoinRowsPass());
  functions.addPass(createVerifyGroupsPass());
}

} // namespace weir
