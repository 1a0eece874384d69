// Replaces weir.detach by its operand.
#include "passes/Autograd/Passes.h"

#include "dialects/Weir/Math/Ops.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_REMOVEDETACHPASS
#include "passes/Autograd/Passes.h.inc"

namespace {

struct RemoveDetach : impl::RemoveDetachPassBase<RemoveDetach> {
  void runOnOperation() override {
    getOperation().walk([](DetachOp detach) {
      detach.replaceAllUsesWith(detach.getX());
      detach.erase();
    });
  }
};

} // namespace
} // namespace weir
