// Runs programs: the test functions of an .mlir file, on the interpreter or as code that is compiled for a target, and
// the jobs of an artifact.
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Register.h"
#include "lib/Compiler/RunArtifact.h"
#include "lib/Compiler/RunTests.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;
using weir::TestMode;

static cl::OptionCategory category("weir-run");
static cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir, or FILE.weir for an artifact"), cl::Required,
                                 cl::cat(category));
static cl::opt<bool> useInterpreter("interpret", cl::desc("run test functions on the interpreter"), cl::cat(category));
static cl::opt<std::string> device("device",
                                   cl::desc("compile test functions for this target and run them; of an\n"
                                            "artifact, run the jobs for this device on inputs of ones"),
                                   cl::value_desc("cpu|naive|sim|cuda"), cl::cat(category));
static cl::opt<std::string> machine("machine", cl::desc("compile for this CPU instead of the host's"),
                                    cl::value_desc("name"), cl::cat(category));
static cl::list<TestMode>
    modes("modes", cl::CommaSeparated, cl::desc("how test functions run"), cl::cat(category),
          cl::values(clEnumValN(TestMode::Static, "static", "sizes as written"),
                     clEnumValN(TestMode::Dynamic, "dynamic", "every size `?`"),
                     clEnumValN(TestMode::Strided, "strided", "inputs whose elements lie apart")));
static cl::opt<bool> dynamic("dynamic", cl::desc("--modes=dynamic"), cl::cat(category));
static cl::opt<bool> strided("strided", cl::desc("--modes=strided"), cl::cat(category));
static cl::opt<bool>
    sharedKernels("shared-kernels",
                  cl::desc("of several functions, expect two of different sizes to share a dynamic kernel"),
                  cl::cat(category));
static cl::opt<bool> widened("widened", cl::desc("interpret: compute floats in f64"), cl::cat(category));
static cl::opt<std::string> job("job", cl::desc("run this function alone"), cl::value_desc("name"), cl::cat(category));

static int fail(const std::string &message) {
  llvm::errs() << "weir-run: " << message << "\n";
  return 1;
}

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

static std::vector<weir::CheckedRun> run(ArrayRef<func::FuncOp> functions, ArrayRef<TestMode> chosen) {
  if (!useInterpreter)
    return weir::runTests(functions, {device, machine, chosen, sharedKernels});
  std::vector<weir::CheckedRun> runs;
  for (TestMode mode : chosen) {
    std::optional<weir::TestForm> form;
    if (mode == TestMode::Dynamic)
      form = weir::TestForm::Dynamic;
    llvm::append_range(runs, weir::runChecks(functions, form, {.widened = widened}));
  }
  return runs;
}

static int runTests(ModuleOp module) {
  std::vector<func::FuncOp> functions = weir::testFunctions(module);
  if (!job.empty())
    llvm::erase_if(functions, [](func::FuncOp function) { return function.getSymName() != job; });
  if (functions.empty())
    return fail("expects a public function without arguments" + (job.empty() ? "" : " named " + job) + " in " + file +
                ", got none");
  bool failed = false;
  for (const weir::CheckedRun &run : run(functions, chosenModes())) {
    llvm::outs() << run.function << ": " << (run.failure ? run.failure->message : "ok") << "\n";
    failed |= run.failure.has_value();
  }
  return failed;
}

/// Prints what the jobs of the artifact give.
static int runJobs(const llvm::MemoryBuffer &artifact) {
  llvm::ArrayRef<uint8_t> bytes = llvm::arrayRefFromStringRef(artifact.getBuffer());
  weir::Result<std::string> text = weir::runArtifact(bytes, device, job);
  if (!text)
    return fail(text.message());
  llvm::outs() << *text;
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Runs Weir programs\n");
  if (useInterpreter == !device.empty())
    return fail("expects either --interpret or --device");
  if (useInterpreter && llvm::is_contained(chosenModes(), TestMode::Strided))
    return fail("expects a device for strided inputs, got --interpret, which has no strides");

  bool isArtifact = llvm::StringRef(file).ends_with(".weir");
  auto text = llvm::MemoryBuffer::getFileOrSTDIN(file, /*IsText=*/!isArtifact);
  if (!text)
    return fail("expects a file that can be read, got " + file + ": " + text.getError().message());
  if (isArtifact)
    return useInterpreter ? fail("expects a device for an artifact, got --interpret") : runJobs(**text);
  DialectRegistry registry;
  weir::registerWeir(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module = weir::parseSource((*text)->getBuffer(), file, &context);
  return module ? runTests(*module) : 1;
}
