// Gives instructions their streams where running them side by side pays.
#include "dialects/Interfaces/Cost.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Vm/Accesses.h"
#include "passes/Schedule/Passes.h"
#include "passes/Schedule/StreamSearch.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <algorithm>

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_STREAMSPASS
#include "passes/Schedule/Passes.h.inc"

namespace {

/// More streams are taken only where they make a program at least so much shorter: estimates are coarse, and buffers
/// that are used side by side share no bytes.
constexpr double kLeastGain = 0.9;

class StreamsOfProgram {
public:
  StreamsOfProgram(vm::ProgramOp program, const TargetInterface &target, const StreamCosts &costs)
      : program(program), accesses(program), target(target), costs(costs) {}

  void run();

private:
  struct KernelWork {
    int64_t flops = 0;
    bool isShared = false;
  };

  bool canRunSideBySide();
  StreamTask taskOf(const vm::InstructionAccesses &instruction);
  double cyclesOf(int64_t flops, int64_t bytes) const {
    return costs.launch + double(flops) * costs.flop + double(bytes) * costs.byte;
  }
  const KernelWork &workOf(vm::CallOp call);
  void apply(const StreamPlan &plan);

  vm::ProgramOp program;
  vm::Accesses accesses;
  const TargetInterface &target;
  const StreamCosts &costs;
  SymbolTableCollection symbols;
  llvm::DenseMap<Attribute, KernelWork> kernels; ///< by name
};

/// Of known sizes, and of instructions that do nothing but read and write their buffers. What meets other ranks has a
/// stream already.
bool StreamsOfProgram::canRunSideBySide() {
  auto isPlain = [](const vm::InstructionAccesses &instruction) {
    return !vm::isFence(instruction.kind) && !instruction.isMeeting;
  };
  return vm::isStatic(accesses.arenaLifetimes()) && llvm::all_of(accesses.instructions(), isPlain);
}

const StreamsOfProgram::KernelWork &StreamsOfProgram::workOf(vm::CallOp call) {
  auto [known, isNew] = kernels.try_emplace(call.getCalleeAttr());
  if (isNew)
    if (auto kernel = symbols.lookupNearestSymbolFrom<func::FuncOp>(program, call.getCalleeAttr()))
      known->second = {flopsOf(kernel), target.isShared(kernel)};
  return known->second;
}

/// On average over the iterations.
StreamTask StreamsOfProgram::taskOf(const vm::InstructionAccesses &instruction) {
  auto op = cast<vm::InstructionInterface>(instruction.op);
  int64_t bytes = 0;
  for (const vm::BufferUse &use : op.bufferUses())
    if (Result<int64_t> size = cast<vm::BufferType>(use.buffer.getType()).numBytes())
      bytes += *size;
  auto call = dyn_cast<vm::CallOp>(instruction.op);
  KernelWork work = call ? workOf(call) : KernelWork();
  uint32_t of = op.getWhen() == vm::When::Each ? 1 : program.getRepeat();
  return {cyclesOf(work.flops, bytes) / of, work.isShared, {}};
}

void StreamsOfProgram::run() {
  if (costs.streams < 2 || !canRunSideBySide())
    return;
  std::vector<std::vector<uint32_t>> predecessors = accesses.predecessors();
  std::vector<StreamTask> tasks;
  double onOne = 0; // where all threads compute together what they share, too
  for (auto [instruction, before] : llvm::zip_equal(accesses.instructions(), predecessors)) {
    StreamTask task = taskOf(instruction);
    onOne += task.cycles / (task.isShared ? costs.streams : 1);
    task.predecessors = std::move(before);
    tasks.push_back(std::move(task));
  }
  StreamPlan plan = distribute(tasks, costs.streams, costs.crossing);
  if (plan.cycles + costs.start / program.getRepeat() < kLeastGain * onOne)
    apply(plan);
}

void StreamsOfProgram::apply(const StreamPlan &plan) {
  Block &block = program.getBody().front();
  Builder builder(program.getContext());
  for (uint32_t position : plan.order) {
    Operation *op = accesses.instructions()[position].op;
    op->setAttr("stream", builder.getI64IntegerAttr(plan.streams[position]));
    op->moveBefore(&block, block.end());
  }
}

struct StreamsPass : impl::StreamsPassBase<StreamsPass> {
  void runOnOperation() override {
    FailureOr<StreamCosts> costs = kernel::streamCostsOf(getOperation());
    if (failed(costs))
      return signalPassFailure();
    if (costs->streams < 2)
      return;
    const TargetInterface &target = **kernel::targetOf(getOperation());
    for (auto program : getOperation().getOps<vm::ProgramOp>())
      StreamsOfProgram(program, target, *costs).run();
  }
};

} // namespace

} // namespace weir
