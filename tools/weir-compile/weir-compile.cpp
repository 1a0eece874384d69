// Compiles an .mlir file to an artifact, or runs the stages between two of them.
#include "lib/Compiler/Compile.h"
#include "lib/Compiler/VerifyNumerics.h"
#ifdef WEIR_TEST_PLANTS
#include "test/lib/Plants/Plants.h"
#endif

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;

static cl::OptionCategory category("weir-compile options");
static cl::opt<std::string> input(cl::Positional, cl::desc("<input.mlir>"), cl::init("-"), cl::cat(category));
static cl::opt<std::string> output("o", cl::desc("where the artifact or the IR goes"), cl::value_desc("file"),
                                   cl::init("-"), cl::cat(category));
static cl::opt<std::string> target("target", cl::desc("target to compile for, or several, as cpu,sim,cuda"),
                                   cl::init("cpu"), cl::cat(category));
static cl::opt<std::string> machine("machine", cl::desc("CPU to compile for, as x86-64-v3; the host by default"),
                                    cl::cat(category));
static cl::opt<bool> amp("amp", cl::desc("products in bf16"), cl::cat(category));
static cl::opt<bool> allowTf32("allow-tf32", cl::desc("products of f32 in tf32, where a target multiplies it faster"),
                               cl::cat(category));
static cl::opt<std::string> from("from", cl::desc("the stage that the input has passed"), cl::value_desc("stage"),
                                 cl::cat(category));
static cl::opt<std::string> to("to", cl::desc("stop behind this stage and print IR"), cl::value_desc("stage"),
                               cl::cat(category));
static cl::opt<std::string> dumpStages("dump-stages", cl::desc("write the IR behind every stage there"),
                                       cl::value_desc("folder"), cl::cat(category));
static cl::opt<std::string> dumpKernels("dump-kernels",
                                        cl::desc("write the IR of every kernel after each step of its lowering there"),
                                        cl::value_desc("folder"), cl::cat(category));
static cl::opt<std::string> verifyNumerics("verify-numerics", cl::ValueOptional, cl::value_desc("seed"),
                                           cl::cat(category),
                                           cl::desc("instead of an artifact: check every stage and kernel against the "
                                                    "interpreter, on inputs drawn from the seed"));
#ifdef WEIR_TEST_PLANTS
static cl::opt<std::string> testPlant("test-plant", cl::Hidden, cl::desc("a miscompile for --verify-numerics to find"));
#endif

static int fail(const Twine &message) {
  errs() << "weir-compile: " << message << "\n";
  return 1;
}

static int write(StringRef bytes) {
  std::error_code error;
  ToolOutputFile file(output, error, sys::fs::OF_None);
  if (error)
    return fail("expects to write " + output + ": " + error.message());
  file.os() << bytes;
  file.keep();
  return 0;
}

/// Prints the table of what was checked, or fails with the first difference.
static int verify(std::string_view source, const weir::CompileOptions &options) {
  weir::VerifyNumericsOptions verification;
  if (!verifyNumerics.empty() && StringRef(verifyNumerics).getAsInteger(10, verification.seed))
    return fail("expects --verify-numerics to have a number as its seed, got " + verifyNumerics);
#ifdef WEIR_TEST_PLANTS
  std::unique_ptr<weir::Tamper> plant = weir::makePlant(testPlant);
  if (!plant && !testPlant.empty())
    return fail("expects --test-plant to name a plant, one of: " + join(weir::plantNames(), ", ") + "; got " +
                testPlant);
  verification.tamper = plant.get();
#endif
  weir::Result<std::string> table = weir::verifyNumerics(source, options, verification);
  return table ? write(*table) : fail(table.message());
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Weir's compiler\n");
  ErrorOr<std::unique_ptr<MemoryBuffer>> text = MemoryBuffer::getFileOrSTDIN(input);
  if (!text)
    return fail("expects to read " + input + ": " + text.getError().message());

  weir::CompileOptions options;
  options.target = target;
  options.machine = machine;
  options.amp = amp;
  options.allowTf32 = allowTf32;
  options.from = from;
  options.dumpStagesDir = dumpStages;
  options.dumpKernelsDir = dumpKernels;
  options.name = input == "-" ? "model" : sys::path::stem(input).str();
  std::string_view source((*text)->getBufferStart(), (*text)->getBufferSize());
  if (verifyNumerics.getNumOccurrences())
    return verify(source, options);
  if (!to.empty()) {
    weir::Result<std::string> result = weir::runStages(source, from, to, options);
    return result ? write(*result) : fail(result.message());
  }
  weir::Result<std::vector<uint8_t>> artifact = weir::compileModule(source, options);
  if (!artifact)
    return fail(artifact.message());
  return write({reinterpret_cast<const char *>(artifact->data()), artifact->size()});
}
