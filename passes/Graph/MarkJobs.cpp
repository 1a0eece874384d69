// Takes functions for jobs where a module says of none that it is one.
#include "passes/Graph/Passes.h"

#include "dialects/Weir/Control/Jobs.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_MARKJOBSPASS
#include "passes/Graph/Passes.h.inc"

namespace {

struct MarkJobs : impl::MarkJobsPassBase<MarkJobs> {
  void runOnOperation() override {
    markJobs(getOperation());
    if (failed(verifyJobs(getOperation())))
      signalPassFailure();
  }
};

} // namespace
} // namespace weir
