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
  std::function<void()> apply;
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

bool isLoopHeader(Block *block, DominanceInfo &dominance) {
  return llvm::any_of(block->getPredecessors(), [&](Block *from) { return dominance.dominates(block, from); });
}

class MutationList {
public:
  explicit MutationList(ModuleOp device) {
    device.walk([&](LLVM::LLVMFuncOp function) {
      if (function.isExternal())
        return;
      DominanceInfo dominance(function);
      function.getBody().walk([&](Operation *op) { add(op, dominance); });
    });
  }

  std::vector<Mutation> mutations;

private:
  void add(Operation *op, DominanceInfo &dominance) {
    if (isa<NVVM::Barrier0Op, NVVM::BarrierOp, NVVM::SyncWarpOp, NVVM::CpAsyncWaitGroupOp, NVVM::CpAsyncCommitGroupOp>(
            op))
      addRemoval(op);
    if (auto branch = dyn_cast<LLVM::CondBrOp>(op))
      addGuard(branch, dominance);
    if (auto store = dyn_cast<LLVM::MaskedStoreOp>(op))
      mutations.push_back({describe("without the mask of", op), [store]() mutable {
                             OpBuilder builder(store);
                             auto type = cast<VectorType>(store.getMask().getType());
                             auto all = DenseElementsAttr::get(type, true);
                             store.getMaskMutable().assign(
                                 LLVM::ConstantOp::create(builder, store.getLoc(), type, all));
                           }});
    if (auto copy = dyn_cast<NVVM::CpAsyncOp>(op); copy && copy.getCpSize())
      mutations.push_back({describe("without the size of", op), [copy]() mutable { copy.getCpSizeMutable().clear(); }});
  }

  void addRemoval(Operation *op) {
    if (op->getNumResults() == 0)
      mutations.push_back({describe("without", op), [op] { op->erase(); }});
  }

  /// A branch on a condition, not one of a loop or between two ways of writing, behind which the kernel writes.
  void addGuard(LLVM::CondBrOp branch, DominanceInfo &dominance) {
    if (branch.getTrueDest() == branch.getFalseDest() || isLoopHeader(branch->getBlock(), dominance))
      return;
    Operation *onTrue = firstWriteBehind(branch, branch.getTrueDest(), dominance);
    Operation *onFalse = firstWriteBehind(branch, branch.getFalseDest(), dominance);
    if (!onTrue == !onFalse)
      return;
    bool taken = onTrue != nullptr;
    mutations.push_back({describe("without the condition of", onTrue ? onTrue : onFalse), [branch, taken]() mutable {
                           OpBuilder builder(branch);
                           branch.getConditionMutable().assign(LLVM::ConstantOp::create(
                               builder, branch.getLoc(), builder.getI1Type(), builder.getBoolAttr(taken)));
                         }});
  }
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
    } else if (failed(applyGpuMutation(getOperation(), static_cast<size_t>(mutation)))) {
      getOperation().emitError("expects a mutation below ") << gpuMutations(getOperation()).size();
      signalPassFailure();
    }
  }

  Option<int> mutation{*this, "mutation", llvm::cl::init(-1), llvm::cl::desc("Its number; none lists them")};
};

} // namespace

std::vector<std::string> gpuMutations(ModuleOp device) {
  std::vector<std::string> texts;
  for (Mutation &mutation : MutationList(device).mutations)
    texts.push_back(std::move(mutation.text));
  return texts;
}

LogicalResult applyGpuMutation(ModuleOp device, size_t number) {
  MutationList list(device);
  if (number >= list.mutations.size())
    return failure();
  list.mutations[number].apply();
  return success();
}

void registerGpuMutationPass() { PassRegistration<MutateGpuPass>(); }

} // namespace weir
