// Runs programs: the test functions and jobs of an .mlir file, on the interpreter or as code that is compiled for a
// target, and the jobs of an artifact.
#include "dialects/Weir/Control/Jobs.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Register.h"
#include "lib/Run/RunModule.h"
#include "lib/Run/RunRanks.h"
#include "lib/Run/RunTests.h"
#include "tools/Terminal/Terminal.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;
using weir::TestMode;

static cl::OptionCategory category("weir-run options"), testCategory("Options for test functions"),
    jobCategory("Options for jobs");
static cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir, or FILE.weir for an artifact"), cl::Required,
                                 cl::cat(category));
static cl::opt<bool> useInterpreter("interpret", cl::desc("run on the interpreter"), cl::cat(category));
static cl::list<std::string> devices("device", cl::CommaSeparated, cl::value_desc("cpu|naive|sim|cuda"),
                                     cl::desc("run on this device, test functions on each of several; an .mlir file is "
                                              "compiled for it first"),
                                     cl::cat(category));
static cl::opt<std::string> machine("machine", cl::desc("compile for this CPU instead of the host's"),
                                    cl::value_desc("name"), cl::cat(category));
static cl::opt<std::string> job("job", cl::desc("run this function alone"), cl::value_desc("name"), cl::cat(category));
static cl::opt<bool> widened("widened", cl::desc("--interpret: compute floats in f64"), cl::cat(category));

static cl::list<TestMode>
    modes("modes", cl::CommaSeparated, cl::desc("how test functions run"), cl::cat(testCategory),
          cl::values(clEnumValN(TestMode::Static, "static", "sizes as written"),
                     clEnumValN(TestMode::Dynamic, "dynamic", "every size `?`"),
                     clEnumValN(TestMode::Strided, "strided", "inputs whose elements lie apart")));
static cl::opt<bool> dynamic("dynamic", cl::desc("--modes=dynamic"), cl::cat(testCategory));
static cl::opt<bool> strided("strided", cl::desc("--modes=strided"), cl::cat(testCategory));
static cl::opt<bool>
    sharedKernels("shared-kernels",
                  cl::desc("of several functions, expect two of different sizes to share a dynamic kernel"),
                  cl::cat(testCategory));

static cl::list<std::string> inputs("input", cl::CommaSeparated, cl::value_desc("file.npy,file.npz"),
                                    cl::cat(jobCategory), cl::desc("inputs, in order or by name"));
static cl::list<std::string> variables("variables", cl::CommaSeparated, cl::value_desc("file.npz"),
                                       cl::cat(jobCategory), cl::desc("values of variables, by name"));
static cl::opt<uint64_t>
    seed("seed", cl::cat(jobCategory),
         cl::desc("draw the inputs that no file gives; without it files give all or none, and then "
                  "those of an artifact are ones, those of an .mlir file are drawn from 0"));
static cl::opt<std::string> output("output", cl::value_desc("folder"), cl::cat(jobCategory),
                                   cl::desc("write JOB.RESULT.npy of every result there"));
static cl::opt<int64_t> elements("elements", cl::desc("how many elements of a result are printed"), cl::init(8),
                                 cl::cat(jobCategory));
static cl::opt<bool> benchmark("benchmark", cl::desc("time each job: median, spread, its kernels"),
                               cl::cat(jobCategory));
static cl::opt<unsigned> runs("runs", cl::desc("--benchmark: how many are timed; as many as take a second by default"),
                              cl::cat(jobCategory));
static cl::opt<std::string> trace("trace", cl::value_desc("file.json"), cl::cat(jobCategory),
                                  cl::desc("write what ran when: kernel, ops, line; ui.perfetto.dev opens it"));
static cl::opt<bool> memory("memory", cl::desc("print the memory that each job takes"), cl::cat(jobCategory));
static cl::opt<int> workers("workers", cl::desc("threads of the device; one per core by default, one per rank"),
                            cl::cat(jobCategory));
static cl::opt<int> ranks("ranks", cl::cat(jobCategory), cl::value_desc("number"),
                          cl::desc("run a program of several ranks, each a thread, on whole values; without it "
                                   "the processes of an mpirun are ranks"));

static constexpr llvm::StringRef kExamples[] = {
    "model.mlir --device=cpu                compiles a program and runs its jobs on random inputs",
    "model.weir --device=cpu --input=x.npy  runs an artifact's jobs on tensors of files",
    "test.mlir --interpret                  runs test functions on the interpreter",
    "--help                                 lists all options",
};

static int fail(const std::string &message) { return weir::fail("weir-run", message); }

static SmallVector<TestMode> chosenModes() {
  SmallVector<TestMode> chosen(modes.begin(), modes.end());
  if (dynamic)
    chosen.push_back(TestMode::Dynamic);
  if (strided)
    chosen.push_back(TestMode::Strided);
  if (chosen.empty())
    chosen.push_back(TestMode::Static);
  return chosen;
}

static std::optional<uint64_t> givenSeed() {
  return seed.getNumOccurrences() ? std::optional<uint64_t>(seed) : std::nullopt;
}

/// `WEIR_DRAWN_SCHEDULES`, for suites that run under many.
static std::optional<uint64_t> drawnSchedules() {
  const char *text = std::getenv("WEIR_DRAWN_SCHEDULES");
  uint64_t number = 0;
  if (text && llvm::StringRef(text).getAsInteger(10, number))
    std::exit(fail(std::string("expects WEIR_DRAWN_SCHEDULES to be a number from 0 on, got '") + text + "'"));
  return text ? std::optional(number) : std::nullopt;
}

static std::vector<weir::CheckedRun> interpret(ArrayRef<func::FuncOp> functions) {
  std::vector<weir::CheckedRun> runs;
  for (TestMode mode : chosenModes()) {
    std::optional<weir::TestForm> form;
    if (mode == TestMode::Dynamic)
      form = weir::TestForm::Dynamic;
    llvm::append_range(runs, weir::runChecks(functions, form, {.widened = widened}));
  }
  return runs;
}

/// Whether all passed.
static bool report(ArrayRef<weir::CheckedRun> runs, const std::string &where) {
  for (const weir::CheckedRun &run : runs)
    llvm::outs() << run.function << where << ": " << (run.failure ? run.failure->message : "ok") << "\n";
  return llvm::none_of(runs, [](const weir::CheckedRun &run) { return run.failure.has_value(); });
}

static int runTests(ArrayRef<func::FuncOp> functions) {
  if (useInterpreter)
    return !report(interpret(functions), "");
  SmallVector<TestMode> chosen = chosenModes();
  bool passed = true;
  for (const std::string &name : devices) {
    weir::RunTestsOptions options{name, machine, chosen, drawnSchedules(), sharedKernels};
    passed &= report(weir::runTests(functions, options), devices.size() > 1 ? " on " + name : "");
  }
  return !passed;
}

/// How many ranks are threads; 0: they are the processes of an mpirun. Nothing where there is one device.
static std::optional<int32_t> chosenRanks() {
  if (ranks)
    return ranks.getValue();
  return weir::OtherRanks::exist() ? std::optional<int32_t>(0) : std::nullopt;
}

static weir::RunArtifactOptions artifactOptions() {
  weir::RunArtifactOptions options{.device = devices.front(), .job = job};
  options.runner = {.threads = chosenRanks() && !workers ? 1 : workers, .poison = false};
  options.shownElements = elements;
  options.outputFolder = output;
  options.traceFile = trace;
  options.memory = memory;
  if (benchmark)
    options.benchmark = runs;
  options.variables = variables;
  return options;
}

/// The name of a given option of the category, or "".
static std::string givenOption(cl::OptionCategory &of) {
  for (const auto &[name, option] : cl::getRegisteredOptions())
    if (option->getNumOccurrences() && llvm::is_contained(option->Categories, &of))
      return "--" + name.str();
  return "";
}

static int print(const weir::Result<std::string> &text) {
  if (!text)
    return fail(text.message());
  llvm::outs() << *text;
  return 0;
}

static int runArtifact(ArrayRef<uint8_t> artifact) {
  weir::InputsFn given = weir::inputsOfFiles(inputs, givenSeed());
  std::optional<int32_t> count = chosenRanks();
  return print(count ? weir::runArtifactOnRanks(artifact, given, artifactOptions(), *count)
                     : weir::runArtifact(artifact, given, artifactOptions()));
}

static int runJobs(ModuleOp module) {
  weir::InputChoice choice{inputs, variables, givenSeed()};
  if (!useInterpreter)
    return print(weir::runModule(module, choice, machine, artifactOptions(), chosenRanks()));
  if (benchmark || !trace.empty() || memory || workers || ranks)
    return fail("expects a device for --benchmark, --trace, --memory, --workers and --ranks, got --interpret");
  weir::ReferenceOptions options{job, choice, {.widened = widened}, elements, output};
  weir::Result<bool> passed = weir::runReference(module, options, llvm::outs());
  return passed ? !*passed : fail(passed.message());
}

/// Test functions, where there are such; else jobs.
static int runModule(ModuleOp module) {
  std::vector<func::FuncOp> functions = weir::testFunctions(module);
  llvm::erase_if(functions, [](func::FuncOp function) {
    return function->hasAttr(weir::kJobAttr) || (!job.empty() && function.getSymName() != job);
  });
  bool hasJobs = llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp function) {
    return function->hasAttr(weir::kJobAttr) && (job.empty() || function.getSymName() == job);
  });
  if (functions.empty() && !hasJobs && job.empty() && failed(weir::verifyJobs(module)))
    return 1;
  if (functions.empty() && !hasJobs)
    return fail("expects a job or a public function without arguments" + (job.empty() ? "" : " named " + job) + " in " +
                file + ", got none");
  cl::OptionCategory &other = functions.empty() ? testCategory : jobCategory;
  if (std::string option = givenOption(other); !option.empty())
    return fail("expects " + std::string(functions.empty() ? "test functions" : "jobs and no test functions") +
                " for " + option + " in " + file);
  if (functions.empty() && devices.size() > 1)
    return fail("expects one device for jobs, got " + llvm::join(devices, ","));
  return functions.empty() ? runJobs(module) : runTests(functions);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  weir::setUpTool("weir-run", argc, argv);
  const cl::OptionCategory *shown[] = {&category, &testCategory, &jobCategory};
  cl::HideUnrelatedOptions(shown);
  if (argc == 1)
    return weir::showUsage("weir-run", "a program or an artifact", kExamples);
  cl::ParseCommandLineOptions(argc, argv, "Runs Weir programs\n");
  if (useInterpreter == !devices.empty() || llvm::is_contained(devices, ""))
    return fail("expects either --interpret or --device");
  if (devices.size() > 1 && !machine.empty())
    return fail("expects one device for --machine, got " + llvm::join(devices, ","));
  if (useInterpreter && llvm::is_contained(chosenModes(), TestMode::Strided))
    return fail("expects a device for strided inputs, got --interpret, which has no strides");

  bool isArtifact = llvm::StringRef(file).ends_with(".weir");
  auto text = llvm::MemoryBuffer::getFileOrSTDIN(file, /*IsText=*/!isArtifact);
  if (!text)
    return fail("expects a file that can be read, got " + file + ": " + text.getError().message());
  if (isArtifact && useInterpreter)
    return fail("expects a device for an artifact, got --interpret");
  if (isArtifact && devices.size() > 1)
    return fail("expects one device for an artifact, got " + llvm::join(devices, ","));
  if (isArtifact)
    return runArtifact(llvm::arrayRefFromStringRef((*text)->getBuffer()));
  DialectRegistry registry;
  weir::registerWeir(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module = weir::parseSource((*text)->getBuffer(), file, &context);
  if (!module)
    return 1;
  weir::markJobs(*module);
  return runModule(*module);
}
