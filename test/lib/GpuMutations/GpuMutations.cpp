// Finds what makes a kernel right: synchronization, and conditions in front of what it writes.
#include "test/lib/GpuMutations/GpuMutations.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Pass/Pass.h"

#include <functional>

using namespace mlir;

namespace weir {

namespace {

struct Mutation {
  std::string text;
  std::function<void()> change, probe;
};

std::string describe(StringRef what, Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << what << " " << op->getName() << " at " << op->getLoc();
  return text;
}

bool writes(Operation &op) {
  return isa<LLVM::StoreOp, LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp, LLVM::MaskedStoreOp, NVVM::CpAsyncOp,
             NVVM::StMatrixOp>(op);
}

/// An access that no launch allows.
void buildTrap(OpBuilder &builder, mlir::Location loc) {
  Value nowhere = LLVM::ZeroOp::create(builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(0));
  LLVM::StoreOp::create(builder, loc, zero, nowhere);
}

Value truth(OpBuilder &builder, mlir::Location loc, bool value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI1Type(), builder.getBoolAttr(value));
}

// What depends on which thread executes it

class ThreadDependence {
public:
  bool dependsOnThread(Value value) {
    if (!seen.insert(value).second)
      return false;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner()->isEntryBlock() ? false : anyIncoming(argument);
    Operation *op = value.getDefiningOp();
    if (isa<NVVM::ThreadIdXOp, NVVM::LaneIdOp, NVVM::WarpIdOp, NVVM::BlockIdXOp>(op))
      return true;
    // What depends on data is no predicate of a store but a check.
    return isMemoryEffectFree(op) && llvm::any_of(op->getOperands(), [&](Value v) { return dependsOnThread(v); });
  }

private:
  bool anyIncoming(BlockArgument argument) {
    Block *block = argument.getOwner();
    for (auto pred = block->pred_begin(); pred != block->pred_end(); ++pred) {
      auto branch = cast<BranchOpInterface>((*pred)->getTerminator());
      Value value = branch.getSuccessorOperands(pred.getSuccessorIndex())[argument.getArgNumber()];
      if (value && dependsOnThread(value))
        return true;
    }
    return false;
  }

  llvm::DenseSet<Value> seen;
};

// Branches

/// What happens only if the branch goes to this successor: the first op there that writes.
Operation *firstWriteBehind(LLVM::CondBrOp branch, Block *successor, DominanceInfo &dominance) {
  if (successor->getSinglePredecessor() != branch->getBlock())
    return nullptr;
  for (Block &block : *successor->getParent())
    if (dominance.dominates(successor, &block))
      for (Operation &op : block)
        if (writes(op))
          return &op;
  return nullptr;
}

/// From outside for the first time, or again from inside.
bool isBackEdge(Block *from, Block *header, DominanceInfo &dominance) { return dominance.dominates(header, from); }

/// A new argument of a loop's header that says whether this is the loop's first turn.
Value firstTurn(Block *header, DominanceInfo &dominance) {
  OpBuilder builder(header->getParentOp());
  mlir::Location loc = header->getTerminator()->getLoc();
  SmallVector<std::pair<Block *, unsigned>> edges;
  for (auto pred = header->pred_begin(); pred != header->pred_end(); ++pred)
    edges.emplace_back(*pred, pred.getSuccessorIndex());
  Value argument = header->addArgument(builder.getI1Type(), loc);
  for (auto [pred, index] : edges) {
    builder.setInsertionPoint(pred->getTerminator());
    Value value = truth(builder, loc, !isBackEdge(pred, header, dominance));
    cast<BranchOpInterface>(pred->getTerminator()).getSuccessorOperands(index).append(value);
  }
  return argument;
}

/// Traps on the way of the branch to one of its successors where `when` holds.
void trapOnEdge(LLVM::CondBrOp branch, bool edge, Value when) {
  OpBuilder builder(branch);
  mlir::Location loc = branch.getLoc();
  Block *rest = branch->getBlock()->splitBlock(branch);
  Block *trap = builder.createBlock(rest);
  buildTrap(builder, loc);
  LLVM::BrOp::create(builder, loc, ValueRange(), rest);
  builder.setInsertionPointToEnd(trap->getPrevNode());
  Value goes = branch.getCondition();
  if (!edge)
    goes = LLVM::XOrOp::create(builder, loc, goes, truth(builder, loc, true));
  if (when)
    goes = LLVM::AndOp::create(builder, loc, goes, when);
  LLVM::CondBrOp::create(builder, loc, goes, trap, rest);
}

class MutationList {
public:
  explicit MutationList(ModuleOp device) {
    device.walk([&](LLVM::LLVMFuncOp function) {
      if (function.isExternal())
        return;
      auto &dominance = *dominances.emplace_back(std::make_unique<DominanceInfo>(function));
      function.getBody().walk([&](Operation *op) { add(op, dominance); });
    });
  }

  std::vector<Mutation> mutations;

private:
  void add(Operation *op, DominanceInfo &dominance) {
    if (isa<NVVM::Barrier0Op, NVVM::BarrierOp, NVVM::SyncWarpOp, NVVM::CpAsyncWaitGroupOp, NVVM::CpAsyncCommitGroupOp>(
            op))
      addRemoval(op);
    auto branch = dyn_cast<LLVM::CondBrOp>(op);
    if (branch && branch.getTrueDest() != branch.getFalseDest() &&
        ThreadDependence().dependsOnThread(branch.getCondition()))
      addCondition(branch, dominance);
  }

  void addRemoval(Operation *op) {
    if (op->getNumResults() != 0)
      return;
    auto probe = [op] {
      OpBuilder builder(op);
      buildTrap(builder, op->getLoc());
    };
    mutations.push_back({describe("without", op), [op] { op->erase(); }, probe});
  }

  /// A thread writes only under this condition: it decides about one of the branch's ways, not between two.
  void addCondition(LLVM::CondBrOp branch, DominanceInfo &dominance) {
    Operation *onTrue = firstWriteBehind(branch, branch.getTrueDest(), dominance);
    Operation *onFalse = firstWriteBehind(branch, branch.getFalseDest(), dominance);
    Block *header = branch->getBlock();
    bool isLoop =
        llvm::any_of(header->getPredecessors(), [&](Block *from) { return isBackEdge(from, header, dominance); });
    if (isLoop)
      return addBound(branch, onTrue, dominance);
    if (!onTrue == !onFalse)
      return;
    bool way = onTrue != nullptr;
    auto change = [branch, way]() mutable {
      OpBuilder builder(branch);
      branch.getConditionMutable().assign(truth(builder, branch.getLoc(), way));
    };
    auto probe = [branch, way] { trapOnEdge(branch, !way, nullptr); };
    mutations.push_back({describe("without the condition of", onTrue ? onTrue : onFalse), change, probe});
  }

  /// Of a loop that writes, whose first turn happens under a condition: it always happens.
  void addBound(LLVM::CondBrOp branch, Operation *write, DominanceInfo &dominance) {
    if (!write)
      return;
    auto change = [branch, &dominance]() mutable {
      Value first = firstTurn(branch->getBlock(), dominance);
      OpBuilder builder(branch);
      branch.getConditionMutable().assign(
          LLVM::OrOp::create(builder, branch.getLoc(), branch.getCondition(), first).getResult());
    };
    auto probe = [branch, &dominance]() mutable {
      Value first = firstTurn(branch->getBlock(), dominance);
      trapOnEdge(branch, /*edge=*/false, first);
    };
    mutations.push_back({describe("without the bound of", write), change, probe});
  }

  std::vector<std::unique_ptr<DominanceInfo>> dominances; ///< of the functions before they change
};

struct MutateGpuPass : PassWrapper<MutateGpuPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MutateGpuPass)

  MutateGpuPass() = default;
  MutateGpuPass(const MutateGpuPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "weir-test-mutate-gpu"; }
  StringRef getDescription() const override { return "Makes one mutation of a gpu.module, or lists all as remarks."; }

  void runOnOperation() override {
    if (mutation < 0) {
      for (const std::string &text : gpuMutations(getOperation()))
        getOperation().emitRemark(text);
      return;
    }
    GpuMutationKind kind = probe ? GpuMutationKind::Probe : GpuMutationKind::Change;
    if (succeeded(applyGpuMutation(getOperation(), static_cast<size_t>(mutation), kind)))
      return;
    getOperation().emitError("expects a mutation below ") << gpuMutations(getOperation()).size();
    signalPassFailure();
  }

  Option<int> mutation{*this, "mutation", llvm::cl::init(-1), llvm::cl::desc("Its number; none lists them")};
  Option<bool> probe{*this, "probe", llvm::cl::init(false), llvm::cl::desc("A trap in the place of the change")};
};

} // namespace

std::vector<std::string> gpuMutations(ModuleOp device) {
  std::vector<std::string> texts;
  for (Mutation &mutation : MutationList(device).mutations)
    texts.push_back(std::move(mutation.text));
  return texts;
}

LogicalResult applyGpuMutation(ModuleOp device, size_t number, GpuMutationKind kind) {
  MutationList list(device);
  if (number >= list.mutations.size())
    return failure();
  kind == GpuMutationKind::Change ? list.mutations[number].change() : list.mutations[number].probe();
  return success();
}

void registerGpuMutationPass() { PassRegistration<MutateGpuPass>(); }

} // namespace weir
