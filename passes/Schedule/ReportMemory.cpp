// Figures of a program's memory beside what other orders would need.
#include "passes/Schedule/Passes.h"
#include "passes/Schedule/ProgramGraph.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_REPORTMEMORYPASS
#include "passes/Schedule/Passes.h.inc"

namespace {

struct ReportMemoryPass : impl::ReportMemoryPassBase<ReportMemoryPass> {
  using Base::Base;

  void runOnOperation() override {
    vm::ProgramOp program = getOperation();
    LiveGraph graph = liveGraphOf(vm::Accesses(program));
    Result<MemoryPlan> plan = planOrder(graph, graph.originalOrder());
    if (!plan) {
      program.emitOpError("has no memory plan: ") << plan.message();
      return signalPassFailure();
    }
    int64_t peak = program.getPeakBytes() ? static_cast<int64_t>(*program.getPeakBytes()) : plan->peakBytes;
    int64_t random = leastRandomPeak(graph, orders, static_cast<uint32_t>(seed));
    emitRemark(program.getLoc()) << "@" << program.getSymName() << ": peak " << peak << ", live bound "
                                 << plan->liveBound << ", least live bound of " << orders.getValue()
                                 << " random orders " << random;
    if (failed(checkLimit(peak, plan->liveBound, liveLimit)) || failed(checkLimit(peak, random, randomLimit)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult checkLimit(int64_t peak, int64_t bound, double limit) {
    if (limit == 0 || static_cast<double>(peak) <= limit * static_cast<double>(bound))
      return success();
    return getOperation().emitOpError("expects a peak of at most ")
           << limit << " times " << bound << " bytes, got " << peak;
  }
};

} // namespace

} // namespace weir
