// From IR text to an artifact: parsing what strangers wrote, stages, kernels, emission; diagnostics become messages.
#include "lib/Compiler/Compile.h"

#include "lib/Artifact/ArtifactFile.h"
#include "lib/Artifact/MergeTargets.h"
#include "lib/Compiler/Compilation.h"
#include "lib/Compiler/DumpIr.h"
#include "lib/Compiler/EmitProgram.h"
#include "lib/Compiler/KernelSteps.h"
#include "lib/Compiler/MemoryReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

#include <chrono>

using namespace mlir;

namespace weir {

namespace {

/// Adds the time since the last step to a report, if there is one.
class Stopwatch {
public:
  /// `target` is set where there are several.
  Stopwatch(CompileReport *report, StringRef target)
      : report(report), prefix(target.empty() ? "" : (target + " ").str()) {}

  void step(StringRef name) {
    Clock::time_point now = Clock::now();
    if (report)
      report->steps.push_back({prefix + name.str(), std::chrono::duration<double>(now - last).count()});
    last = now;
  }

private:
  using Clock = std::chrono::steady_clock;

  CompileReport *report;
  std::string prefix;
  Clock::time_point last = Clock::now();
};

} // namespace

static LogicalResult dump(const Stage &stage, size_t position, ModuleOp module, const CompileOptions &options) {
  auto file = llvm::formatv("{0}.{1,0+2}.{2}.mlir", options.name, position + 1, stage.name);
  return dumpIr(module, options.dumpStagesDir, file.str());
}

static LogicalResult run(Compilation &compilation, size_t to, const CompileOptions &options, Stopwatch &watch) {
  FailureOr<std::optional<size_t>> from = compilation.startingStage();
  if (failed(from))
    return failure();
  return compilation.runStages(*from, to, [&](const Stage &stage, size_t position, ModuleOp module) {
    watch.step(stage.name);
    if (options.isCancelled && options.isCancelled())
      return LogicalResult(module.emitError("expects to be compiled to the end, was cancelled"));
    return options.dumpStagesDir.empty() ? success() : dump(stage, position, module, options);
  });
}

static Failure unknownStage(std::string_view name) {
  return Failure{"expects a stage to stop at, one of: " + stageNames() + "; got " + std::string(name)};
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

static FailureOr<Artifact> compile(Compilation &compilation, const CompileOptions &options, KernelSteps &steps,
                                   Stopwatch &watch) {
  if (failed(run(compilation, stages().size() - 1, options, watch)))
    return failure();
  if (options.report)
    options.report->memory += options.target + ":\n" + memoryReport(compilation.getModule());
  FailureOr<std::vector<Kernel>> kernels =
      compileKernels(compilation.getModule(), steps.isWanted() ? KernelStepFn(steps) : nullptr, options);
  watch.step("kernels");
  if (failed(kernels))
    return failure();
  FailureOr<Artifact> artifact = emitArtifact(compilation.getModule(), *kernels);
  watch.step("emission");
  return artifact;
}

/// An artifact for each target; `text` gets what is kept of their kernels.
static Result<std::vector<Artifact>> compileTargets(std::string_view mlirText, const CompileOptions &options,
                                                    KernelText kept, std::string &text) {
  Result<std::vector<CompileOptions>> byTarget = optionsByTarget(options);
  if (!byTarget)
    return byTarget.failure();
  // All are parsed first, so that an error in the list is found before the first is compiled.
  std::vector<std::unique_ptr<Compilation>> compilations;
  for (const CompileOptions &own : *byTarget) {
    Compilation &compilation = *compilations.emplace_back(std::make_unique<Compilation>(own));
    Stopwatch watch(own.report, byTarget->size() > 1 ? own.target : "");
    if (failed(compilation.parse(mlirText)))
      return compilation.takeFailure();
    watch.step("parse");
    if (byTarget->size() > 1 && compilation.targetName() != own.target)
      return Failure{"expects a module without a target where several are named, got one for " +
                     compilation.targetName().str() + " and " + options.target};
  }
  std::vector<Artifact> artifacts;
  for (auto [compilation, own] : llvm::zip(compilations, *byTarget)) {
    KernelSteps steps(own.dumpKernelsDir, kept);
    Stopwatch watch(own.report, byTarget->size() > 1 ? own.target : "");
    FailureOr<Artifact> artifact = compile(*compilation, own, steps, watch);
    if (failed(artifact))
      return compilation->takeFailure();
    artifacts.push_back(std::move(*artifact));
    text += steps.text();
    compilation.reset();
  }
  return artifacts;
}

Result<std::vector<uint8_t>> compileModule(std::string_view mlirText, const CompileOptions &options) {
  std::string text;
  Result<std::vector<Artifact>> artifacts = compileTargets(mlirText, options, KernelText::None, text);
  if (!artifacts)
    return artifacts.failure();
  Result<Artifact> artifact = mergeTargets(*std::move(artifacts));
  return artifact ? serialize(*artifact) : artifact.failure();
}

Result<std::string> compileToText(std::string_view mlirText, KernelText kind, const CompileOptions &options) {
  std::string text;
  Result<std::vector<Artifact>> artifacts = compileTargets(mlirText, options, kind, text);
  return artifacts ? Result(text) : artifacts.failure();
}

std::optional<Failure> verifyDiagnostics(std::string_view mlirText, std::string_view to,
                                         const CompileOptions &options) {
  std::optional<size_t> last = to.empty() ? stages().size() - 1 : findStage(to);
  if (!last)
    return unknownStage(to);
  std::string said;
  llvm::raw_string_ostream stream(said);
  Compilation compilation(options);
  llvm::SourceMgr sources;
  StringRef text(mlirText.data(), mlirText.size());
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, options.fileName()), {});
  SourceMgrDiagnosticVerifierHandler handler(sources, compilation.getContext(), stream);
  Stopwatch watch(options.report, "");
  KernelSteps steps(options.dumpKernelsDir, KernelText::None);
  if (succeeded(compilation.parse(mlirText)))
    (void)(to.empty() ? success(succeeded(compile(compilation, options, steps, watch)))
                      : run(compilation, *last, options, watch));
  return succeeded(handler.verify()) ? std::nullopt : std::optional(Failure{said});
}

Result<std::string> runStages(std::string_view mlirText, std::string_view from, std::string_view to,
                              const CompileOptions &options) {
  std::optional<size_t> last = findStage(to);
  if (!last)
    return unknownStage(to);
  CompileOptions started = options;
  started.from = from;
  Compilation compilation(started);
  Stopwatch watch(options.report, "");
  if (failed(compilation.parse(mlirText)))
    return compilation.takeFailure();
  watch.step("parse");
  if (failed(run(compilation, *last, started, watch)))
    return compilation.takeFailure();
  return compilation.text();
}

} // namespace weir
