// Takes what follows from variables and constants alone out of jobs, so that runs don't compute it again.
#include "passes/Layout/DeriveJobs.h"
#include "passes/Layout/Passes.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_DERIVEVALUESPASS
#include "passes/Layout/Passes.h.inc"

namespace {

struct DeriveValues : impl::DeriveValuesPassBase<DeriveValues> {
  void runOnOperation() override {
    DeriveJobs derived(getOperation());
    SmallVector<func::FuncOp> jobs;
    for (auto job : getOperation().getOps<func::FuncOp>())
      if (job->hasAttr(kJobAttr) && !job->hasAttr(kDeriveAttr))
        jobs.push_back(job);
    for (func::FuncOp job : jobs)
      run(job, derived);
  }

private:
  static void run(func::FuncOp job, DeriveJobs &derived) {
    llvm::DenseSet<Operation *> constant;
    SmallVector<Operation *> computed;
    job.walk([&](Operation *op) {
      if (!derived.followsFromVariables(op, constant))
        return;
      constant.insert(op);
      if (isa<ElementwiseInterface>(op))
        computed.push_back(op);
    });
    for (Operation *op : computed) {
      bool isRead = llvm::any_of(op->getUsers(), [&](Operation *user) { return isUsed(user, constant); });
      bool hasReads =
          llvm::any_of(derived.sourcesOf(op->getResult(0)), [](Operation *source) { return isa<ReadOp>(source); });
      if (isRead && hasReads)
        replace(op, derived);
    }
  }

  /// Whether an op that reads a value is, or leads through copies of it alone to, one that no derive job takes.
  static bool isUsed(Operation *op, const llvm::DenseSet<Operation *> &constant) {
    if (!constant.contains(op))
      return true;
    auto copies = dyn_cast<SemanticsInterface>(op);
    return copies && copies.flops() == 0 &&
           llvm::any_of(op->getUsers(), [&](Operation *user) { return isUsed(user, constant); });
  }

  static void replace(Operation *op, DeriveJobs &derived) {
    Value value = op->getResult(0);
    VariableOp variable =
        derived.derive(value, derived.sourcesOf(value), ".derived", [](OpBuilder &, Value result) { return result; });
    auto builder = OpBuilder::atBlockBegin(op->getBlock());
    Value read = ReadOp::create(builder, op->getLoc(), value.getType(), variable.getSymName());
    value.replaceAllUsesWith(read);
  }
};

} // namespace
} // namespace weir
