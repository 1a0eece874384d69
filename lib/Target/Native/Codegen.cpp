// LLVM's part of code generation: translation, a short optimization pipeline, object code, image.
#include "lib/Target/Native/Codegen.h"

#include "dialects/Interfaces/CompositeNames.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/KeptPasses.h"
#include "lib/Target/Native/Backend.h"
#include "lib/Target/Native/BackendFaults.h"
#include "lib/Target/Native/LlvmPasses.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

using namespace mlir;

namespace weir {

CpuName cpuName(DictionaryAttr description) {
  auto text = [&](StringRef key) {
    auto value = description.getAs<StringAttr>(key);
    return value ? value.getValue().str() : std::string();
  };
  return {text("cpu"), text("features")};
}

static CpuName askHost() {
  CpuName host{llvm::sys::getHostCPUName().str(), ""};
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  SmallVector<StringRef> names(features.keys());
  llvm::sort(names);
  for (StringRef name : names)
    host.features += (host.features.empty() ? "" : ",") + std::string(features[name] ? "+" : "-") + name.str();
  return host;
}

/// Asked once: in a virtual machine that takes a millisecond.
CpuName hostCpu() {
  static const CpuName host = askHost();
  return host;
}

/// "+avx2,+fma,…" of a CPU by name, so that an artifact can say what it needs.
static std::string featuresOf(StringRef cpu) {
  SmallVector<StringRef> features;
  llvm::X86::getFeaturesForCPU(cpu, features);
  llvm::sort(features);
  return llvm::join(llvm::map_range(features, [](StringRef name) { return "+" + name.str(); }), ",");
}

static bool isKnown(StringRef cpu) {
  SmallVector<StringRef> known;
  llvm::X86::fillValidCPUArchList(known, /*Only64Bit=*/true);
  return llvm::is_contained(known, cpu);
}

FailureOr<DictionaryAttr> describeCpu(MLIRContext *context, StringRef machine) {
  CpuName cpu = machine.empty() ? hostCpu() : CpuName{machine.str(), ""};
  if (!isKnown(cpu.cpu))
    return failure();
  if (!machine.empty())
    cpu.features = featuresOf(machine);
  // Expansions end in fused multiply-adds and casts of f16, which are calls where they are no instructions.
  for (StringRef needed : {"+fma", "+f16c"})
    if (!llvm::is_contained(llvm::split(cpu.features, ','), needed))
      return emitError(UnknownLoc::get(context))
             << "expects a CPU with fma and f16c, as x86-64-v3 has them, got " << cpu.cpu;
  Builder builder(context);
  return builder.getDictionaryAttr({builder.getNamedAttr("cpu", builder.getStringAttr(cpu.cpu)),
                                    builder.getNamedAttr("features", builder.getStringAttr(cpu.features))});
}

/// A description may come from a dump that somebody has edited; LLVM ends the process where it doesn't suffice.
static LogicalResult checkCpu(ModuleOp module, const CpuName &cpu) {
  if (!cpu.cpu.empty() && !isKnown(cpu.cpu))
    return module.emitError("expects the target's cpu to be an x86-64 one that LLVM knows, got ") << cpu.cpu;
  static constexpr StringLiteral kOfAll[] = {"64bit", "cmov", "cx8", "fxsr", "sse", "sse2", "x87"};
  for (StringRef feature : llvm::split(cpu.features, ','))
    if (feature.consume_front("-") && llvm::is_contained(kOfAll, feature))
      return module.emitError("expects the target's cpu to have what each x86-64 one has, got -") << feature;
  return success();
}

/// What is left to LLVM of code that is vectorized, unrolled and inlined as the target wants it. Its own pipeline at O1
/// makes kernels no faster and takes three times as long.
static llvm::FunctionPassManager cleanUp() {
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  return passes;
}

/// See kOptimizedAttr and kQuicklyAttr for `isOptimized`.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine, bool isOptimized) {
  llvm::PassBuilder passes(&machine);
  LlvmAnalyses analyses(passes);
  if (isOptimized)
    llvm::createModuleToFunctionPassAdaptor(llvm::EarlyCSEPass()).run(module, analyses.modules);
  else
    llvm::createModuleToFunctionPassAdaptor(cleanUp()).run(module, analyses.modules);
}

FailureOr<SmallVector<char, 0>> generateCode(ModuleOp module, const CpuName &cpu, ArrayRef<std::string> functions,
                                             llvm::CodeGenFileType type, TargetInterface::DumpFn dump) {
  if (failed(checkCpu(module, cpu)))
    return failure();
  bool isQuick = module->hasAttr(kQuicklyAttr);
  std::string error;
  llvm::CodeGenOptLevel level = isQuick ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default;
  Backends::Borrowed backend = Backends::of(module.getContext()).borrow(cpu, level, error);
  if (!backend)
    return module.emitError("expects LLVM to have this machine's target: ") << error;
  llvm::TargetMachine &machine = backend->target();

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, context, "kernel", /*disableVerification=*/!kVerifiesSteps);
  if (!llvmModule)
    return module.emitError("expects the kernel to translate to LLVM IR");
  llvmModule->setTargetTriple(machine.getTargetTriple());
  llvmModule->setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : *llvmModule) {
    // A loop that fills or copies must stay a loop: an image has nobody to call.
    function.addFnAttr("no-builtins");
    if (!function.isDeclaration() && !llvm::is_contained(functions, function.getName()))
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  // It runs once for all launches with the same sizes.
  if (llvm::Function *prepare = llvmModule->getFunction("prepare")) {
    prepare->addFnAttr(llvm::Attribute::NoInline);
    prepare->addFnAttr(llvm::Attribute::OptimizeNone);
  }
  optimize(*llvmModule, machine, isQuick || module->hasAttr(kOptimizedAttr));
  storeSingleLanes(*llvmModule);
  keepBothRoundings(*llvmModule);
  if (dump)
    dumpCode(*llvmModule, machine, "", "s", dump);

  std::optional<SmallVector<char, 0>> code = type == llvm::CodeGenFileType::ObjectFile
                                                 ? backend->emitObject(*llvmModule)
                                                 : emitFile(*llvmModule, machine, type);
  if (!code)
    return module.emitError("expects the target to emit files");
  return std::move(*code);
}

SmallVector<std::string> hostFunctions(ModuleOp module) {
  SmallVector<std::string> names{"prepare"};
  unsigned phase = 0;
  do
    names.push_back(runFunctionName(phase++));
  while (module.lookupSymbol(runFunctionName(phase)));
  return names;
}

FailureOr<Image> compileToImage(ModuleOp module, const CpuName &cpu, ArrayRef<std::string> functions,
                                TargetInterface::DumpFn dump) {
  auto object = generateCode(module, cpu, functions, llvm::CodeGenFileType::ObjectFile, dump);
  if (failed(object))
    return failure();
  Result<Image> image = flattenObject({object->data(), object->size()}, functions);
  if (!image)
    return module.emitError(image.message());
  return std::move(*image);
}

/// The dtype of stored elements; a byte may stand for u8 or bool as well, and is checked by size alone.
static DType storedDType(Type element) { return dtypeOf(element).value_or(DType::U8); }

Kernel makeKernel(const KernelSignature &signature, StringRef target, Image image, std::vector<Location> locations) {
  Kernel kernel;
  kernel.setHostCode(target.str(), Bytes(std::move(image.bytes)), image.offsets.front(),
                     {image.offsets.begin() + 1, image.offsets.end()});
  for (auto [i, type] : llvm::enumerate(signature.operands))
    kernel.operands.push_back({.dtype = storedDType(type.getElementType()),
                               .rank = static_cast<uint32_t>(type.getRank()),
                               .access = i < signature.numInputs ? Access::Const : Access::Mut});
  kernel.numScalars = signature.numScalars;
  kernel.locations = std::move(locations);
  return kernel;
}

std::vector<Location> checkLocations(const KernelSignature &signature) {
  std::vector<Location> locations;
  for (const SizeCheck &check : signature.checks.sizes)
    locations.push_back(sourceLocation(check.loc, check.op));
  for (const PickCheck &check : signature.checks.picks)
    locations.push_back(sourceLocation(check.loc, check.op));
  return locations;
}

Location sourceLocation(mlir::Location loc, StringRef op) {
  Location source{.op = withComposite(op, compositeAt(loc))};
  loc->walk([&](mlir::Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    source.file = file.getFilename().str();
    source.line = file.getLine();
    source.column = file.getColumn();
    return WalkResult::interrupt();
  });
  return source;
}

} // namespace weir
