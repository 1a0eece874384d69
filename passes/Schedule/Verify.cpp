// The verifier of the stage: what may stand in the module, and that the planned bytes of programs don't collide.
#include "lib/Artifact/Verify.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Vm/Accesses.h"
#include "dialects/Weir/Control/Ops.h"
#include "passes/Schedule/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>
#include <set>

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYPASS
#include "passes/Schedule/Passes.h.inc"

namespace {

/// Finds a buffer whose bytes another one has that is in use at the same time, in the order of their beginnings.
class Collisions {
public:
  explicit Collisions(ArrayRef<vm::ArenaLifetime> lifetimes) : lifetimes(lifetimes) {}

  /// The buffer and the one it collides with.
  std::optional<std::pair<vm::ArenaOp, vm::ArenaOp>> find() {
    for (auto [index, lifetime] : llvm::enumerate(lifetimes)) {
      for (; !deaths.empty() && deaths.begin()->first < lifetime.first; deaths.erase(deaths.begin()))
        end(deaths.begin()->second);
      if (std::optional<size_t> other = begin(index))
        return std::pair(vm::ArenaOp(lifetime.arena), vm::ArenaOp(lifetimes[*other].arena));
      deaths.insert({lifetime.last, index});
    }
    return std::nullopt;
  }

private:
  struct Bytes {
    uint64_t end = 0;
    size_t owner = 0;
  };

  vm::ArenaOp arena(size_t index) const { return lifetimes[index].arena; }

  std::optional<size_t> begin(size_t index) {
    uint64_t first = *arena(index).getOffset(), last = first + *arena(index).getBytes();
    if (first == last)
      return std::nullopt;
    auto next = used.upper_bound(first);
    if (next != used.begin())
      --next;
    for (; next != used.end() && next->first < last;) {
      auto at = next++;
      if (at->second.end <= first)
        continue;
      if (lifetimes[index].inPlaceOf != at->second.owner)
        return at->second.owner;
      // The donor dies here; what it has more stays its own until then.
      first = std::min(first, at->first);
      last = std::max(last, at->second.end);
      used.erase(at);
    }
    used[first] = {last, index};
    beginOf[index] = first;
    return std::nullopt;
  }

  void end(size_t index) {
    auto at = beginOf.find(index);
    if (at == beginOf.end())
      return;
    auto bytes = used.find(at->second);
    if (bytes != used.end() && bytes->second.owner == index)
      used.erase(bytes);
    else if (bytes != used.end() && lifetimes[bytes->second.owner].inPlaceOf == index)
      shrink(bytes->second.owner);
    beginOf.erase(at);
  }

  /// Once its donor is dead, a buffer has its own bytes alone.
  void shrink(size_t index) {
    used.erase(beginOf[index]);
    uint64_t first = beginOf[index] = *arena(index).getOffset();
    used[first] = {first + *arena(index).getBytes(), index};
  }

  ArrayRef<vm::ArenaLifetime> lifetimes;
  std::map<uint64_t, Bytes> used; ///< by where they begin
  llvm::DenseMap<size_t, uint64_t> beginOf;
  std::set<std::pair<uint32_t, size_t>> deaths;
};

/// A run that fails changes no variable. What an iteration writes stands before what may fault in the next.
LogicalResult verifyFaults(const vm::Accesses &accesses, bool repeats) {
  Operation *writer = nullptr;
  if (repeats && llvm::any_of(accesses.instructions(), [](const auto &instruction) { return instruction.mayFault; }))
    for (const vm::InstructionAccesses &instruction : accesses.instructions())
      if (instruction.writesVariable && cast<vm::InstructionInterface>(instruction.op).getWhen() != vm::When::Last)
        return instruction.op->emitOpError("expects to run in the last iteration alone, as it writes a variable in a "
                                           "program that may fault");
  for (const vm::InstructionAccesses &instruction : accesses.instructions()) {
    if (instruction.mayFault && writer) {
      InFlightDiagnostic error =
          instruction.op->emitOpError("expects to stand before what writes a variable, as it may fault");
      error.attachNote(writer->getLoc()) << "a variable is written here";
      return error;
    }
    if (instruction.writesVariable && !writer)
      writer = instruction.op;
  }
  return success();
}

/// Lifetimes are those of the serial order; on several streams the emitter adds edges between users of shared bytes.
LogicalResult verifyPlan(vm::ProgramOp program) {
  vm::Accesses accesses(program);
  if (failed(verifyFaults(accesses, program.getRepeat() > 1)))
    return failure();
  std::vector<vm::ArenaLifetime> lifetimes = accesses.arenaLifetimes();
  bool isPlanned = program.getRepeat() == 1 && vm::isStatic(lifetimes);
  if (isPlanned != program.getPeakBytes().has_value())
    return program.emitOpError("expects peak_bytes exactly where all of its arena buffers have static sizes and "
                               "nothing repeats");
  if (!isPlanned)
    return success();
  for (const vm::ArenaLifetime &lifetime : lifetimes) {
    vm::ArenaOp arena = lifetime.arena;
    if (!arena.getOffset())
      return arena.emitOpError("expects an offset in a program with peak_bytes");
    if (*arena.getOffset() % kArenaAlignment != 0 || *arena.getOffset() + *arena.getBytes() > *program.getPeakBytes())
      return arena.emitOpError("expects an offset that is a multiple of ")
             << kArenaAlignment << " and bytes that end within " << *program.getPeakBytes() << ", got "
             << *arena.getOffset() << " and " << *arena.getBytes();
  }
  if (auto collision = Collisions(lifetimes).find()) {
    InFlightDiagnostic error = collision->first.emitOpError("expects bytes that no buffer in use at the same time has");
    error.attachNote(collision->second.getLoc()) << "the other buffer is here";
    return error;
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
        InFlightDiagnostic error =
            op.emitOpError("expects to be gone after the stage schedule, which leaves variables, "
                           "kernels and programs");
        if (auto function = dyn_cast<func::FuncOp>(op); function && !function->hasAttr(kJobAttr))
          error.attachNote() << "it is neither a job, which has the attribute " << kJobAttr
                             << ", nor called by one: either write the attribute or take it out";
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
