// Asks the target for each kernel's schedule.
#include "passes/Lowering/OutlineKernels/Passes.h"

#include "dialects/Kernel/Target.h"

#include "mlir/IR/Threading.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_WRITESCHEDULESPASS
#include "passes/Lowering/OutlineKernels/Passes.h.inc"

namespace {

struct WriteSchedules : impl::WriteSchedulesPassBase<WriteSchedules> {
  void runOnOperation() override {
    FailureOr<const TargetInterface *> target = kernel::targetOf(getOperation());
    if (failed(target))
      return signalPassFailure();
    DictionaryAttr description = kernel::targetAttrOf(getOperation()).getDescription();
    auto *chooser = getContext().getLoadedDialect<kernel::KernelDialect>()->scheduleChooser;
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(kernel::kKernelAttr))
        kernels.push_back(function);
    LogicalResult written = failableParallelForEach(&getContext(), kernels, [&](func::FuncOp kernel) -> LogicalResult {
      bool isGiven = kernel->hasAttr(kernel::kScheduleAttr);
      if (DictionaryAttr chosen = chooser && !isGiven ? chooser->choose(kernel, **target, description) : nullptr)
        kernel->setAttr(kernel::kScheduleAttr, chosen);
      FailureOr<DictionaryAttr> schedule = (*target)->schedule(kernel, description);
      if (failed(schedule))
        return isGiven || !kernel->hasAttr(kernel::kScheduleAttr)
                   ? failure()
                   : kernel.emitError(
                         "expects the tuning file to be of this build of Weir; measure again, with --tune");
      if (*schedule)
        kernel->setAttr(kernel::kScheduleAttr, *schedule);
      return success();
    });
    if (failed(written))
      signalPassFailure();
  }
};

} // namespace

} // namespace weir
