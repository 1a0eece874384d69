// Verifies what the stage `launch` leaves behind. That a call fits its kernel is verified with the call.
#include "passes/Lowering/OutlineKernels/Passes.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Vm/LaunchedJob.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYLAUNCHESPASS
#include "passes/Lowering/OutlineKernels/Passes.h.inc"

namespace {

LogicalResult verifySignature(func::FuncOp kernel) {
  bool isBehindScalar = false;
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (!type.isIndex() && !isa<RankedTensorType>(type))
      return kernel.emitOpError("expects a kernel's arguments to be tensors and index scalars, got ")
             << type << " as argument #" << index;
    if (isBehindScalar && !type.isIndex())
      return kernel.emitOpError("expects a kernel's tensors to stand before its index scalars, got ")
             << type << " as argument #" << index;
    isBehindScalar = type.isIndex();
  }
  for (auto [index, type] : llvm::enumerate(kernel.getResultTypes()))
    if (!isa<RankedTensorType>(type))
      return kernel.emitOpError("expects a kernel's results to be tensors, got ") << type << " as result #" << index;
  return success();
}

LogicalResult verifyKernel(func::FuncOp kernel) {
  if (!kernel.getBody().hasOneBlock())
    return kernel.emitOpError("expects a kernel to have a body of one block");
  bool isClean = true;
  for (Operation &op : kernel.getBody().front())
    if (!isa<SemanticsInterface, func::ReturnOp>(op)) {
      op.emitOpError("expects a kernel to hold only ops that compute tensors from tensors");
      isClean = false;
    }
  return success(isClean && succeeded(verifySignature(kernel)));
}

LogicalResult verifyNoGroup(func::FuncOp function) {
  WalkResult result = function.walk([](kernel::GroupOp group) {
    group.emitOpError("expects to be gone after the stage launch");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult verifyFunction(func::FuncOp function) {
  if (function->hasAttr(kJobAttr))
    return verifyLaunchedJob(function);
  return function->hasAttr(kernel::kKernelAttr) ? verifyKernel(function) : verifyNoGroup(function);
}

struct VerifyLaunches : impl::VerifyLaunchesPassBase<VerifyLaunches> {
  void runOnOperation() override {
    bool isClean = true;
    for (auto function : getOperation().getOps<func::FuncOp>())
      isClean &= succeeded(verifyFunction(function));
    if (!isClean)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace weir
