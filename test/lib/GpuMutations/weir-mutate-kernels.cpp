// Asks how much the simulator sees: compiles the test functions of a file for GPUs, makes every kernel wrong in every
// way that GpuMutations.h knows, one at a time, and counts what is reported. Kernels as they are must pass without a
// report, those with a barrier under many schedules.
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
cl::list<int64_t> sizes("sizes", cl::CommaSeparated, cl::desc("more sizes for the loops of a kernel in turn"));
cl::opt<bool> verbose("verbose", cl::desc("print what is reported, too"));

constexpr StringLiteral kMissed = "missed";

struct Counts {
  size_t kernels = 0, mutations = 0, reported = 0, same = 0, missed = 0, wrong = 0;
};

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
  FailureOr<Kernel> kernel = trials.build();
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

/// In order, copies landing at the wait; then at random.
std::optional<std::string> reportOf(KernelTrials &trials, const Kernel &kernel) {
  for (uint64_t seed : {0, 1}) {
    sim::Options options;
    options.seed = seed;
    options.landing = seed ? sim::Landing::Random : sim::Landing::Late;
    if (auto report = trials.run(kernel, options))
      return report;
  }
  return std::nullopt;
}

/// One mutation: it changes nothing on these inputs, or is reported, or is missed; else it doesn't compile.
std::optional<std::string> outcomeOf(KernelTrials &trials, size_t number, Counts &counts) {
  FailureOr<Kernel> probe = trials.build(number, GpuMutationKind::Probe);
  if (failed(probe))
    return std::nullopt;
  ++counts.mutations;
  if (!trials.run(*probe, {})) {
    ++counts.same;
    return "changes nothing on these inputs";
  }
  FailureOr<Kernel> changed = trials.build(number, GpuMutationKind::Change);
  if (failed(changed))
    return std::nullopt;
  if (auto report = reportOf(trials, *changed)) {
    ++counts.reported;
    return "reported: " + *report;
  }
  ++counts.missed;
  return kMissed.str();
}

bool mutate(func::FuncOp function, StringRef form, DictionaryAttr description, Counts &counts) {
  std::string name = (function.getSymName() + "." + form).str();
  FailureOr<KernelTrials> trials =
      KernelTrials::make(function, description, SmallVector<int64_t>(sizes.begin(), sizes.end()));
  if (failed(trials) || !checkSilence(name, *trials, counts))
    return false;
  ++counts.kernels;
  for (size_t number = 0; number < trials->mutations().size(); ++number) {
    std::optional<std::string> outcome = outcomeOf(*trials, number, counts);
    if (!outcome)
      return false;
    if (verbose || *outcome == kMissed)
      llvm::outs() << name << " #" << number << ": " << trials->mutations()[number] << ": " << *outcome << "\n";
  }
  return true;
}

bool mutateAll(const std::string &text, StringRef form, Counts &counts) {
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
    if (function->hasAttr(kernel::kKernelAttr) && !mutate(function, form, description, counts)) {
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
    bool isDynamic = form == TestForm::Dynamic;
    Result<std::string> text = jobsOf(functions, form);
    if (!text && isDynamic)
      break; // not every test has a dynamic form
    if (!text || !mutateAll(*text, isDynamic ? "dynamic" : "static", counts))
      return 1;
  }
  llvm::outs() << "kernels: " << counts.kernels << ", mutations: " << counts.mutations
               << ", reported: " << counts.reported << ", without effect: " << counts.same
               << ", missed: " << counts.missed << "; reported as they are: " << counts.wrong << "\n";
  return counts.wrong != 0;
}

} // namespace
} // namespace weir

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Mutates the GPU kernels of a file of tests\n");
  return weir::run();
}
