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
    int64_t peak = program.getPeakBytes() ? *program.getPeakBytes() : plan->peakBytes;
    program.emitRemark() << "@" << program.getSymName() << ": peak " << peak << ", live bound " << plan->liveBound
                         << ", least live bound of " << orders.getValue() << " random orders "
                         << leastRandomPeak(graph, orders, static_cast<uint32_t>(seed));
    markAllAnalysesPreserved();
  }
};

} // namespace

} // namespace weir
