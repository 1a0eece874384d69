// Asks how much the simulator sees: compiles the test functions of a file for GPUs, makes every kernel wrong in every
// way that GpuMutations.h knows, one at a time, and counts what is reported. What is not is listed, a line for each: of
// what no inputs reach, of what nothing comes, and of what only other results tell. Kernels as they are must pass
// without a report, those with a barrier under many schedules. suite.py does this for all files.
#include "test/lib/GpuMutations/KernelTrials.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/Compilation.h"
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Register.h"
#include "lib/Reference/RunChecks.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

#include <set>

using namespace mlir;
namespace cl = llvm::cl;

namespace weir {
namespace {

cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir"), cl::Required);
cl::opt<unsigned> schedules("schedules", cl::desc("random schedules of each kernel with a barrier"), cl::init(5));
cl::opt<bool> verbose("verbose", cl::desc("print what is reported, too"));

struct Counts {
  size_t kernels = 0, withBarrier = 0, runs = 0, mutations = 0, reported = 0, wrong = 0;
};

/// In order at first, copies landing at the wait; the others at random.
sim::Options scheduleOf(unsigned seed) {
  sim::Options options;
  options.seed = seed;
  options.landing = seed % 3 == 0 ? sim::Landing::Late : seed % 3 == 1 ? sim::Landing::Random : sim::Landing::Early;
  return options;
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

/// One kernel and what becomes of its mutations.
class KernelMutations {
public:
  KernelMutations(std::string name, KernelTrials trials, Kernel kernel, Counts &counts)
      : name(std::move(name)), trials(std::move(trials)), kernel(std::move(kernel)), counts(counts) {}

  void checkSilence() {
    ++counts.kernels;
    for (size_t trial = 0; trial < trials.size(); ++trial)
      if (!isSilent(0, trial))
        return;
    std::vector<size_t> candidates = trials.withFewBlocks();
    if (!hasBarrier(trials) || candidates.empty())
      return;
    ++counts.withBarrier;
    for (unsigned seed = 1; seed <= schedules; ++seed, ++counts.runs)
      if (!isSilent(seed, candidates[seed % candidates.size()]))
        return;
  }

  /// False where a mutation does not compile.
  bool mutate() {
    if (trials.neverLaunches())
      return true; // its sizes are known, and one is 0
    if (failed(trials.dropSuperfluous()))
      return false;
    for (size_t number = 0; number < trials.mutations().size(); ++number) {
      ++counts.mutations;
      FailureOr<Kernel> changed = trials.buildMutated(number);
      if (failed(changed))
        return false;
      SmallVector<size_t> reaching = trials.reaching(number);
      if (auto report = reportOf(*changed, reaching)) {
        ++counts.reported;
        print(number, "reported", *report);
      } else {
        print(number, "survives", whatComesOf(*changed, reaching));
      }
    }
    return true;
  }

private:
  bool isSilent(unsigned seed, size_t trial) {
    auto report = trials.run(kernel, scheduleOf(seed), trial);
    if (!report)
      return true;
    llvm::outs() << "wrong: " << name << ": as it is, seed " << seed << ": " << *report << "\n";
    ++counts.wrong;
    return false;
  }

  std::optional<std::string> reportOf(const Kernel &changed, ArrayRef<size_t> reaching) {
    for (size_t trial : reaching)
      for (unsigned seed : {0, 1})
        if (auto report = trials.run(changed, scheduleOf(seed), trial))
          return report;
    return std::nullopt;
  }

  std::string whatComesOf(const Kernel &changed, ArrayRef<size_t> reaching) {
    if (reaching.empty())
      return "not reached";
    return hasSameResults(changed, reaching) ? "same results" : "other results";
  }

  /// Whether nothing comes of the mutation, as far as a few schedules show.
  bool hasSameResults(const Kernel &changed, ArrayRef<size_t> reaching) {
    constexpr unsigned kSchedules = 8;
    for (size_t trial : reaching) {
      trials.run(kernel, {}, trial);
      std::vector<uint8_t> expected = trials.results(trial);
      for (unsigned seed = 0; seed < kSchedules; ++seed) {
        trials.run(changed, scheduleOf(seed), trial);
        if (trials.results(trial) != expected)
          return false;
      }
    }
    return true;
  }

  void print(size_t number, StringRef outcome, const std::string &details) const {
    if (outcome == "survives" || verbose)
      llvm::outs() << outcome << ": " << name << " #" << number << ": " << trials.mutations()[number] << ": " << details
                   << "\n";
  }

  std::string name;
  KernelTrials trials;
  Kernel kernel;
  Counts &counts;
};

/// The codes of kernels that were mutated before.
using Codes = std::set<std::string>;

bool mutate(func::FuncOp function, StringRef form, DictionaryAttr description, Counts &counts, Codes &codes) {
  std::string name = (function.getSymName() + "." + form).str();
  FailureOr<KernelTrials> trials = KernelTrials::make(function, description);
  if (failed(trials))
    return false;
  if (!codes.insert(trials->code()).second)
    return true;
  trials->addTrials(function);
  FailureOr<Kernel> kernel = trials->build();
  if (failed(kernel))
    return false;
  KernelMutations mutations(std::move(name), std::move(*trials), std::move(*kernel), counts);
  mutations.checkSilence();
  return mutations.mutate();
}

bool mutateAll(const std::string &text, StringRef form, Counts &counts, Codes &codes) {
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
    if (function->hasAttr(kernel::kKernelAttr) && !mutate(function, form, description, counts, codes)) {
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
  Codes codes;
  for (TestForm form : {TestForm::Dynamic, TestForm::Static}) {
    bool isDynamic = form == TestForm::Dynamic;
    Result<std::string> text = jobsOf(functions, form);
    if (!text && isDynamic)
      continue; // not every test has a dynamic form
    if (!text || !mutateAll(*text, isDynamic ? "dynamic" : "static", counts, codes))
      return 1;
  }
  llvm::outs() << "kernels: " << counts.kernels << ", with a barrier: " << counts.withBarrier
               << ", random schedules: " << counts.runs << ", wrong: " << counts.wrong
               << ", mutations: " << counts.mutations << ", reported: " << counts.reported << "\n";
  return counts.wrong != 0;
}

} // namespace
} // namespace weir

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Mutates the GPU kernels of a file of tests\n");
  return weir::run();
}
