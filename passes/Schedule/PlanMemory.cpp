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
    keepAside(program, accesses, lifetimes);
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

  /// What ranks send aside is kept to the end: who took its bytes would wait with the link. It takes up to half as much
  /// as the program's variables, so that ranks that divide these keep less.
  static void keepAside(vm::ProgramOp program, const vm::Accesses &accesses,
                        MutableArrayRef<vm::ArenaLifetime> lifetimes) {
    if (llvm::none_of(accesses.instructions(), [](const auto &instruction) { return instruction.isMeeting; }))
      return;
    auto bytesOf = [](vm::BufferType type) {
      Result<int64_t> bytes = type.numBytes();
      return bytes ? *bytes : 0;
    };
    int64_t room = 0;
    for (auto variable : program.getBody().getOps<vm::VariableOp>())
      room += bytesOf(variable.getType()) / 2;
    uint32_t lastBeside = 0; // of those who must not wait
    for (auto [position, instruction] : llvm::enumerate(accesses.instructions()))
      if (instruction.stream != kAsideStream && instruction.stream != kMeetingsAsideStream)
        lastBeside = static_cast<uint32_t>(position);
    llvm::DenseMap<Operation *, vm::ArenaLifetime *> kept; // those whose bytes nobody is to take
    for (vm::ArenaLifetime &lifetime : lifetimes)
      if (lifetime.last < lastBeside)
        kept[lifetime.arena] = &lifetime;
    for (const vm::ArenaLifetime &lifetime : lifetimes)
      if (lifetime.inPlaceOf)
        kept.erase(lifetimes[*lifetime.inPlaceOf].arena);
    for (const vm::InstructionAccesses &instruction : accesses.instructions()) {
      if (instruction.stream != kAsideStream && instruction.stream != kMeetingsAsideStream)
        continue;
      for (const vm::StorageUse &use : instruction.uses) {
        vm::ArenaOp arena = accesses.arena(use.storage);
        auto found = arena ? kept.find(arena) : kept.end();
        if (found == kept.end())
          continue;
        room -= bytesOf(arena.getType());
        if (room < 0)
          return;
        found->second->last = lastBeside;
        kept.erase(found);
      }
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
