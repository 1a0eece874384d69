// Host scalars, buffers and instructions of a job, table by table.
#include "lib/Compiler/EmitJob.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Vm/Accesses.h"
#include "dialects/Vm/HostScalars.h"
#include "lib/Compiler/CallLocations.h"
#include "lib/Compiler/ElementBytes.h"
#include "lib/Compiler/EmitRanks.h"

#include "llvm/ADT/TypeSwitch.h"

#include <map>

using namespace mlir;

namespace weir {

namespace {

class JobEmitter {
public:
  JobEmitter(vm::ProgramOp program, Artifact &artifact, ArtifactIds &ids)
      : program(program), artifact(artifact), ids(ids), accesses(program) {}

  FailureOr<Job> emit();

private:
  // Host scalars.
  Id addScalar(HostScalar scalar);
  Id constantScalar(int64_t value);
  Id product(Id lhs, Id rhs);
  Id scalarOf(Value value);
  std::vector<Id> sizes(vm::BufferType type, ValueRange dynamicSizes);

  // Buffers.
  template <typename Storage> Id addBuffer(vm::BufferType type, std::vector<Id> sizes, Storage storage);
  void addInputs();
  void addResults();
  LogicalResult addVariablesAndConstants();
  void addArena();
  void addViews();
  std::vector<Id> rowMajorStrides(const std::vector<Id> &sizes);

  // Instructions.
  LogicalResult addInstructions();
  FailureOr<InstructionBody> body(Operation *op);
  FailureOr<InstructionBody> call(vm::CallOp op);
  Id bufferOf(Value value) const { return buffers.lookup(value); }
  Id operandOf(Value value) const;
  std::vector<Id> operandsOf(ValueRange first, ValueRange second = {}) const;

  vm::ProgramOp program;
  Artifact &artifact;
  ArtifactIds &ids;
  vm::Accesses accesses;
  SymbolTableCollection symbols;
  Job job;
  llvm::DenseMap<Value, Id> buffers, scalars;
  llvm::DenseMap<Value, Id> rowMajor; ///< views of inputs
  std::map<int64_t, Id> constantScalars;
};

FailureOr<Job> JobEmitter::emit() {
  job.name = program.getSymName().str();
  job.kind = program.getKind() == vm::ProgramKind::Derive ? Job::Kind::Derive : Job::Kind::Ordinary;
  job.repeat = program.getRepeat();
  job.ranks = ranksOf(program);
  if (auto ranks = program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr))
    job.name = ranks.getOf().str();
  job.arenaBytes = static_cast<int64_t>(program.getPeakBytes().value_or(0));
  addInputs();
  addResults();
  if (failed(addVariablesAndConstants()))
    return failure();
  addArena();
  addViews();
  if (failed(addInstructions()))
    return failure();
  return std::move(job);
}

// Host scalars.

Id JobEmitter::addScalar(HostScalar scalar) {
  job.scalars.push_back(scalar);
  return static_cast<Id>(job.scalars.size() - 1);
}

Id JobEmitter::constantScalar(int64_t value) {
  auto [entry, isNew] = constantScalars.try_emplace(value, 0);
  if (isNew)
    entry->second = addScalar({.kind = HostScalar::Kind::Constant, .value = value});
  return entry->second;
}

Id JobEmitter::product(Id lhs, Id rhs) {
  const HostScalar &a = job.scalars[lhs], &b = job.scalars[rhs];
  int64_t value = 0;
  bool isKnown = a.kind == HostScalar::Kind::Constant && b.kind == HostScalar::Kind::Constant;
  if (isKnown && !__builtin_mul_overflow(a.value, b.value, &value))
    return constantScalar(value);
  return addScalar({.kind = HostScalar::Kind::Mul, .lhs = lhs, .rhs = rhs});
}

Id JobEmitter::scalarOf(Value value) {
  if (auto known = scalars.find(value); known != scalars.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  HostScalar::Kind kind = *vm::hostScalarKind(op);
  Id id = 0;
  if (kind == HostScalar::Kind::Constant) {
    id = constantScalar(vm::constantOf(op));
  } else if (auto size = dyn_cast<vm::SizeOp>(op)) {
    auto dim = static_cast<uint32_t>(size.getDim());
    id = job.buffers[bufferOf(size.getInput())].sizes[dim];
  } else {
    Id lhs = scalarOf(op->getOperand(0)), rhs = scalarOf(op->getOperand(1));
    id = addScalar({.kind = kind, .lhs = lhs, .rhs = rhs});
  }
  return scalars[value] = id;
}

std::vector<Id> JobEmitter::sizes(vm::BufferType type, ValueRange dynamicSizes) {
  std::vector<Id> result;
  for (int64_t size : type.getShape()) {
    bool isDynamic = ShapedType::isDynamic(size);
    result.push_back(isDynamic ? scalarOf(dynamicSizes.front()) : constantScalar(size));
    dynamicSizes = dynamicSizes.drop_front(isDynamic);
  }
  return result;
}

// Buffers.

static Port port(Operation *op, StringRef name, vm::BufferType type) {
  Port result{name.str(), *dtypeOf(type.getElementType()), std::vector<int64_t>(type.getShape()), partOf(op)};
  llvm::replace(result.shape, ShapedType::kDynamic, kDynamic);
  return result;
}

template <typename Storage> Id JobEmitter::addBuffer(vm::BufferType type, std::vector<Id> sizes, Storage storage) {
  job.buffers.push_back({*dtypeOf(type.getElementType()), std::move(sizes), std::move(storage)});
  return static_cast<Id>(job.buffers.size() - 1);
}

/// Kernels take an input as the caller gives it only if it is `strided`. Others get a row-major view, which makes the
/// runtime see to it that the input is row-major.
void JobEmitter::addInputs() {
  SmallVector<vm::InputOp> inputs(program.getBody().getOps<vm::InputOp>());
  llvm::sort(inputs, [](vm::InputOp a, vm::InputOp b) { return a.getIndex() < b.getIndex(); });
  for (vm::InputOp input : inputs) {
    auto index = static_cast<uint32_t>(input.getIndex());
    job.inputs.push_back(port(input, input.getName(), input.getPortType()));
    if (input.getDonated())
      job.donated.push_back(index);
    std::vector<Id> sizes;
    auto id = static_cast<Id>(job.buffers.size());
    for (auto [dim, size] : llvm::enumerate(input.getType().getShape()))
      sizes.push_back(ShapedType::isDynamic(size)
                          ? addScalar({.kind = HostScalar::Kind::Size, .buffer = id, .dim = static_cast<uint32_t>(dim)})
                          : constantScalar(size));
    buffers[input] = addBuffer(input.getType(), sizes, InputStorage{index, input.getSliced()});
    if (!input.getStrided() && !sizes.empty())
      rowMajor[input] = addBuffer(input.getType(), sizes, ViewStorage{id, constantScalar(0), rowMajorStrides(sizes)});
  }
}

void JobEmitter::addResults() {
  SmallVector<vm::ResultOp> results(program.getBody().getOps<vm::ResultOp>());
  llvm::sort(results, [](vm::ResultOp a, vm::ResultOp b) { return a.getIndex() < b.getIndex(); });
  for (vm::ResultOp result : results) {
    job.results.push_back(port(result, result.getName(), result.getPortType()));
    ResultStorage storage{static_cast<uint32_t>(result.getIndex()), {}, result.getStacked()};
    if (result.getInPlaceOf())
      storage.inPlaceOf = bufferOf(result.getInPlaceOf());
    buffers[result] = addBuffer(result.getType(), sizes(result.getType(), result.getSizes()), storage);
  }
}

LogicalResult JobEmitter::addVariablesAndConstants() {
  for (auto op : program.getBody().getOps<vm::VariableOp>())
    buffers[op] = addBuffer(op.getType(), sizes(op.getType(), {}), VariableStorage{ids.variables.at(op.getVariable())});
  for (auto op : program.getBody().getOps<vm::ConstantOp>()) {
    FailureOr<Id> constant = constantId(artifact, ids, op.getValue(), op.getType(), op.getLoc());
    if (failed(constant))
      return failure();
    buffers[op] = addBuffer(op.getType(), sizes(op.getType(), {}), ConstantStorage{*constant});
  }
  return success();
}

void JobEmitter::addArena() {
  std::vector<vm::ArenaLifetime> lifetimes = accesses.arenaLifetimes();
  for (vm::ArenaLifetime &lifetime : lifetimes) {
    vm::ArenaOp arena = lifetime.arena;
    ArenaStorage storage{lifetime.first, lifetime.last, {}, {}, arena.getRegisters(), arena.getCarried()};
    if (arena.getOffset())
      storage.offset = static_cast<int64_t>(*arena.getOffset());
    if (lifetime.inPlaceOf) {
      vm::ArenaOp donor = lifetimes[*lifetime.inPlaceOf].arena;
      if (donor.getOffset() == arena.getOffset())
        storage.inPlaceOf = bufferOf(donor);
    }
    buffers[arena] = addBuffer(arena.getType(), sizes(arena.getType(), arena.getSizes()), storage);
  }
}

std::vector<Id> JobEmitter::rowMajorStrides(const std::vector<Id> &sizes) {
  std::vector<Id> strides(sizes.size());
  Id stride = constantScalar(1);
  for (size_t dim = sizes.size(); dim-- > 0;) {
    strides[dim] = stride;
    if (dim > 0)
      stride = product(sizes[dim], stride);
  }
  return strides;
}

void JobEmitter::addViews() {
  for (auto view : program.getBody().getOps<vm::ViewOp>()) {
    if (view->use_empty() || !buffers.contains(view.getOf()))
      continue;
    std::vector<Id> own = sizes(view.getType(), view.getSizes()), strides;
    for (Value stride : view.getStrides())
      strides.push_back(scalarOf(stride));
    if (strides.empty())
      strides = rowMajorStrides(own);
    Id offset = view.getOffset() ? scalarOf(view.getOffset()) : constantScalar(0);
    buffers[view] = addBuffer(view.getType(), own, ViewStorage{bufferOf(view.getOf()), offset, strides});
  }
}

// Instructions.

Id JobEmitter::operandOf(Value value) const {
  auto view = rowMajor.find(value);
  return view != rowMajor.end() ? view->second : bufferOf(value);
}

std::vector<Id> JobEmitter::operandsOf(ValueRange first, ValueRange second) const {
  std::vector<Id> operands;
  for (Value value : llvm::concat<const Value>(SmallVector<Value>(first), SmallVector<Value>(second)))
    operands.push_back(operandOf(value));
  return operands;
}

FailureOr<InstructionBody> JobEmitter::call(vm::CallOp op) {
  auto kernel = ids.kernels.find(op.getCallee());
  if (kernel == ids.kernels.end())
    return op.emitOpError("expects kernel ") << op.getCalleeAttr() << " to be compiled";
  Call call{kernel->second, operandsOf(op.getConsts(), op.getMuts()), {}, {}};
  for (Value scalar : op.getScalars())
    call.scalars.push_back(scalarOf(scalar));
  call.locations = callLocations(op, artifact.kernels[call.kernel], symbols);
  return InstructionBody(std::move(call));
}

FailureOr<InstructionBody> JobEmitter::body(Operation *op) {
  using Body = FailureOr<InstructionBody>;
  auto event = [](uint64_t number) { return static_cast<Id>(number); };
  return llvm::TypeSwitch<Operation *, Body>(op)
      .Case([&](vm::CallOp o) { return call(o); })
      .Case(
          [&](vm::CopyOp o) -> Body { return InstructionBody(Copy{bufferOf(o.getSource()), bufferOf(o.getTarget())}); })
      .Case([&](vm::FillOp o) -> Body { return InstructionBody(Fill{bufferOf(o.getTarget()), bitsOf(o.getValue())}); })
      .Case([&](vm::RecordEventOp o) -> Body { return InstructionBody(RecordEvent{event(o.getEvent())}); })
      .Case([&](vm::WaitEventOp o) -> Body { return InstructionBody(WaitEvent{event(o.getEvent())}); })
      .Case([&](vm::ReleaseOp o) -> Body { return InstructionBody(Release{bufferOf(o.getBuffer())}); })
      .Case([&](vm::HostCallbackOp o) -> Body {
        return InstructionBody(HostCallback{o.getName().str(), operandsOf(o.getBuffers())});
      })
      .Case([&](vm::RunProgramOp o) -> Body {
        return InstructionBody(RunProgram{ids.jobs.lookup(o.getProgram()), operandsOf(o.getInputs(), o.getOutputs())});
      })
      .Case([&](vm::CollectiveOp o) -> Body {
        return InstructionBody(collectiveOf(o, operandOf(o.getSource()), operandOf(o.getTarget())));
      })
      .Case([&](vm::BarrierOp) -> Body { return InstructionBody(Barrier{}); });
}

LogicalResult JobEmitter::addInstructions() {
  std::vector<std::vector<uint32_t>> predecessors = accesses.predecessorsOnOtherStreams();
  for (auto [index, accessed] : llvm::enumerate(accesses.instructions())) {
    FailureOr<InstructionBody> emitted = body(accessed.op);
    if (failed(emitted))
      return failure();
    auto instruction = cast<vm::InstructionInterface>(accessed.op);
    std::optional<Id> predicate;
    if (Value buffer = instruction.getPredicate())
      predicate = bufferOf(buffer);
    job.instructions.push_back({std::move(*emitted), static_cast<uint32_t>(accessed.stream), predecessors[index],
                                predicate, instructionLocation(accessed.op, symbols),
                                static_cast<When>(instruction.getWhen())});
  }
  return success();
}

} // namespace

FailureOr<Job> emitJob(vm::ProgramOp program, Artifact &artifact, ArtifactIds &ids) {
  return JobEmitter(program, artifact, ids).emit();
}

} // namespace weir
