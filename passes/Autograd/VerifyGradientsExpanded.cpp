// Verifies what the stage `autograd` leaves behind.
#include "passes/Autograd/Passes.h"

#include "dialects/Weir/Control/NormalForm.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYGRADIENTSEXPANDEDPASS
#include "passes/Autograd/Passes.h.inc"

namespace {

struct VerifyGradientsExpanded : impl::VerifyGradientsExpandedPassBase<VerifyGradientsExpanded> {
  void runOnOperation() override {
    if (failed(verifyNormalForm(getOperation(), {.amp = true, .sbp = true})))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace weir
