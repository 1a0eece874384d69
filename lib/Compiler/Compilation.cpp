// One compilation: what strangers wrote is parsed and gets its target; diagnostics become messages.
#include "lib/Compiler/Compilation.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/Control/Passes.h"
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Reproducer.h"
#include "lib/Compiler/TuningFile.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace weir {

/// Which leaves many attributes in its context.
constexpr size_t kLargeText = 1 << 16;

/// Nothing is done to its context that others would find there.
static bool isOrdinary(const CompileOptions &options) { return !options.extend && !options.setUp; }

Compilation::Compilation(const CompileOptions &options)
    : options(options),
      context(isOrdinary(options) ? ReusedContext(ReusedContext::Threading::ENABLED) : ReusedContext(options.extend)),
      diagnostics(context.get(), options.showLines) {
  // The user's line says more than the IR of a whole function.
  context->printOpOnDiagnostic(false);
}

Compilation::~Compilation() = default;

LogicalResult Compilation::parse(std::string_view text) {
  source = text;
  if (text.size() > kLargeText)
    context.giveUp();
  diagnostics.addFile(options.fileName(), StringRef(text.data(), text.size()));
  module = parseSource(text, options.fileName(), context.get());
  if (!module)
    return failure();
  if (options.amp)
    (*module)->setAttr(kAmpAttr, TypeAttr::get(BFloat16Type::get(context.get())));
  if (options.allowTf32)
    (*module)->setAttr(kAllowTf32Attr, UnitAttr::get(context.get()));
  return success(succeeded(setScheduleChooser()) && succeeded(setTarget()));
}

LogicalResult Compilation::setScheduleChooser() {
  if (options.drawnSchedules) {
    scheduleChooser = std::make_unique<DrawnSchedules>(*options.drawnSchedules);
  } else if (!options.tuning.empty()) {
    Result<TuningFile> file = TuningFile::read(options.tuning);
    if (!file)
      return module->emitError(file.message());
    scheduleChooser = std::make_unique<TuningFile>(*std::move(file));
  }
  context->getOrLoadDialect<kernel::KernelDialect>()->scheduleChooser = scheduleChooser.get();
  return success();
}

LogicalResult Compilation::setTarget() {
  if ((*module)->hasAttr(kernel::kTargetAttr))
    return success();
  auto *dialect = context->getOrLoadDialect<kernel::KernelDialect>();
  const TargetInterface *target = dialect->findTarget(options.target);
  if (!target)
    return module->emitError("expects a target, one of: ")
           << llvm::join(dialect->targetNames(), ", ") << "; got " << options.target;
  FailureOr<DictionaryAttr> description = target->describe(context.get(), options.machine);
  if (failed(description))
    return module->emitError("expects a machine that target ") << options.target << " knows, got " << options.machine;
  (*module)->setAttr(kernel::kTargetAttr, kernel::TargetAttr::get(context.get(), options.target, *description));
  return success();
}

StringRef Compilation::targetName() {
  kernel::TargetAttr target = kernel::targetAttrOf(*module);
  return target ? target.getName() : "";
}

FailureOr<std::optional<size_t>> Compilation::startingStage() {
  std::optional<size_t> passed, from;
  if (Attribute mark = (*module)->getAttr(kStageAttr)) {
    auto name = dyn_cast<StringAttr>(mark);
    passed = name ? findStage(name) : std::nullopt;
    if (!passed)
      return module->emitError("expects '") << kStageAttr << "' to be one of: " << stageNames() << "; got " << mark;
  }
  if (options.from.empty())
    return passed;
  from = findStage(options.from);
  if (!from)
    return module->emitError("expects a stage to start behind, one of: ") << stageNames() << "; got " << options.from;
  if (passed && passed != from)
    return module->emitError("expects to start behind ")
           << stages()[*passed].name << ", which the module has passed by its '" << kStageAttr << "', got "
           << options.from;
  return from;
}

LogicalResult Compilation::runStages(std::optional<size_t> from, size_t to, StageFn afterStage) {
  if (from && *from > to)
    return module->emitError("expects to stop at ")
           << stages()[*from].name << ", which the module has passed, or behind it, got " << stages()[to].name;
  auto setUp = [&](PassManager &passes) { return success(!options.setUp || options.setUp(passes)); };
  LogicalResult ran = weir::runStages(*module, from, to, afterStage, options.setUp ? SetUpFn(setUp) : nullptr);
  if (failed(ran) && !options.reproducerDir.empty())
    reproduce(from, to);
  return ran;
}

void Compilation::reproduce(std::optional<size_t> from, size_t to) {
  Compilation again(options);
  std::string reproducer;
  auto nothing = [](const Stage &, size_t, ModuleOp) { return success(); };
  auto watch = [&](PassManager &passes) {
    catchFailingPass(passes, reproducer);
    return success();
  };
  if (failed(again.parse(source)))
    return;
  (void)weir::runStages(*again.module, from, to, nothing, watch);
  if (reproducer.empty())
    return;
  Result<std::string> file = writeReproducer(options.reproducerDir, reproducer);
  reproducerNote = file ? "\nnote: the pass fails again by: weir-opt --run-reproducer " + *file
                        : "\nnote: no reproducer: " + file.message();
}

std::string Compilation::text() {
  std::string result;
  llvm::raw_string_ostream stream(result);
  module->print(stream, OpPrintingFlags().enableDebugInfo());
  return result;
}

} // namespace weir
