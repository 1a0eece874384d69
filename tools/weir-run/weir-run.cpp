// Runs programs: the test functions of an .mlir file on the interpreter.
#include "dialects/Check/Ops.h"
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Register.h"
#include "lib/Reference/Reference.h"
#include "lib/Reference/RunChecks.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory category("weir-run");
static cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir"), cl::Required, cl::cat(category));
static cl::opt<bool> useInterpreter("interpret", cl::desc("run test functions on the interpreter"), cl::cat(category));
static cl::opt<bool> widened("widened", cl::desc("compute floats in f64"), cl::cat(category));
static cl::opt<bool> dynamic("dynamic", cl::desc("make every size of test functions `?`"), cl::cat(category));
static cl::opt<std::string> job("job", cl::desc("run this function alone"), cl::value_desc("name"), cl::cat(category));

static int fail(const std::string &message) {
  llvm::errs() << "weir-run: " << message << "\n";
  return 1;
}

static int interpretTests(ModuleOp module) {
  std::vector<func::FuncOp> functions = weir::testFunctions(module);
  if (!job.empty())
    llvm::erase_if(functions, [](func::FuncOp function) { return function.getSymName() != job; });
  if (functions.empty())
    return fail("expects a public function without arguments" + (job.empty() ? "" : " named " + job) + " in " + file +
                ", got none");
  bool failed = false;
  std::optional<weir::TestForm> form;
  if (dynamic)
    form = weir::TestForm::Dynamic;
  for (const weir::CheckedRun &run : weir::runChecks(functions, form, {.widened = widened})) {
    llvm::outs() << run.function << ": " << (run.failure ? run.failure->message : "ok") << "\n";
    failed |= run.failure.has_value();
  }
  return failed;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Runs Weir programs\n");
  if (!useInterpreter)
    return fail("expects --interpret");

  DialectRegistry registry;
  weir::registerWeir(registry);
  weir::registerReferenceModels(registry);
  registry.insert<weir::check::CheckDialect>();
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  auto text = llvm::MemoryBuffer::getFileOrSTDIN(file, /*IsText=*/true);
  if (!text)
    return fail("expects a file that can be read, got " + file + ": " + text.getError().message());
  OwningOpRef<ModuleOp> module = weir::parseSource((*text)->getBuffer(), file, &context);
  return module ? interpretTests(*module) : 1;
}
