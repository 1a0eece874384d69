// Asks how much the simulator sees: compiles the test functions of a file for GPUs, makes every kernel wrong in every
// way that GpuMutations.h knows, one at a time, and counts what is reported. What is not is listed, a line for each: of
// what no inputs reach, of what nothing comes, and of what only other results tell. Kernels as they are must pass
// without a report, those with a barrier under many schedules. suite.py does this for all files.
#include "test/lib/GpuMutations/KernelCalls.h"
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
cl::opt<std::string> only("only", cl::desc("mutate this kernel alone, and print its code first"),
                          cl::value_desc("name"));

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

/// Test functions as jobs, one module's text.
struct Jobs {
  std::string text;
  JobInputs inputs;
};

Result<Jobs> jobsOf(ArrayRef<func::FuncOp> functions, TestForm form) {
  OwningOpRef<ModuleOp> module;
  Jobs jobs;
  for (func::FuncOp function : functions) {
    Result<TestProgram> program = testProgram(function, form);
    if (!program)
      return program.failure();
    jobs.inputs[function.getSymName()] = program->inputs;
    if (!module)
      module = program->module->clone();
    else
      module->push_back(program->function.clone());
  }
  llvm::raw_string_ostream stream(jobs.text);
  module->print(stream, OpPrintingFlags().enableDebugInfo());
  return jobs;
}

bool hasBarrier(const KernelTrials &trials) {
  return llvm::any_of(trials.mutations(), [](StringRef text) { return text.contains("nvvm.bar"); });
}

/// One kernel and what becomes of its mutations.
class KernelMutations {
public:
  KernelMutations(std::string name, KernelTrials trials, Counts &counts)
      : name(std::move(name)), trials(std::move(trials)), counts(counts) {}

  void checkSilence() {
    ++counts.kernels;
    if (trials.tried() == 0)
      return complain("expects inputs that the kernel takes, got none");
    if (trials.wrong())
      return complain("as it is: " + *trials.wrong());
    SmallVector<size_t> candidates = trials.withFewBlocks();
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
    auto report = trials.run(trials.kernel(), scheduleOf(seed), trial);
    if (!report)
      return true;
    complain("as it is, seed " + std::to_string(seed) + ": " + *report);
    return false;
  }

  void complain(const std::string &about) {
    llvm::outs() << "wrong: " << name << ": " << about << "\n";
    ++counts.wrong;
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
      trials.run(trials.kernel(), {}, trial);
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
  Counts &counts;
};

/// The kernels of one file.
class FileMutations {
public:
  explicit FileMutations(Counts &counts) : counts(counts) {}

  bool mutateAll(const Jobs &jobs, StringRef form) {
    CompileOptions options{.target = "sim", .name = file};
    Compilation compilation(options);
    if (failed(compilation.parse(jobs.text)) ||
        failed(compilation.runStages(std::nullopt, *findStage("launch"),
                                     [](const Stage &, size_t, ModuleOp) { return success(); })))
      return fail(compilation.takeFailure().message);
    ModuleOp module = compilation.getModule();
    module.getContext()->loadAllAvailableDialects();
    Result<KernelCalls> calls = kernelCalls(module, jobs.inputs);
    if (!calls)
      return fail(calls.message());
    DictionaryAttr description = kernel::targetAttrOf(module).getDescription();
    for (auto function : module.getOps<func::FuncOp>())
      if (function->hasAttr(kernel::kKernelAttr) &&
          !mutate(function, form, description, (*calls)[function.getSymName()]))
        return fail(compilation.takeFailure().message);
    return true;
  }

private:
  bool mutate(func::FuncOp function, StringRef form, DictionaryAttr description,
              ArrayRef<std::vector<HostTensor>> calls) {
    std::string name = (function.getSymName() + "." + form).str();
    if (!only.empty() && only != name)
      return true;
    FailureOr<KernelTrials> trials = KernelTrials::make(function, description);
    if (failed(trials))
      return false;
    if (!codes.insert(trials->code()).second)
      return true;
    if (failed(trials->build()))
      return false;
    if (!only.empty())
      llvm::outs() << trials->code();
    trials->addTrials(function, calls);
    trials->addVariations(function, calls);
    KernelMutations mutations(std::move(name), std::move(*trials), counts);
    mutations.checkSilence();
    return mutations.mutate();
  }

  static bool fail(const std::string &message) {
    llvm::errs() << message << "\n";
    return false;
  }

  Counts &counts;
  std::set<std::string> codes; ///< of kernels that were mutated before
};

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
  FileMutations mutations(counts);
  for (TestForm form : {TestForm::Dynamic, TestForm::Static}) {
    bool isDynamic = form == TestForm::Dynamic;
    Result<Jobs> jobs = jobsOf(functions, form);
    if (!jobs && isDynamic)
      continue; // not every test has a dynamic form
    if (!jobs || !mutations.mutateAll(*jobs, isDynamic ? "dynamic" : "static"))
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
