// Verifies what a stage that keeps normal form leaves behind.
#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/Control/Passes.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYNORMALFORMPASS
#include "dialects/Weir/Control/Passes.h.inc"

namespace {

struct VerifyNormalForm : impl::VerifyNormalFormPassBase<VerifyNormalForm> {
  using VerifyNormalFormPassBase::VerifyNormalFormPassBase;

  void runOnOperation() override {
    if (failed(verifyNormalForm(getOperation(), {.gradients = gradients, .amp = amp, .sbp = sbp, .ranks = ranks})))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace weir
