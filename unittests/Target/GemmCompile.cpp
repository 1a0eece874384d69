// See GemmCompile.h.
#include "unittests/Target/GemmCompile.h"

#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Native/Register.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Target/LLVMIR/Export.h"

#include <cstring>
#include <ctime>
#include <sys/mman.h>

using namespace mlir;

namespace weir::cpu::testing {
namespace {

/// Processor time of this process in milliseconds: other load on the machine shows less than in elapsed time.
double now() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

[[noreturn]] void fail(const std::string &what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

template <typename T> T check(llvm::Expected<T> value) {
  if (!value)
    fail(llvm::toString(value.takeError()));
  return std::move(*value);
}

void lower(ModuleOp module) {
  std::vector<weir::Location> checks; // a product has none
  if (failed(verify(module)) || failed(lowerToLLVM(module, checks, /*dump=*/nullptr)))
    fail("expects the module to lower to the LLVM dialect");
  module.walk([](LLVM::LLVMFuncOp function) {
    if (SymbolTable::getSymbolVisibility(function) == SymbolTable::Visibility::Private && !function.isExternal())
      function.setLinkage(LLVM::Linkage::Internal);
  });
}

std::unique_ptr<llvm::TargetMachine> makeTarget(const std::string &cpu) {
  static bool initialized = (llvm::InitializeNativeTarget(), llvm::InitializeNativeTargetAsmPrinter(), true);
  (void)initialized;
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    fail(error);
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu, "", llvm::TargetOptions(), llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

void optimize(llvm::Module &module, llvm::TargetMachine &target) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = tuning.LoopVectorization = tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&target, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1).run(module, modules);
}

llvm::SmallVector<char, 0> generate(llvm::Module &module, llvm::TargetMachine &target, llvm::CodeGenFileType type) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  if (target.addPassesToEmitFile(passes, stream, nullptr, type))
    fail("expects the target to emit files");
  passes.run(module);
  return bytes;
}

} // namespace

struct CompiledModule::Code {
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

CompiledModule::~CompiledModule() = default;

CompiledModule::CompiledModule(ModuleOp module, const std::string &cpu, bool wantAssembly)
    : code(std::make_unique<Code>()) {
  double start = now();
  lower(module);
  times.lower = now() - start;
  std::unique_ptr<llvm::TargetMachine> target = makeTarget(cpu);
  llvm::LLVMContext context;
  start = now();
  std::unique_ptr<llvm::Module> translated = translateModuleToLLVMIR(module, context);
  if (!translated)
    fail("expects the module to translate to LLVM IR");
  times.lower += now() - start;
  translated->setDataLayout(target->createDataLayout());
  translated->setTargetTriple(target->getTargetTriple());
  for (llvm::Function &function : *translated)
    function.addFnAttr("target-cpu", cpu);
  start = now();
  optimize(*translated, *target);
  times.optimize = now() - start;
  if (wantAssembly) {
    std::unique_ptr<llvm::Module> copy = llvm::CloneModule(*translated);
    auto text = generate(*copy, *target, llvm::CodeGenFileType::AssemblyFile);
    assembly.assign(text.begin(), text.end());
  }
  start = now();
  auto object = generate(*translated, *target, llvm::CodeGenFileType::ObjectFile);
  times.codegen = now() - start;
  objectBytes = object.size();
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(object.data(), object.size()));
  auto file = check(llvm::object::ObjectFile::createObjectFile(buffer->getMemBufferRef()));
  for (const llvm::object::SymbolRef &symbol : file->symbols())
    if (check(symbol.getFlags()) & llvm::object::SymbolRef::SF_Undefined)
      if (std::string name = check(symbol.getName()).str(); !name.empty())
        undefinedSymbols.push_back(name);
  code->jit = check(llvm::orc::LLJITBuilder().create());
  if (llvm::Error error = code->jit->addObjectFile(std::move(buffer)))
    fail(llvm::toString(std::move(error)));
}

void *CompiledModule::find(const std::string &function) const {
  return check(code->jit->lookup("_mlir_ciface_" + function)).toPtr<void *>();
}

std::unique_ptr<MLIRContext> makeContext() {
  DialectRegistry registry;
  registerNativeLowering(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

GemmKernel::GemmKernel(const GemmDescription &description, const GemmParameters &parameters, const std::string &cpu,
                       OwnedEpilogue epilogue, bool wantAssembly)
    : description(description), parameters(parameters) {
  double start = now();
  OpBuilder builder(description.location.getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(description.location);
  GemmFunctions functions = emitGemmFunctions(builder, *module, description, parameters,
                                              epilogue ? EpilogueFn(epilogue) : EpilogueFn(nullptr));
  SmallVector<func::FuncOp> entries{functions.prepare, functions.run};
  if (description.packedB)
    entries.push_back(emitPackB(builder, *module, description, parameters));
  scalars = functions.scalars;
  for (func::FuncOp entry : entries)
    entry->setAttr("llvm.emit_c_interface", builder.getUnitAttr());
  double emitted = now() - start;
  code = std::make_unique<CompiledModule>(*module, cpu, wantAssembly);
  code->times.emit = emitted;
  prepareEntry = code->find(description.name + "_prepare");
  runEntry = code->find(description.name + "_run");
  if (description.packedB)
    packEntry = code->find(description.name + "_pack_b");
}

namespace {

/// A memref descriptor of any rank.
struct Descriptor {
  void *allocated, *aligned;
  int64_t offset, sizesAndStrides[12];

  explicit Descriptor(const Tensor &tensor) : allocated(tensor.data), aligned(tensor.data), offset(0) {
    size_t rank = tensor.sizes.size();
    for (size_t i = 0; i < rank; ++i)
      sizesAndStrides[i] = tensor.sizes[i], sizesAndStrides[rank + i] = tensor.strides[i];
  }
};

constexpr size_t kArguments = 28;

/// All arguments of the C interface are integers or pointers; further ones do no harm.
void call(void *entry, std::vector<int64_t> arguments) {
  arguments.resize(kArguments);
  [&]<size_t... I>(std::index_sequence<I...>) {
    using Function = void (*)(decltype(int64_t(I))...);
    reinterpret_cast<Function>(entry)(arguments[I]...);
  }(std::make_index_sequence<kArguments>());
}

int64_t word(const void *pointer) { return reinterpret_cast<int64_t>(pointer); }

} // namespace

GemmKernel::Launch GemmKernel::prepare(int64_t m, int64_t n, int64_t k, int64_t batch) const {
  Launch launch{};
  std::vector<int64_t> arguments{word(&launch)};
  if (description.batchRank > 0)
    arguments.push_back(batch);
  arguments.insert(arguments.end(), {m, n, k});
  call(prepareEntry, arguments);
  return launch;
}

void GemmKernel::run(const Launch &launch, const std::vector<Tensor> &operands, void *scratch, int64_t first,
                     int64_t count) const {
  std::vector<Descriptor> descriptors(operands.begin(), operands.end());
  descriptors.emplace_back(Tensor{scratch, {launch.scratchBytes}, {1}});
  std::vector<int64_t> arguments;
  for (size_t i = 0; i < operands.size(); ++i)
    arguments.push_back(word(&descriptors[i]));
  arguments.insert(arguments.end(), launch.scalars, launch.scalars + scalars);
  arguments.insert(arguments.end(), {word(&descriptors.back()), first, count});
  call(runEntry, arguments);
}

void GemmKernel::packB(const Tensor &b, void *packed, int64_t k, int64_t n) const {
  Descriptor source(b), target(Tensor{packed, {packedBElements(description, parameters, k, n)}, {1}});
  int64_t panels = packedBPanels(description, parameters, n);
  for (int64_t panel = panels - 1; panel >= 0; --panel) // in any order, here the last first
    call(packEntry, {word(&source), word(&target), panel, 1});
}

AlignedMemory::AlignedMemory(size_t size) {
  constexpr size_t kHuge = 2 << 20;
  bytes = (size + kHuge) / kHuge * kHuge;
  data = std::aligned_alloc(kHuge, bytes);
  madvise(data, bytes, MADV_HUGEPAGE);
  std::memset(data, 0, bytes);
}

} // namespace weir::cpu::testing
