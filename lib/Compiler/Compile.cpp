// From IR text to an artifact: parsing what strangers wrote, stages, kernels, emission; diagnostics become messages.
#include "lib/Compiler/Compile.h"

#include "lib/Artifact/ArtifactFile.h"
#include "lib/Compiler/Compilation.h"
#include "lib/Compiler/DumpIr.h"
#include "lib/Compiler/EmitProgram.h"
#include "lib/Compiler/KernelCompiler.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace weir {

static LogicalResult dump(const Stage &stage, size_t position, ModuleOp module, const CompileOptions &options) {
  auto file = llvm::formatv("{0}.{1,0+2}.{2}.mlir", options.name, position + 1, stage.name);
  return dumpIr(module, options.dumpStagesDir, file.str());
}

static LogicalResult run(Compilation &compilation, size_t to, const CompileOptions &options) {
  FailureOr<std::optional<size_t>> from = compilation.startingStage();
  if (failed(from))
    return failure();
  return compilation.runStages(*from, to, [&](const Stage &stage, size_t position, ModuleOp module) {
    return options.dumpStagesDir.empty() ? success() : dump(stage, position, module, options);
  });
}

Result<std::vector<uint8_t>> compileModule(std::string_view mlirText, const CompileOptions &options) {
  Compilation compilation(options);
  if (failed(compilation.parse(mlirText)) || failed(run(compilation, stages().size() - 1, options)))
    return compilation.takeFailure();
  FailureOr<std::vector<Kernel>> kernels = compileKernels(compilation.getModule(), options.dumpKernelsDir);
  if (failed(kernels))
    return compilation.takeFailure();
  FailureOr<Artifact> artifact = emitArtifact(compilation.getModule(), *kernels);
  if (failed(artifact))
    return compilation.takeFailure();
  return serialize(*artifact);
}

Result<std::string> runStages(std::string_view mlirText, std::string_view from, std::string_view to,
                              const CompileOptions &options) {
  std::optional<size_t> last = findStage(to);
  if (!last)
    return Failure{"expects a stage to stop at, one of: " + stageNames() + "; got " + std::string(to)};
  CompileOptions started = options;
  started.from = from;
  Compilation compilation(started);
  if (failed(compilation.parse(mlirText)) || failed(run(compilation, *last, started)))
    return compilation.takeFailure();
  return compilation.text();
}

} // namespace weir
