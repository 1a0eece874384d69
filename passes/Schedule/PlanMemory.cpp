// Offsets of arena buffers by the planner of lib/Support.
#include "dialects/Vm/Accesses.h"
#include "lib/Support/MemoryPlan.h"
#include "passes/Schedule/Passes.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_PLANMEMORYPASS
#include "passes/Schedule/Passes.h.inc"

namespace {

struct PlanMemoryPass : impl::PlanMemoryPassBase<PlanMemoryPass> {
  void runOnOperation() override {
    vm::ProgramOp program = getOperation();
    eraseUnused(program);
    clearPlan(program);
    vm::Accesses accesses(program);
    std::vector<vm::ArenaLifetime> lifetimes = accesses.arenaLifetimesSideBySide();
    if (program.getRepeat() == 1 && vm::isStatic(lifetimes) && failed(plan(program, lifetimes)))
      signalPassFailure();
  }

private:
  static void eraseUnused(vm::ProgramOp program) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(program.getBody().front())))
      if (isa<vm::ArenaOp, vm::ViewOp>(op) && op.use_empty())
        op.erase();
  }

  static void clearPlan(vm::ProgramOp program) {
    program.removePeakBytesAttr();
    program.removeLiveBoundAttr();
    for (auto arena : program.getBody().getOps<vm::ArenaOp>()) {
      arena.removeOffsetAttr();
      arena.removeBytesAttr();
    }
  }

  static LogicalResult plan(vm::ProgramOp program, ArrayRef<vm::ArenaLifetime> lifetimes) {
    std::vector<BufferLifetime> buffers;
    for (vm::ArenaLifetime lifetime : lifetimes) {
      Result<int64_t> bytes = lifetime.arena.getType().numBytes();
      if (!bytes)
        return lifetime.arena.emitOpError() << bytes.message();
      buffers.push_back({*bytes, lifetime.first, lifetime.last, lifetime.inPlaceOf});
    }
    Result<MemoryPlan> plan = planMemory(buffers);
    if (!plan)
      return program.emitOpError("has no memory plan: ") << plan.message();
    for (auto [lifetime, buffer, offset] : llvm::zip_equal(lifetimes, buffers, plan->offsets)) {
      vm::ArenaOp arena = lifetime.arena;
      arena.setOffset(offset);
      arena.setBytes(buffer.bytes);
    }
    program.setPeakBytes(plan->peakBytes);
    program.setLiveBound(plan->liveBound);
    return success();
  }
};

} // namespace

} // namespace weir
