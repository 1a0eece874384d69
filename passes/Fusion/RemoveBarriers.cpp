// Replaces weir.optimization_barrier by its operand.
#include "passes/Fusion/Passes.h"

#include "dialects/Weir/Math/Ops.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_REMOVEBARRIERSPASS
#include "passes/Fusion/Passes.h.inc"

namespace {

struct RemoveBarriers : impl::RemoveBarriersPassBase<RemoveBarriers> {
  void runOnOperation() override {
    getOperation().walk([](OptimizationBarrierOp barrier) {
      barrier.replaceAllUsesWith(barrier.getX());
      barrier.erase();
    });
  }
};

} // namespace
} // namespace weir
