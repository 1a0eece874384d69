// Makes a module that shows a bug smaller, as long as a command says that the bug is still there.
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Register.h"
#include "lib/Reduce/Reduce.h"
#include "tools/Terminal/Terminal.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory category("weir-reduce options");
static cl::opt<std::string> input(cl::Positional, cl::desc("<input.mlir>"), cl::Required, cl::cat(category));
static cl::opt<std::string> output("o", cl::desc("where the reduced module goes"), cl::value_desc("file"),
                                   cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    test("test", cl::Required, cl::value_desc("command"), cl::cat(category),
         cl::desc("shell command that ends with 0 if the bug shows; $1 is the candidate's file, "
                  "as in 'not weir-opt $1 --weir-form-groups'"));
static cl::opt<unsigned> timeout("timeout", cl::desc("seconds after which a candidate counts as one without the bug"),
                                 cl::value_desc("seconds"), cl::init(60), cl::cat(category));

static constexpr llvm::StringRef kExamples[] = {
    "model.mlir --test='not weir-compile $1 -o a' -o small.mlir",
    "--help",
};

static int fail(const Twine &message) { return weir::fail("weir-reduce", message); }

/// Runs the test command on the module, without its output.
static bool isInteresting(ModuleOp module) {
  SmallString<128> path;
  int file = 0;
  if (llvm::sys::fs::createTemporaryFile("weir-reduce", "mlir", file, path))
    return false;
  llvm::FileRemover remover(path);
  llvm::raw_fd_ostream(file, /*shouldClose=*/true) << module;
  StringRef arguments[] = {"sh", "-c", test, "weir-reduce", path};
  std::optional<StringRef> nowhere[] = {"", "", ""};
  return llvm::sys::ExecuteAndWait("/bin/sh", arguments, std::nullopt, nowhere, timeout) == 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  weir::setUpTool("weir-reduce", argc, argv);
  cl::HideUnrelatedOptions(category);
  if (argc == 1)
    return weir::showUsage("weir-reduce", "a program and a command that shows its bug", kExamples);
  cl::ParseCommandLineOptions(argc, argv, "Weir's test case reducer\n");
  auto text = llvm::MemoryBuffer::getFileOrSTDIN(input, /*IsText=*/true);
  if (!text)
    return fail("expects to read " + input + ": " + text.getError().message());
  DialectRegistry registry;
  weir::registerWeir(registry);
  weir::registerUpstream(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module = weir::parseSource((*text)->getBuffer(), input, &context);
  if (!module)
    return 1;
  if (!isInteresting(*module))
    return fail("expects '" + test + "' to end with 0 for " + input);
  weir::reduceModule(module, isInteresting);
  std::string reduced;
  llvm::raw_string_ostream(reduced) << *module << "\n";
  std::error_code error = weir::writeOutput(output, reduced);
  return error ? fail("expects to write " + output + ": " + error.message()) : 0;
}
