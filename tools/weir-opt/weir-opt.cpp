// mlir-opt over Weir's and MLIR's own dialects and passes. Instead of the IR that passes leave it can show what the IR
// computes, and a picture of it.
#include "lib/Compiler/Register.h"
#include "lib/Run/RunReference.h"
#include "lib/View/DotGraph.h"
#ifdef WEIR_TEST_PASSES
#include "test/lib/GpuMutations/GpuMutations.h"
#endif

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
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
cl::list<std::string> inputs("input", cl::CommaSeparated, cl::value_desc("file.npy|file.npz"), cl::cat(category),
                             cl::desc("--run-reference: inputs, in order or by name"));
cl::list<std::string> variables("variables", cl::CommaSeparated, cl::value_desc("file.npz"), cl::cat(category),
                                cl::desc("--run-reference: values of variables, by name"));
cl::opt<uint64_t> seed("seed", cl::desc("--run-reference: seed of the other inputs"), cl::cat(category));
cl::opt<bool> widened("widened", cl::desc("--run-reference: compute floats in f64"), cl::cat(category));
cl::opt<Picture> picture("view", cl::desc("instead of IR: a graph of it"), cl::cat(category),
                         cl::values(clEnumValN(Picture::Dot, "dot", "text that Graphviz reads"),
                                    clEnumValN(Picture::Svg, "svg", "a picture, drawn by Graphviz's program dot")));

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
  bool runReference() {
    weir::ReferenceOptions options{.function = function,
                                   .inputs = {.inputs = inputs, .variables = variables, .seed = seed},
                                   .interpret = {.widened = widened}};
    weir::Result<bool> passed = weir::runReference(getOperation(), options, stream);
    return passed ? *passed : fail(passed.message());
  }

  bool view() {
    std::string dot = weir::dotGraph(getOperation());
    weir::Result<std::string> text = picture == Picture::Dot ? weir::Result(dot) : weir::svgOf(dot);
    if (!text)
      return fail(text.message());
    stream << *text;
    return true;
  }

  bool fail(const std::string &message) {
    llvm::errs() << "weir-opt: " << message << "\n";
    return false;
  }

  llvm::raw_ostream &stream;
};

int show(const std::string &inputFile, const std::string &outputFile, DialectRegistry &registry) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputFile, &error);
  std::unique_ptr<llvm::ToolOutputFile> output = input ? openOutputFile(outputFile, &error) : nullptr;
  if (!output) {
    llvm::errs() << "weir-opt: " << error << "\n";
    return 1;
  }
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions(), given = config;
  config.setPassPipelineSetupFn([&](PassManager &passes) {
    if (failed(given.setupPassPipeline(passes)))
      return failure();
    passes.addPass(std::make_unique<ShowPass>(output->os()));
    return success();
  });
  LogicalResult shown = MlirOptMain(llvm::nulls(), std::move(input), registry, config);
  output->keep();
  return asMainReturnCode(shown);
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
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
  if (function.getNumOccurrences() || picture != Picture::None)
    return show(input, output, registry);
  return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
}
