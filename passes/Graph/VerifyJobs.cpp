// Verifies what the stage `graph` leaves behind.
#include "passes/Graph/Passes.h"

#include "dialects/Weir/Control/NormalForm.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYJOBSPASS
#include "passes/Graph/Passes.h.inc"

namespace {

struct VerifyJobs : impl::VerifyJobsPassBase<VerifyJobs> {
  void runOnOperation() override {
    if (failed(verifyNormalForm(getOperation(), {.gradients = true, .amp = true, .sbp = true})))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace weir
