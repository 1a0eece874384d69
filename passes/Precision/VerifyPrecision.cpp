// Verifies what the stage `precision` leaves behind.
#include "passes/Precision/Passes.h"

#include "dialects/Weir/Control/NormalForm.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYPRECISIONPASS
#include "passes/Precision/Passes.h.inc"

namespace {

struct VerifyPrecision : impl::VerifyPrecisionPassBase<VerifyPrecision> {
  void runOnOperation() override {
    if (failed(verifyNormalForm(getOperation(), {.sbp = true})))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace weir
