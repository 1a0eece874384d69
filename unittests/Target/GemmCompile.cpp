// See GemmCompile.h.
#include "unittests/Target/GemmCompile.h"
#include "unittests/Target/EmulatedTiles.h"

#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Native/MappedCode.h"
#include "lib/Target/Native/Register.h"

#include "llvm/Support/CodeGen.h"
#include "mlir/IR/Verifier.h"

#include <cstring>

using namespace mlir;

namespace weir::cpu::testing {
namespace {

[[noreturn]] void fail(const std::string &what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

} // namespace

struct CompiledModule::Code {
  explicit Code(Image image) : mapped(Bytes(std::move(image.bytes))), offsets(std::move(image.offsets)) {}

  MappedCode mapped;
  std::vector<std::string> functions;
  std::vector<uint64_t> offsets;
};

CompiledModule::~CompiledModule() = default;

CompiledModule::CompiledModule(ModuleOp module, const std::string &cpu, const std::vector<std::string> &functions,
                               bool wantAssembly) {
  std::vector<weir::Location> checks; // a product has none
  std::vector<std::string> entries;
  for (const std::string &name : functions)
    entries.push_back("_mlir_ciface_" + name);
  module->setAttr(kOptimizedAttr, UnitAttr::get(module.getContext()));
  if (failed(verify(module)) || failed(lowerToLLVM(module, checks, /*dump=*/nullptr)))
    fail("expects the module to lower to the LLVM dialect");
  if (wantAssembly) {
    auto text = generateCode(module, {cpu, ""}, entries, llvm::CodeGenFileType::AssemblyFile);
    if (failed(text))
      fail("expects the module to become assembly");
    assembly.assign(text->begin(), text->end());
  }
  FailureOr<Image> image = compileToImage(module, {cpu, ""}, entries);
  if (failed(image))
    fail("expects the module to become an image");
  code = std::make_unique<Code>(std::move(*image));
  code->functions = functions;
  if (!code->mapped.isMapped())
    fail("expects code that can be mapped");
}

void *CompiledModule::find(const std::string &function) const {
  for (size_t i = 0; i < code->functions.size(); ++i)
    if (code->functions[i] == function)
      return code->mapped.function<void *>(code->offsets[i]);
  fail("expects the module to define " + function);
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
  OpBuilder builder(description.location.getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(description.location);
  GemmFunctions functions = emitGemmFunctions(builder, *module, description, parameters,
                                              {epilogue ? EpilogueFn(epilogue) : EpilogueFn(nullptr)});
  scalars = functions.scalars;
  if (cpu != "sapphirerapids")
    emulateTiles(*module);
  std::vector<std::string> names;
  for (func::FuncOp entry : {functions.prepare, functions.run}) {
    entry->setAttr("llvm.emit_c_interface", builder.getUnitAttr());
    names.push_back(entry.getSymName().str());
  }
  code = std::make_unique<CompiledModule>(*module, cpu, names, wantAssembly);
  prepareEntry = code->find(names[0]);
  runEntry = code->find(names[1]);
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

AlignedMemory::AlignedMemory(size_t size) {
  constexpr size_t kLine = 64;
  bytes = (size + kLine) / kLine * kLine;
  data = std::aligned_alloc(kLine, bytes);
  std::memset(data, 0, bytes);
}

} // namespace weir::cpu::testing
