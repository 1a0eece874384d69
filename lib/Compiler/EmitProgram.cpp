// The artifact's header and the tables that its jobs refer to.
#include "lib/Compiler/EmitProgram.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Artifact/Verify.h"
#include "lib/Compiler/ElementBytes.h"
#include "lib/Compiler/EmitJob.h"
#include "lib/Compiler/EmitRanks.h"

#include "llvm/TargetParser/Host.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

namespace {

/// What LLVM may use for arithmetic, of what the runtime can ask a processor for. A name that the runtime doesn't know
/// would keep it from loading anything.
constexpr llvm::StringLiteral kCheckedFeatures[] = {"sse3",         "ssse3",      "sse4.1",
                                                    "sse4.2",       "popcnt",     "lzcnt",
                                                    "movbe",        "bmi",        "bmi2",
                                                    "avx",          "avx2",       "fma",
                                                    "f16c",         "avx512f",    "avx512dq",
                                                    "avx512cd",     "avx512bw",   "avx512vl",
                                                    "avx512ifma",   "avx512vbmi", "avx512vbmi2",
                                                    "avx512vnni",   "gfni",       "avx512bitalg",
                                                    "avx512bf16",   "avx512fp16", "avx512vpopcntdq",
                                                    "avxvnni",      "avxifma",    "avxvnniint8",
                                                    "avxneconvert", "amx-tile",   "amx-bf16",
                                                    "amx-int8",     "amx-fp16"};

std::vector<std::string> cpuFeatures(kernel::TargetAttr target) {
  std::vector<std::string> features;
  auto all = target.getDescription().getAs<StringAttr>("features");
  SmallVector<StringRef> parts;
  if (all)
    all.getValue().split(parts, ',');
  for (StringRef part : parts)
    if (part.consume_front("+") && llvm::is_contained(kCheckedFeatures, part))
      features.push_back(part.str());
  return features;
}

class ArtifactEmitter {
public:
  ArtifactEmitter(ModuleOp module, const EmitOptions &options) : module(module) {
    artifact.compilerHash = options.compilerHash;
    artifact.targetTriple = llvm::sys::getProcessTriple();
  }

  FailureOr<Artifact> emit(ArrayRef<Kernel> kernels) {
    kernel::TargetAttr target = kernel::targetAttrOf(module);
    if (!target)
      return module.emitError("expects the module to have the attribute '") << kernel::kTargetAttr << "'";
    artifact.cpuFeatures = cpuFeatures(target);
    targetName = target.getName().str();
    if (failed(addKernels(kernels)) || failed(addVariables()) || failed(addJobs()))
      return failure();
    auto crosses = [](vm::CollectiveOp meeting) { return meeting.getGivers() || meeting.getTakers(); };
    if (module
            .walk([&](vm::CollectiveOp meeting) {
              return crosses(meeting) ? WalkResult::interrupt() : WalkResult::advance();
            })
            .wasInterrupted())
      artifact.runtimeFeatures.emplace_back(kCrossings);
    if (std::optional<Failure> broken = verify(artifact))
      return module.emitError("expects to be emitted as an artifact that obeys its rules: ") << broken->message;
    return std::move(artifact);
  }

private:
  LogicalResult addKernels(ArrayRef<Kernel> kernels);
  LogicalResult addVariables();
  FailureOr<Variable> variable(VariableOp op);
  LogicalResult addJobs();

  ModuleOp module;
  std::string targetName;
  Artifact artifact;
  ArtifactIds ids;
};

/// A compiled kernel knows its operands as bytes; which dtype they hold is said by its function.
LogicalResult setDTypes(Kernel &kernel, func::FuncOp function) {
  SmallVector<Type> types(llvm::make_filter_range(function.getArgumentTypes(), llvm::IsaPred<RankedTensorType>));
  size_t numScalars = function.getNumArguments() - types.size();
  llvm::append_range(types, function.getResultTypes());
  if (types.size() != kernel.operands.size() || numScalars != kernel.numScalars)
    return function.emitOpError("expects compiled code for ")
           << types.size() << " operands and " << numScalars << " scalars, got " << kernel.operands.size() << " and "
           << kernel.numScalars;
  for (auto [index, type, operand] : llvm::enumerate(types, kernel.operands)) {
    auto tensor = cast<RankedTensorType>(type);
    DType dtype = *dtypeOf(tensor.getElementType());
    if (byteSize(dtype) != byteSize(operand.dtype) || tensor.getRank() != static_cast<int64_t>(operand.rank))
      return function.emitOpError("expects compiled code whose operand ")
             << index << " is " << tensor << ", got " << name(operand.dtype) << " of rank " << operand.rank;
    operand.dtype = dtype;
  }
  return success();
}

LogicalResult ArtifactEmitter::addKernels(ArrayRef<Kernel> kernels) {
  SymbolTable symbols(module);
  for (const Kernel &compiled : kernels) {
    auto function = symbols.lookup<func::FuncOp>(compiled.name);
    if (!function || !function->hasAttr(kernel::kKernelAttr))
      return module.emitError("expects a function with the attribute '")
             << kernel::kKernelAttr << "' for compiled kernel '" << compiled.name << "'";
    ids.kernels[compiled.name] = static_cast<Id>(artifact.kernels.size());
    artifact.kernels.push_back(compiled);
    if (failed(setDTypes(artifact.kernels.back(), function)))
      return failure();
  }
  return success();
}

FailureOr<Variable> ArtifactEmitter::variable(VariableOp op) {
  auto type = cast<RankedTensorType>(op.getTypeAttr().getValue());
  StaticMeta meta = staticMetaOf(type);
  Variable result{op.getSymName().str(), meta.dtype, meta.shape, {}, {}, ranksOf(op), partOf(op)};
  if (auto ranks = op->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr))
    result.name = ranks.getOf().str();
  if (std::optional<ElementsAttr> initial = op.getInitial(); initial && !isZero(*initial)) {
    FailureOr<Id> constant = constantId(artifact, ids, *initial, type, op.getLoc());
    if (failed(constant))
      return failure();
    result.initial = *constant;
  }
  return result;
}

LogicalResult ArtifactEmitter::addVariables() {
  for (auto op : module.getOps<VariableOp>()) {
    FailureOr<Variable> emitted = variable(op);
    if (failed(emitted))
      return failure();
    ids.variables[op.getSymName()] = static_cast<Id>(artifact.variables.size());
    artifact.variables.push_back(std::move(*emitted));
  }
  for (auto [op, emitted] : llvm::zip(module.getOps<VariableOp>(), artifact.variables)) {
    if (!op.getAlias())
      continue;
    auto other = ids.variables.find(*op.getAlias());
    if (other == ids.variables.end())
      return op.emitOpError("expects a weir.variable named ") << op.getAliasAttr();
    emitted.aliasOf = other->second;
  }
  return success();
}

LogicalResult ArtifactEmitter::addJobs() {
  // Derive jobs stand behind those that a caller may run; both keep their order.
  SmallVector<vm::ProgramOp> programs;
  for (vm::ProgramKind kind : {vm::ProgramKind::Job, vm::ProgramKind::Derive})
    for (auto program : module.getOps<vm::ProgramOp>())
      if (program.getKind() == kind)
        programs.push_back(program);
  for (vm::ProgramOp program : programs) {
    FailureOr<Job> job = emitJob(program, artifact, ids);
    if (failed(job))
      return failure();
    job->targets = {targetName};
    ids.jobs[program.getSymName()] = static_cast<Id>(artifact.jobs.size());
    artifact.jobs.push_back(std::move(*job));
  }
  return success();
}

} // namespace

FailureOr<Id> constantId(Artifact &artifact, ArtifactIds &ids, ElementsAttr elements, ShapedType type,
                         mlir::Location loc) {
  auto [entry, isNew] = ids.constants.try_emplace({elements, type}, static_cast<Id>(artifact.constants.size()));
  if (!isNew)
    return entry->second;
  Id id = entry->second;
  FailureOr<std::vector<uint8_t>> bytes = elementBytes(elements, type, loc);
  if (failed(bytes))
    return failure();
  StaticMeta meta = staticMetaOf(RankedTensorType::get(type.getShape(), type.getElementType()));
  artifact.constants.push_back({meta.dtype, meta.shape, Bytes(std::move(*bytes))});
  return id;
}

FailureOr<Artifact> emitArtifact(ModuleOp scheduled, ArrayRef<Kernel> compiledKernels, const EmitOptions &options) {
  return ArtifactEmitter(scheduled, options).emit(compiledKernels);
}

} // namespace weir
