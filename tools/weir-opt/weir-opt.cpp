// mlir-opt over Weir's and MLIR's own dialects and passes. Instead of the IR that passes leave it can show what the IR
// computes, and a picture of it.
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Register.h"
#include "lib/Run/RunReference.h"
#include "lib/View/DotGraph.h"
#include "tools/Terminal/Terminal.h"
#ifdef WEIR_TEST_PASSES
#include "test/lib/GpuMutations/GpuMutations.h"
#endif

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {

enum class Picture { None, Dot, Svg };

cl::OptionCategory category("weir-opt options");
cl::opt<std::string> function("run-reference", cl::ValueOptional, cl::value_desc("function"), cl::cat(category),
                              cl::desc("instead of IR: what the interpreter makes of this function, or of all test "
                                       "functions and jobs"));
cl::list<std::string> inputs("input", cl::CommaSeparated, cl::value_desc("file.npy,file.npz"), cl::cat(category),
                             cl::desc("--run-reference: inputs, in order or by name"));
cl::list<std::string> variables("variables", cl::CommaSeparated, cl::value_desc("file.npz"), cl::cat(category),
                                cl::desc("--run-reference: values of variables, by name"));
cl::opt<uint64_t> seed("seed", cl::desc("--run-reference: seed of the other inputs"), cl::cat(category));
cl::opt<bool> widened("widened", cl::desc("--run-reference: compute floats in f64"), cl::cat(category));
cl::opt<Picture> picture("view", cl::desc("instead of IR: a graph of it"), cl::cat(category),
                         cl::values(clEnumValN(Picture::Dot, "dot", "text that Graphviz reads"),
                                    clEnumValN(Picture::Svg, "svg", "a picture, drawn by Graphviz's program dot")));

constexpr StringRef kExamples[] = {
    "model.mlir --weir-form-groups     prints what a pass makes of a program",
    "model.mlir --run-reference        prints what a program computes",
    "model.mlir --view=svg -o a.svg    draws it",
    "--help                            lists all passes and options",
};

int fail(const Twine &message) { return weir::fail("weir-opt", message); }

/// Behind the last pass.
struct ShowPass : PassWrapper<ShowPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ShowPass)

  explicit ShowPass(llvm::raw_ostream &stream) : stream(stream) {}

  StringRef getName() const override { return "weir-show"; }

  void runOnOperation() override {
    if (!(picture == Picture::None ? runReference() : view()))
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  static std::optional<uint64_t> givenSeed() {
    return seed.getNumOccurrences() ? std::optional<uint64_t>(seed) : std::nullopt;
  }

  bool runReference() {
    weir::ReferenceOptions options{.function = function,
                                   .inputs = {.inputs = inputs, .variables = variables, .seed = givenSeed()},
                                   .interpret = {.widened = widened}};
    weir::Result<bool> passed = weir::runReference(getOperation(), options, stream);
    return passed ? *passed : fail(passed.message()) == 0;
  }

  bool view() {
    std::string dot = weir::dotGraph(getOperation());
    weir::Result<std::string> text = picture == Picture::Dot ? weir::Result(dot) : weir::svgOf(dot);
    if (!text)
      return fail(text.message()) == 0;
    stream << *text;
    return true;
  }

  llvm::raw_ostream &stream;
};

/// Of what weir-opt itself writes: MLIR's tools read it, and are for files of one's own.
bool isBytecode(const llvm::MemoryBuffer &input) { return input.getBuffer().starts_with("ML\xEFR"); }

/// What the driver's parser would not survive is refused before.
LogicalResult checkText(const llvm::MemoryBuffer &input, DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  std::string_view text(input.getBufferStart(), input.getBufferSize());
  return weir::checkSource(text, input.getBufferIdentifier(), &context);
}

/// What MLIR's driver or ShowPass prints. To a file it goes only if nothing failed.
int run(const std::string &inputFile, const std::string &outputFile, MlirOptMainConfig config,
        DialectRegistry &registry) {
  std::string error, text;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputFile, &error);
  if (!input)
    return fail(error);
  if (!isBytecode(*input) && failed(checkText(*input, registry)))
    return 1;
  llvm::raw_string_ostream stream(text);
  bool isShown = function.getNumOccurrences() || picture != Picture::None;
  MlirOptMainConfig given = config;
  if (isShown)
    config.setPassPipelineSetupFn([&](PassManager &passes) {
      if (failed(given.setupPassPipeline(passes)))
        return failure();
      passes.addPass(std::make_unique<ShowPass>(stream));
      return success();
    });
  llvm::raw_ostream &ir = isShown ? llvm::nulls() : stream;
  LogicalResult done = MlirOptMain(ir, std::move(input), registry, config);
  if (failed(done) && outputFile != "-")
    return 1;
  if (std::error_code cause = weir::writeOutput(outputFile, text))
    return fail("expects to write " + outputFile + ": " + cause.message());
  return asMainReturnCode(done);
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  weir::setUpTool("weir-opt", argc, argv);
  DialectRegistry registry;
  weir::registerWeir(registry);
  weir::registerUpstream(registry);
  weir::registerWeirPasses();
  registerAllPasses();
#ifdef WEIR_TEST_PASSES
  weir::registerGpuMutationPass();
#endif
  cl::HideUnrelatedOptions(category); // those of LLVM's code generators; MLIR's and the passes' follow
  auto [input, output] = registerAndParseCLIOptions(argc, argv, "Weir's optimizer driver\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  if (weir::waitsForTyping(input, argc, argv))
    return weir::showUsage("weir-opt", "a program, as a file or on stdin", kExamples);
  if (config.shouldEmitBytecode() && weir::isScreen(output))
    return fail("expects -o, as the terminal does not show bytecode; without --emit-bytecode it is text");
  return run(input, output, config, registry);
}
