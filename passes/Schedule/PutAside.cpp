// Gives what ranks do together, and no product waits for, streams of its own.
#include "dialects/Comm/Comm.h"
#include "dialects/Interfaces/Cost.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Vm/Accesses.h"
#include "passes/Schedule/Passes.h"

#include "llvm/ADT/MapVector.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_PUTASIDEPASS
#include "passes/Schedule/Passes.h.inc"

namespace {

/// What some ranks run of a job, as seen by its meetings, which all ranks have in one order.
class ProgramOfRanks {
public:
  ProgramOfRanks(vm::ProgramOp program, const StreamCosts &costs)
      : accesses(program), list(accesses.instructions()), predecessors(accesses.predecessors()), costs(costs),
        isAwaited(list.size()) {
    for (auto [position, instruction] : llvm::enumerate(list))
      if (instruction.isMeeting)
        meetings.push_back(static_cast<uint32_t>(position));
  }

  size_t numMeetings() const { return meetings.size(); }
  bool hasFences() const {
    return llvm::any_of(list, [](const auto &instruction) { return vm::isFence(instruction.kind); });
  }

  /// Adds those that products here wait for to the meetings that are awaited; true if it has.
  bool addAwaited(std::vector<char> &awaited);
  /// To streams of their own: meetings that nobody awaits, and what follows meetings and no product waits for.
  void putAside();

private:
  bool isLong(Operation *op) const;
  bool needs(uint32_t after, uint32_t before) const;

  vm::Accesses accesses;
  ArrayRef<vm::InstructionAccesses> list;
  std::vector<std::vector<uint32_t>> predecessors;
  const StreamCosts &costs;
  std::vector<char> isAwaited; ///< by position
  std::vector<uint32_t> meetings;
};

/// Whether it computes longer than it reads and writes, as products do.
bool ProgramOfRanks::isLong(Operation *op) const {
  auto call = dyn_cast<vm::CallOp>(op);
  auto kernel = call ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, call.getCalleeAttr()) : nullptr;
  if (!kernel)
    return false;
  double bytes = 0;
  for (const vm::BufferUse &use : call.bufferUses())
    if (Result<int64_t> size = cast<vm::BufferType>(use.buffer.getType()).numBytes())
      bytes += static_cast<double>(*size);
  return static_cast<double>(flopsOf(kernel)) * costs.flop > bytes * costs.byte;
}

/// Meetings that follow each other keep their order, and need each other only where one takes what the other gives.
bool ProgramOfRanks::needs(uint32_t after, uint32_t before) const {
  if (!list[after].isMeeting || !list[before].isMeeting)
    return true;
  return llvm::any_of(list[after].uses, [&](const vm::StorageUse &use) {
    return llvm::any_of(list[before].uses, [&](const vm::StorageUse &other) { return other.storage == use.storage; });
  });
}

bool ProgramOfRanks::addAwaited(std::vector<char> &awaited) {
  for (auto [number, position] : llvm::enumerate(meetings))
    isAwaited[position] |= awaited[number];
  for (auto i = static_cast<uint32_t>(list.size()); i-- > 0;)
    if (isAwaited[i] || isLong(list[i].op))
      for (uint32_t before : predecessors[i])
        isAwaited[before] |= needs(i, before);
  bool isMore = false;
  for (auto [number, position] : llvm::enumerate(meetings))
    if (isAwaited[position] && !awaited[number])
      awaited[number] = isMore = true;
  return isMore;
}

void ProgramOfRanks::putAside() {
  std::vector<char> follows(list.size()); // meetings
  for (size_t i = 0; i < list.size(); ++i) {
    follows[i] =
        llvm::any_of(predecessors[i], [&](uint32_t before) { return follows[before] || list[before].isMeeting; });
    if (isAwaited[i] || !(list[i].isMeeting || follows[i]) || isLong(list[i].op))
      continue;
    uint64_t stream = list[i].isMeeting ? kMeetingsAsideStream : kAsideStream;
    list[i].op->setAttr("stream", Builder(list[i].op).getI64IntegerAttr(static_cast<int64_t>(stream)));
  }
}

struct PutAsidePass : impl::PutAsidePassBase<PutAsidePass> {
  void runOnOperation() override {
    FailureOr<StreamCosts> costs = kernel::streamCostsOf(getOperation());
    if (failed(costs))
      return signalPassFailure();
    llvm::MapVector<StringAttr, SmallVector<vm::ProgramOp>> jobs;
    for (auto program : getOperation().getOps<vm::ProgramOp>())
      if (auto ranks = program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr))
        jobs[ranks.getOf()].push_back(program);
    for (auto &[job, programs] : jobs)
      if (costs->byte > 0)
        putAside(programs, *costs);
  }

private:
  /// A meeting goes the same way on all ranks, though with smaller parts a product may be short.
  static void putAside(ArrayRef<vm::ProgramOp> ops, const StreamCosts &costs) {
    std::vector<ProgramOfRanks> programs;
    programs.reserve(ops.size());
    for (vm::ProgramOp program : ops)
      programs.emplace_back(program, costs);
    size_t numMeetings = programs.front().numMeetings();
    for (const ProgramOfRanks &program : programs)
      if (program.numMeetings() != numMeetings || program.hasFences())
        return;
    std::vector<char> awaited(numMeetings);
    for (bool isMore = true; isMore;) {
      isMore = false;
      for (ProgramOfRanks &program : programs)
        isMore |= program.addAwaited(awaited);
    }
    for (ProgramOfRanks &program : programs)
      program.putAside();
  }
};

} // namespace

} // namespace weir
