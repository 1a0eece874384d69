// Verifies what the stage `partition` leaves behind.
#include "passes/Sbp/Passes.h"

#include "dialects/Weir/Control/NormalForm.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYPARTITIONPASS
#include "passes/Sbp/Passes.h.inc"

namespace {

struct VerifyPartition : impl::VerifyPartitionPassBase<VerifyPartition> {
  void runOnOperation() override {
    if (failed(verifyNormalForm(getOperation(), {})))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace weir
