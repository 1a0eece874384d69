// Compiles an .mlir file to an artifact, or runs the stages between two of them.
#include "lib/Compiler/Compile.h"
#include "lib/Compiler/Register.h"
#include "lib/Compiler/SharedObject.h"
#include "lib/Tune/Tune.h"
#include "lib/Verify/VerifyNumerics.h"
#include "tools/Terminal/Terminal.h"
#ifdef WEIR_TEST_PLANTS
#include "test/lib/Plants/Plants.h"
#endif

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "mlir/Transforms/Passes.h"

using namespace llvm;
using weir::CompileOptions;

namespace {
enum class Emit { Artifact, SharedObject, Llvm, Assembly };
}

static cl::OptionCategory category("weir-compile options");
static cl::opt<std::string> input(cl::Positional, cl::desc("<input.mlir>"), cl::init("-"), cl::cat(category));
static cl::opt<std::string> output("o", cl::desc("where the artifact or the text goes"), cl::value_desc("file"),
                                   cl::init("-"), cl::cat(category));
static cl::opt<Emit>
    emit("emit", cl::desc("what is written"), cl::init(Emit::Artifact), cl::cat(category),
         cl::values(clEnumValN(Emit::Artifact, "weir", "an artifact, which weir-run and the runtime take (default)"),
                    clEnumValN(Emit::SharedObject, "so", "a shared library that exports the artifact and its kernels"),
                    clEnumValN(Emit::Llvm, "ll", "LLVM IR of all kernels, to read"),
                    clEnumValN(Emit::Assembly, "asm", "assembly or PTX of all kernels, to read")));
static cl::opt<std::string> target("target", cl::desc("target to compile for, or several, as cpu,sim,cuda"),
                                   cl::init("cpu"), cl::cat(category));
static cl::opt<std::string> machine("machine", cl::desc("CPU to compile for, as x86-64-v3; the host by default"),
                                    cl::cat(category));
static cl::opt<bool> amp("amp", cl::desc("products in bf16"), cl::cat(category));
static cl::opt<bool> allowTf32("allow-tf32", cl::desc("products of f32 in tf32, where a target multiplies it faster"),
                               cl::cat(category));
#define WEIR_STAGE(name, sentence, build) "|" #name
static constexpr char kNamesBehindBars[] =
#include "lib/Compiler/Stages.def"
    ;
#undef WEIR_STAGE
static constexpr const char *kStageNames = kNamesBehindBars + 1; // graph|autograd|…, as completion reads it
static cl::opt<std::string> from("from", cl::desc("the stage that the input has passed; a dump says it by itself"),
                                 cl::value_desc(kStageNames), cl::cat(category));
static cl::opt<std::string> to("to", cl::desc("stop behind this stage and print IR"), cl::value_desc(kStageNames),
                               cl::cat(category));
static cl::opt<std::string> dumpStages("dump-stages", cl::desc("write the IR behind every stage there"),
                                       cl::value_desc("folder"), cl::cat(category));
static cl::opt<std::string> dumpKernels("dump-kernels",
                                        cl::desc("write the IR of every kernel after each step of its lowering there"),
                                        cl::value_desc("folder"), cl::cat(category));
static cl::opt<bool> printTimes("time", cl::desc("print the time that each stage takes"), cl::cat(category));
static cl::opt<bool> printMemory("memory", cl::desc("print the planned memory of each program"), cl::cat(category));
static cl::opt<std::string> reproducers("reproducers", cl::value_desc("folder"), cl::cat(category),
                                        cl::desc("write a module that makes a pass fail there, with the pass as its "
                                                 "pipeline"));
static cl::opt<bool> verifyDiagnostics("verify-diagnostics", cl::cat(category),
                                       cl::desc("instead of an artifact: check that errors are those of comments like "
                                                "`// expected-error {{expects}}`"));
static cl::opt<std::string> verifyNumerics("verify-numerics", cl::ValueOptional, cl::value_desc("seed"),
                                           cl::cat(category),
                                           cl::desc("instead of an artifact: check every stage and kernel against the "
                                                    "interpreter, on inputs drawn from the seed"));
static cl::opt<double> tune("tune", cl::value_desc("seconds"), cl::cat(category),
                            cl::desc("instead of an artifact: measure other schedules of the kernels for so long, and "
                                     "keep those that are faster in the file of --tuning"));
static cl::opt<std::string> tuning("tuning", cl::value_desc("file"), cl::cat(category),
                                   cl::desc("take schedules of kernels from there; WEIR_TUNING by default"));
#ifdef WEIR_TEST_PLANTS
static cl::opt<std::string> testPlant("test-plant", cl::Hidden, cl::desc("a miscompile for --verify-numerics to find"));
#endif

static constexpr StringRef kExamples[] = {
    "model.mlir -o model.weir      compiles a program to an artifact",
    "model.mlir --to=group         prints the IR behind a stage",
    "model.mlir --emit=asm         prints the code of all kernels",
    "--help                        lists all options",
};

static int fail(const Twine &message) { return weir::fail("weir-compile", message); }

static int write(StringRef bytes) {
  std::error_code error = weir::writeOutput(output, bytes);
  return error ? fail("expects to write " + output + ": " + error.message()) : 0;
}

/// Prints the table of what was checked, or fails with the first difference.
static int verify(std::string_view source, const CompileOptions &options) {
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

static std::string tuningFile() {
  const char *named = std::getenv("WEIR_TUNING");
  return tuning.getNumOccurrences() || !named ? tuning.getValue() : named;
}

static CompileOptions compileOptions() {
  CompileOptions options;
  options.target = target;
  options.machine = machine;
  options.tuning = tuningFile();
  options.amp = amp;
  options.allowTf32 = allowTf32;
  options.from = from;
  options.dumpStagesDir = dumpStages;
  options.dumpKernelsDir = dumpKernels;
  options.reproducerDir = reproducers;
  options.name = input == "-" ? "model" : sys::path::stem(input).str();
  options.file = input == "-" ? "<stdin>" : input.getValue();
  options.showLines = true;
  return options;
}

static void print(const weir::CompileReport &report) {
  double total = 0;
  for (const auto &[name, seconds] : report.steps)
    total += seconds;
  if (printTimes)
    for (const auto &[name, seconds] : report.steps)
      errs() << format("%10.3f ms %5.1f %%  ", seconds * 1e3, 100 * seconds / total) << name << "\n";
  if (printTimes)
    errs() << format("%10.3f ms          ", total * 1e3) << "all\n";
  if (printMemory)
    errs() << report.memory;
}

static int compile(std::string_view source, const CompileOptions &options) {
  if (emit == Emit::Llvm || emit == Emit::Assembly) {
    auto kind = emit == Emit::Llvm ? weir::KernelText::Llvm : weir::KernelText::Assembly;
    weir::Result<std::string> text = weir::compileToText(source, kind, options);
    return text ? write(*text) : fail(text.message());
  }
  weir::Result<std::vector<uint8_t>> bytes = weir::compileModule(source, options);
  if (bytes && emit == Emit::SharedObject)
    bytes = weir::sharedObject(*bytes);
  return bytes ? write({reinterpret_cast<const char *>(bytes->data()), bytes->size()}) : fail(bytes.message());
}

/// Options of MLIR's that say something of a compilation: what is printed and timed, threads. Some name passes.
static void registerMlirOptions() {
  weir::registerWeirPasses();
  mlir::registerTransformsPasses();
  mlir::registerMLIRContextCLOptions();
  mlir::registerPassManagerCLOptions();
  mlir::registerDefaultTimingManagerCLOptions();
  mlir::registerAsmPrinterCLOptions();
}
static cl::extrahelp mlirHelp("\nMLIR's --mlir-print-ir-after-all, --mlir-timing and the like: see --help-hidden\n");

/// What is asked for in vain, or nothing.
static const char *contradiction() {
  if (!to.empty() && emit.getNumOccurrences())
    return "expects either --to or --emit";
  bool isText = !to.empty() || emit == Emit::Llvm || emit == Emit::Assembly || verifyNumerics.getNumOccurrences() ||
                verifyDiagnostics || tune.getNumOccurrences();
  if (!isText && weir::isScreen(output))
    return "expects -o, as the terminal does not show an artifact; --to and --emit=asm give text";
  if (tune.getNumOccurrences() && (!to.empty() || emit.getNumOccurrences()))
    return "expects --tune without --to and --emit, as it leaves a tuning file";
  if (tune.getNumOccurrences() && tuningFile().empty())
    return "expects --tuning=FILE or WEIR_TUNING with --tune, for where schedules are kept";
  if (!to.empty() && printMemory)
    return "expects --memory without --to, as memory is planned behind the last stage";
  return nullptr;
}

static int run(std::string_view source, const CompileOptions &options) {
  if (verifyNumerics.getNumOccurrences())
    return verify(source, options);
  if (verifyDiagnostics) {
    std::optional<weir::Failure> differs = weir::verifyDiagnostics(source, to, options);
    return differs ? fail(differs->message) : 0;
  }
  if (tune.getNumOccurrences()) {
    weir::Result<std::string> table = weir::tune(source, options, {.seconds = tune, .file = options.tuning});
    return table ? write(*table) : fail(table.message());
  }
  if (to.empty())
    return compile(source, options);
  weir::Result<std::string> text = weir::runStages(source, from, to, options);
  return text ? write(*text) : fail(text.message());
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  weir::setUpTool("weir-compile", argc, argv);
  registerMlirOptions();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Weir's compiler\n");
  if (weir::waitsForTyping(input, argc, argv))
    return weir::showUsage("weir-compile", "a program, as a file or on stdin", kExamples);
  ErrorOr<std::unique_ptr<MemoryBuffer>> text = MemoryBuffer::getFileOrSTDIN(input);
  if (!text)
    return fail("expects to read " + input + ": " + text.getError().message());
  if (const char *reason = contradiction())
    return fail(reason);

  mlir::DefaultTimingManager timing;
  mlir::applyDefaultTimingManagerCLOptions(timing);
  mlir::TimingScope all = timing.getRootScope();
  weir::CompileReport report;
  CompileOptions options = compileOptions();
  options.report = &report;
  options.setUp = [&](mlir::PassManager &passes) {
    passes.enableTiming(all);
    return succeeded(mlir::applyPassManagerCLOptions(passes));
  };
  int status = run({(*text)->getBufferStart(), (*text)->getBufferSize()}, options);
  if (status == 0)
    print(report);
  return status;
}
