// Asks how much the simulator sees: compiles the test functions of a file for GPUs, makes every kernel wrong in every
// way that GpuMutations.h knows, one at a time, and counts what is reported. Kernels as they are must pass without a
// report, those with a barrier under many schedules.
#include "test/lib/GpuMutations/GpuMutations.h"
#include "test/lib/GpuMutations/KernelTrials.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/Compilation.h"
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Register.h"
#include "lib/Reference/RunChecks.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace weir {
namespace {

cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir"), cl::Required);
cl::opt<unsigned> schedules("schedules", cl::desc("random schedules of each kernel with a barrier"), cl::init(5));
cl::opt<bool> verbose("verbose", cl::desc("print what is reported, too"));

struct Counts {
  size_t kernels = 0, mutations = 0, reported = 0, wrong = 0;
};

/// Those under which a mutation may show.
std::vector<sim::Options> someOptions() {
  std::vector<sim::Options> all;
  for (sim::Landing landing : {sim::Landing::Late, sim::Landing::Early})
    for (uint64_t seed : {0, 1, 2}) {
      sim::Options options;
      options.seed = seed;
      options.landing = landing;
      all.push_back(options);
    }
  return all;
}

/// The jobs of all test functions in a form, one module's text.
Result<std::string> jobsOf(ArrayRef<func::FuncOp> functions, TestForm form) {
  OwningOpRef<ModuleOp> module;
  for (func::FuncOp function : functions) {
    Result<TestProgram> program = testProgram(function, form);
    if (!program)
      return program.failure();
    if (!module)
      module = program->module->clone();
    else
      module->push_back(program->function.clone());
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, OpPrintingFlags().enableDebugInfo());
  return text;
}

bool hasBarrier(const KernelTrials &trials) {
  return llvm::any_of(trials.mutations(), [](StringRef text) { return text.contains("nvvm.bar"); });
}

/// Kernels as they are.
bool checkSilence(StringRef name, KernelTrials &trials, Counts &counts) {
  FailureOr<Kernel> kernel = trials.build(std::nullopt);
  if (failed(kernel))
    return false;
  unsigned runs = hasBarrier(trials) ? schedules : 1;
  for (unsigned seed = 0; seed < runs; ++seed) {
    sim::Options options;
    options.seed = seed;
    options.landing = seed % 2 ? sim::Landing::Random : sim::Landing::Late;
    if (auto report = trials.run(*kernel, options)) {
      llvm::outs() << name << ": as it is, seed " << seed << ": " << *report << "\n";
      ++counts.wrong;
      return true;
    }
  }
  return true;
}

std::optional<std::string> reportOf(KernelTrials &trials, const Kernel &kernel) {
  for (const sim::Options &options : someOptions())
    if (auto report = trials.run(kernel, options))
      return report;
  return std::nullopt;
}

bool mutate(func::FuncOp function, DictionaryAttr description, Counts &counts) {
  FailureOr<KernelTrials> trials = KernelTrials::make(function, description);
  if (failed(trials) || !checkSilence(function.getSymName(), *trials, counts))
    return false;
  ++counts.kernels;
  for (auto [number, text] : llvm::enumerate(trials->mutations())) {
    FailureOr<Kernel> kernel = trials->build(number);
    if (failed(kernel))
      return false;
    std::optional<std::string> report = reportOf(*trials, *kernel);
    ++counts.mutations;
    counts.reported += report.has_value();
    if (!report || verbose)
      llvm::outs() << function.getSymName() << ": " << text << ": " << report.value_or("no report") << "\n";
  }
  return true;
}

bool mutateAll(const std::string &text, Counts &counts) {
  CompileOptions options{.target = "sim", .name = file};
  Compilation compilation(options);
  if (failed(compilation.parse(text)) ||
      failed(compilation.runStages(std::nullopt, *findStage("launch"),
                                   [](const Stage &, size_t, ModuleOp) { return success(); }))) {
    llvm::errs() << compilation.takeFailure().message << "\n";
    return false;
  }
  ModuleOp module = compilation.getModule();
  module.getContext()->loadAllAvailableDialects();
  DictionaryAttr description = kernel::targetAttrOf(module).getDescription();
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kernel::kKernelAttr) && !mutate(function, description, counts)) {
      llvm::errs() << compilation.takeFailure().message << "\n";
      return false;
    }
  return true;
}

int run() {
  DialectRegistry registry;
  registerWeir(registry);
  MLIRContext context(registry);
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file, /*IsText=*/true);
  OwningOpRef<ModuleOp> module = buffer ? parseSource((*buffer)->getBuffer(), file, &context) : nullptr;
  if (!module) {
    llvm::errs() << "weir-mutate-kernels: expects a file of test functions, got " << file << "\n";
    return 1;
  }
  std::vector<func::FuncOp> functions = testFunctions(*module);
  Counts counts;
  for (TestForm form : {TestForm::Static, TestForm::Dynamic}) {
    Result<std::string> text = jobsOf(functions, form);
    if (!text && form == TestForm::Dynamic)
      break; // not every test has a dynamic form
    if (!text || !mutateAll(*text, counts))
      return 1;
  }
  llvm::outs() << "kernels: " << counts.kernels << ", mutations: " << counts.mutations
               << ", reported: " << counts.reported << ", reported as they are: " << counts.wrong << "\n";
  return counts.wrong != 0;
}

} // namespace
} // namespace weir

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Mutates the GPU kernels of a file of tests\n");
  return weir::run();
}
