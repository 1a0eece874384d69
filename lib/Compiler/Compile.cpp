// From IR text to an artifact: parsing what strangers wrote, stages, kernels, emission; diagnostics become messages.
#include "lib/Compiler/Compile.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Weir/IR/Dialect.h"
#include "lib/Artifact/ArtifactFile.h"
#include "lib/Compiler/Diagnostics.h"
#include "lib/Compiler/EmitProgram.h"
#include "lib/Compiler/KernelCompiler.h"
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Register.h"
#include "lib/Compiler/Stages.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace weir {
namespace {

/// One compilation: a context whose diagnostics are collected, and the module in it.
class Compilation {
public:
  explicit Compilation(const CompileOptions &options)
      : options(options), context(registryOf()), diagnostics(&context) {}

  LogicalResult parse(std::string_view text) {
    module = parseSource(text, options.name, &context);
    if (!module)
      return failure();
    if (options.amp)
      (*module)->setAttr("weir.amp", TypeAttr::get(BFloat16Type::get(&context)));
    return setTarget();
  }

  LogicalResult run(std::string_view fromName, size_t to) {
    std::optional<size_t> from;
    if (!fromName.empty()) {
      from = findStage(fromName);
      if (!from)
        return module->emitError("expects a stage to start behind, one of: ") << stageNames() << "; got " << fromName;
    }
    return runStages(*module, from, to, [&](const Stage &stage, size_t position, ModuleOp current) {
      return options.dumpStagesDir.empty() ? success() : dump(stage, position, current);
    });
  }

  FailureOr<Artifact> emit() {
    FailureOr<std::vector<Kernel>> kernels = compileKernels(*module);
    if (failed(kernels))
      return failure();
    return emitArtifact(*module, *kernels);
  }

  std::string text() {
    std::string result;
    llvm::raw_string_ostream stream(result);
    module->print(stream, OpPrintingFlags().enableDebugInfo());
    return result;
  }

  Failure takeFailure() { return Failure{diagnostics.take()}; }

  static std::string stageNames() {
    return llvm::join(llvm::map_range(stages(), [](const Stage &stage) { return stage.name; }), ", ");
  }

private:
  static DialectRegistry registryOf() {
    DialectRegistry registry;
    registerWeir(registry);
    return registry;
  }

  LogicalResult setTarget() {
    if ((*module)->hasAttr(kernel::kTargetAttr))
      return success();
    auto *dialect = context.getOrLoadDialect<kernel::KernelDialect>();
    const TargetInterface *target = dialect->findTarget(options.target);
    if (!target)
      return module->emitError("expects a target, one of: ")
             << llvm::join(dialect->targetNames(), ", ") << "; got " << options.target;
    FailureOr<DictionaryAttr> description = target->describe(&context, options.machine);
    if (failed(description))
      return module->emitError("expects a machine that target ")
             << options.target << " knows, got " << options.machine;
    (*module)->setAttr(kernel::kTargetAttr, kernel::TargetAttr::get(&context, options.target, *description));
    return success();
  }

  LogicalResult dump(const Stage &stage, size_t position, ModuleOp current) {
    SmallString<128> path(options.dumpStagesDir);
    if (std::error_code error = llvm::sys::fs::create_directories(path))
      return current.emitError("expects to create ") << path << ": " << error.message();
    llvm::sys::path::append(path, llvm::formatv("{0}.{1,0+2}.{2}.mlir", options.name, position + 1, stage.name).str());
    std::error_code error;
    llvm::ToolOutputFile file(path, error, llvm::sys::fs::OF_Text);
    if (error)
      return current.emitError("expects to write ") << path << ": " << error.message();
    current.print(file.os(), OpPrintingFlags().enableDebugInfo());
    file.keep();
    return success();
  }

  const CompileOptions &options;
  MLIRContext context;
  DiagnosticCollector diagnostics;
  OwningOpRef<ModuleOp> module;
};

} // namespace

Result<std::vector<uint8_t>> compileModule(std::string_view mlirText, const CompileOptions &options) {
  Compilation compilation(options);
  if (failed(compilation.parse(mlirText)) || failed(compilation.run(options.from, stages().size() - 1)))
    return compilation.takeFailure();
  FailureOr<Artifact> artifact = compilation.emit();
  if (failed(artifact))
    return compilation.takeFailure();
  return serialize(*artifact);
}

Result<std::string> runStages(std::string_view mlirText, std::string_view from, std::string_view to,
                              const CompileOptions &options) {
  std::optional<size_t> last = findStage(to);
  if (!last)
    return Failure{"expects a stage to stop at, one of: " + Compilation::stageNames() + "; got " + std::string(to)};
  Compilation compilation(options);
  if (failed(compilation.parse(mlirText)) || failed(compilation.run(from, *last)))
    return compilation.takeFailure();
  return compilation.text();
}

} // namespace weir
