// Replaces by their operands what says something to autograd alone.
#include "passes/Autograd/Passes.h"

#include "dialects/Weir/Math/Ops.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_REMOVEDETACHPASS
#include "passes/Autograd/Passes.h.inc"

namespace {

struct RemoveDetach : impl::RemoveDetachPassBase<RemoveDetach> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (!isa<DetachOp>(op) && !op->hasAttr(kGradientSourceAttr))
        return;
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
    });
  }
};

} // namespace
} // namespace weir
