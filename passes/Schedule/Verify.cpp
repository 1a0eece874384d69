// The verifier of the stage: what may stand in the module, and that the planned bytes of programs don't collide.
#include "lib/Artifact/Verify.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Vm/Accesses.h"
#include "dialects/Weir/Control/Ops.h"
#include "passes/Schedule/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYPASS
#include "passes/Schedule/Passes.h.inc"

namespace {

bool inTime(const vm::ArenaLifetime &a, const vm::ArenaLifetime &b) { return a.first <= b.last && b.first <= a.last; }

bool inSpace(vm::ArenaOp a, vm::ArenaOp b) {
  return *a.getOffset() < *b.getOffset() + *b.getBytes() && *b.getOffset() < *a.getOffset() + *a.getBytes();
}

/// Lifetimes are those of the serial order; on several streams the emitter adds edges between users of shared bytes.
LogicalResult verifyPlan(vm::ProgramOp program) {
  vm::Accesses accesses(program);
  std::vector<vm::ArenaLifetime> lifetimes = accesses.arenaLifetimes();
  bool isStatic = vm::isStatic(lifetimes);
  if (isStatic != program.getPeakBytes().has_value())
    return program.emitOpError("expects peak_bytes exactly where all of its arena buffers have static sizes");
  if (!isStatic)
    return success();
  for (auto [index, lifetime] : llvm::enumerate(lifetimes)) {
    vm::ArenaOp arena = lifetime.arena;
    if (!arena.getOffset())
      return arena.emitOpError("expects an offset in a program with peak_bytes");
    if (*arena.getOffset() % kArenaAlignment != 0 || *arena.getOffset() + *arena.getBytes() > *program.getPeakBytes())
      return arena.emitOpError("expects an offset that is a multiple of ")
             << kArenaAlignment << " and bytes that end within " << *program.getPeakBytes() << ", got "
             << *arena.getOffset() << " and " << *arena.getBytes();
    for (const vm::ArenaLifetime &other : ArrayRef(lifetimes).take_front(index)) {
      bool isAllowed = lifetime.inPlaceOf && lifetimes[*lifetime.inPlaceOf].arena == other.arena;
      if (!inTime(lifetime, other) || !inSpace(arena, other.arena) || isAllowed)
        continue;
      InFlightDiagnostic error = arena.emitOpError("expects bytes that no buffer in use at the same time has");
      error.attachNote(vm::ArenaOp(other.arena).getLoc()) << "the other buffer is here";
      return error;
    }
  }
  return success();
}

struct VerifyPass : impl::VerifyPassBase<VerifyPass> {
  void runOnOperation() override {
    bool ok = true;
    for (Operation &op : *getOperation().getBody()) {
      auto program = dyn_cast<vm::ProgramOp>(op);
      if (program)
        ok &= succeeded(verifyPlan(program));
      else if (!isa<weir::VariableOp>(op) && !op.hasAttr(kernel::kKernelAttr)) {
        op.emitOpError("expects to be gone after the stage schedule, which leaves variables, kernels and programs");
        ok = false;
      }
    }
    if (!ok)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

} // namespace weir
