// From IR text to an artifact: parsing what strangers wrote, stages, kernels, emission; diagnostics become messages.
#include "lib/Compiler/Compile.h"

#include "lib/Artifact/ArtifactFile.h"
#include "lib/Artifact/MergeTargets.h"
#include "lib/Compiler/Compilation.h"
#include "lib/Compiler/DumpIr.h"
#include "lib/Compiler/EmitProgram.h"
#include "lib/Compiler/KernelCompiler.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
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

/// A copy of the options for each target that they name.
static Result<std::vector<CompileOptions>> optionsByTarget(const CompileOptions &options) {
  std::vector<CompileOptions> list;
  llvm::StringSet<> seen;
  for (StringRef target : llvm::split(options.target, ',')) {
    if (target.empty() || !seen.insert(target).second)
      return Failure{"expects targets with commas between, each once, got '" + options.target + "'"};
    CompileOptions &own = list.emplace_back(options);
    own.target = target;
  }
  if (list.size() == 1)
    return list;
  if (!options.machine.empty())
    return Failure{"expects one target where a machine is named, got " + options.target + " for " + options.machine};
  for (CompileOptions &own : list)
    for (std::string *folder : {&own.dumpStagesDir, &own.dumpKernelsDir})
      if (!folder->empty())
        *folder += "/" + own.target;
  return list;
}

static FailureOr<Artifact> compile(Compilation &compilation, const CompileOptions &options) {
  if (failed(run(compilation, stages().size() - 1, options)))
    return failure();
  FailureOr<std::vector<Kernel>> kernels = compileKernels(compilation.getModule(), options.dumpKernelsDir);
  if (failed(kernels))
    return failure();
  return emitArtifact(compilation.getModule(), *kernels);
}

Result<std::vector<uint8_t>> compileModule(std::string_view mlirText, const CompileOptions &options) {
  Result<std::vector<CompileOptions>> byTarget = optionsByTarget(options);
  if (!byTarget)
    return byTarget.failure();
  // All are parsed first, so that an error in the list is found before the first is compiled.
  std::vector<std::unique_ptr<Compilation>> compilations;
  for (const CompileOptions &own : *byTarget) {
    Compilation &compilation = *compilations.emplace_back(std::make_unique<Compilation>(own));
    if (failed(compilation.parse(mlirText)))
      return compilation.takeFailure();
    if (byTarget->size() > 1 && compilation.targetName() != own.target)
      return Failure{"expects a module without a target where several are named, got one for " +
                     compilation.targetName().str() + " and " + options.target};
  }
  std::vector<Artifact> artifacts;
  for (auto [compilation, own] : llvm::zip(compilations, *byTarget)) {
    FailureOr<Artifact> artifact = compile(*compilation, own);
    if (failed(artifact))
      return compilation->takeFailure();
    artifacts.push_back(std::move(*artifact));
    compilation.reset();
  }
  Result<Artifact> artifact = mergeTargets(std::move(artifacts));
  return artifact ? serialize(*artifact) : artifact.failure();
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
