// Verification of a program as a whole: what it may hold, and what depends on the order of its instructions.
#include "dialects/Vm/HostScalars.h"
#include "dialects/Vm/Vm.h"

#include <set>

using namespace mlir;

namespace weir::vm {

namespace {

class ProgramVerifier {
public:
  explicit ProgramVerifier(ProgramOp program) : program(program), repeat(program.getRepeat()) {}

  LogicalResult verify() {
    return failure(failed(verifyOps()) || failed(verifyPorts<InputOp>()) || failed(verifyPorts<ResultOp>()) ||
                   failed(verifyVariables()) || failed(verifyRepeat()) || failed(verifyArena()) ||
                   failed(verifyInstructions()));
  }

private:
  LogicalResult verifyOps();
  template <typename Port> LogicalResult verifyPorts();
  LogicalResult verifyVariables();
  LogicalResult verifyRepeat();
  LogicalResult verifyArena();
  LogicalResult verifyInstructions();
  LogicalResult verifyUse(InstructionInterface instruction, const BufferUse &use);
  LogicalResult verifyEvent(Operation *op);
  unsigned bitOf(When when) const { return 1u << unsigned(repeat == 1 ? When::Each : when); }
  unsigned writesSeen(Value root, When when) const;

  ProgramOp program;
  const uint32_t repeat;
  llvm::DenseMap<Value, unsigned> written; ///< bits of the iterations
  std::set<uint64_t> recorded;
};

LogicalResult ProgramVerifier::verifyOps() {
  for (Operation &op : program.getBody().front())
    if (!isa<VmDialect>(op.getDialect()) && !hostScalarKind(&op))
      return op.emitOpError("expects to stand outside vm.program, which holds vm ops and host scalars: ")
             << hostScalarNames();
  return success();
}

template <typename Port> LogicalResult ProgramVerifier::verifyPorts() {
  SmallVector<Port> ports(program.getBody().getOps<Port>());
  if (!ports.empty() && program.getKind() == ProgramKind::Derive)
    return ports.front().emitOpError("expects a program of kind job, got derive");
  SmallVector<bool> seen(ports.size());
  for (Port port : ports) {
    if (port.getIndex() >= ports.size())
      return port.emitOpError("expects an index below the number of such ops, ")
             << ports.size() << ", got " << port.getIndex();
    if (seen[port.getIndex()])
      return port.emitOpError("expects one op for index ") << port.getIndex() << ", got two";
    seen[port.getIndex()] = true;
  }
  return success();
}

LogicalResult ProgramVerifier::verifyVariables() {
  llvm::DenseSet<Attribute> seen;
  for (auto op : program.getBody().getOps<VariableOp>())
    if (!seen.insert(op.getVariableAttr()).second)
      return op.emitOpError("expects one vm.variable for ") << op.getVariableAttr() << ", got two";
  return success();
}

LogicalResult ProgramVerifier::verifyRepeat() {
  for (auto arena : program.getBody().getOps<ArenaOp>()) {
    if (arena.getRegisters() > repeat)
      return arena.emitOpError("expects no more registers than there are iterations, ")
             << repeat << ", got " << arena.getRegisters();
    if (arena.getOffset() && repeat > 1)
      return arena.emitOpError("expects no offset in a program that repeats");
  }
  for (auto result : program.getBody().getOps<ResultOp>())
    if (result.getInPlaceOf() && repeat > 1)
      return result.emitOpError("expects to be in place of no input that later iterations read");
  for (auto instruction : program.getBody().getOps<InstructionInterface>())
    if (instruction.getWhen() != When::Each && isa<RecordEventOp, WaitEventOp, BarrierOp>(instruction))
      return instruction->emitOpError("expects to run in each iteration");
  return success();
}

LogicalResult ProgramVerifier::verifyArena() {
  SmallVector<ArenaOp> arena(program.getBody().getOps<ArenaOp>());
  auto isPlanned = [](ArenaOp op) { return op.getOffset().has_value(); };
  if (llvm::any_of(arena, isPlanned) && !llvm::all_of(arena, isPlanned))
    return llvm::find_if_not(arena, isPlanned)->emitOpError("expects an offset, as other arena buffers have one");
  return success();
}

LogicalResult ProgramVerifier::verifyInstructions() {
  for (Operation &op : program.getBody().front()) {
    if (isa<InputOp, VariableOp, ConstantOp>(op))
      written[op.getResult(0)] = bitOf(When::Each);
    auto instruction = dyn_cast<InstructionInterface>(op);
    if (!instruction)
      continue;
    SmallVector<BufferUse> uses = instruction.bufferUses();
    for (const BufferUse &use : uses)
      if (failed(verifyUse(instruction, use)))
        return failure();
    for (const BufferUse &use : uses)
      if (use.access == Access::Mut)
        written[rootBuffer(use.buffer)] |= bitOf(instruction.getWhen());
    if (failed(verifyEvent(&op)))
      return failure();
  }
  for (auto result : program.getBody().getOps<ResultOp>())
    if (!(written.lookup(result.getBuffer()) & (result.getStacked() ? bitOf(When::Each) : ~0u)))
      return result.emitOpError("expects an instruction to write result '") << result.getName() << "'";
  return success();
}

/// What somebody finds who reads the buffer in such iterations: what they have written, and where the buffer keeps its
/// contents, earlier ones.
unsigned ProgramVerifier::writesSeen(Value root, When when) const {
  auto arena = root.getDefiningOp<ArenaOp>();
  auto result = root.getDefiningOp<ResultOp>();
  bool isKept = (arena && arena.getCarried()) || (result && !result.getStacked());
  return written.lookup(root) & (bitOf(When::Each) | bitOf(when) | (isKept ? bitOf(When::First) : 0));
}

LogicalResult ProgramVerifier::verifyUse(InstructionInterface instruction, const BufferUse &use) {
  Value root = rootBuffer(use.buffer);
  auto fail = [&](const Twine &rule) -> LogicalResult {
    InFlightDiagnostic error = instruction->emitOpError(rule);
    error.attachNote(root.getLoc()) << "the buffer is here";
    return error;
  };
  if (use.access == Access::Const)
    return writesSeen(root, instruction.getWhen()) ? success()
                                                   : fail("expects its buffers to be written before it reads them");
  if (root.getDefiningOp<ConstantOp>())
    return fail("expects not to write a constant");
  auto input = root.getDefiningOp<InputOp>();
  return input && !input.getDonated() ? fail("expects to write no input that isn't donated") : success();
}

LogicalResult ProgramVerifier::verifyEvent(Operation *op) {
  if (auto record = dyn_cast<RecordEventOp>(op); record && !recorded.insert(record.getEvent()).second)
    return record.emitOpError("expects each event to be recorded once, got ") << record.getEvent() << " again";
  if (auto wait = dyn_cast<WaitEventOp>(op); wait && !recorded.contains(wait.getEvent()))
    return wait.emitOpError("expects event ") << wait.getEvent() << " to be recorded before it is waited for";
  return success();
}

} // namespace

LogicalResult ProgramOp::verifyRegions() { return ProgramVerifier(*this).verify(); }

} // namespace weir::vm
