// Verifies what the stage `layout` leaves behind.
#include "passes/Layout/Passes.h"

#include "dialects/Weir/Control/NormalForm.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYLAYOUTPASS
#include "passes/Layout/Passes.h.inc"

namespace {

struct VerifyLayout : impl::VerifyLayoutPassBase<VerifyLayout> {
  void runOnOperation() override {
    if (failed(verifyNormalForm(getOperation(), {})))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace weir
