// Jobs to programs, and the removal of kernels that no program calls.
#include "passes/Schedule/Passes.h"
#include "passes/Schedule/ProgramBuilder.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_FROMKERNELCALLSPASS
#include "passes/Schedule/Passes.h.inc"

namespace {

struct FromKernelCallsPass : impl::FromKernelCallsPassBase<FromKernelCallsPass> {
  void runOnOperation() override {
    bool ok = true;
    for (auto job : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (job->hasAttr(kJobAttr) || job->hasAttr(kDeriveAttr))
        ok &= succeeded(convert(job));
    if (!ok)
      return signalPassFailure();
    eraseUnusedKernels();
    for (auto variable : llvm::make_early_inc_range(getOperation().getOps<VariableOp>()))
      if (variable.getCarried())
        variable.erase();
  }

private:
  static LogicalResult convert(func::FuncOp job) {
    FailureOr<JobValues> values = JobValues::of(job);
    if (failed(values))
      return failure();
    StorageDecisions decisions(job, *values);
    ProgramBuilder(job, *values, decisions).build();
    job.erase();
    return success();
  }

  void eraseUnusedKernels() {
    llvm::DenseSet<Attribute> called;
    getOperation().walk([&](vm::CallOp call) { called.insert(call.getCalleeAttr().getAttr()); });
    for (auto kernel : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (kernel->hasAttr(kernel::kKernelAttr) && !called.contains(kernel.getSymNameAttr()))
        kernel.erase();
  }
};

} // namespace

} // namespace weir
