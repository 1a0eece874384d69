// Runs compiled kernels beside the interpreter, and finds the step of the lowering that changed what they compute.
#include "lib/Verify/KernelCheck.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "lib/Target/Native/FinishKernel.h"
#include "lib/Verify/CompiledRun.h"
#include "lib/Verify/RandomInputs.h"
#include "lib/Verify/RoundingBounds.h"

#include "mlir/IR/OwningOpRef.h"

using namespace mlir;

namespace weir {

namespace {

constexpr int64_t kSmall[] = {3, 5, 7, 2, 9, 11}, kOnes[] = {1}, kLarger[] = {33, 17, 65, 19}, kNone[] = {0, 3, 5};
constexpr StringLiteral kRow = "kernel", kInsideRow = "inside lowering";

/// One set of inputs, and what is expected of it.
struct KernelTrial {
  std::vector<HostTensor> arguments;
  RoundingBounds bounds;
};

class KernelCheck {
public:
  KernelCheck(func::FuncOp function, const TargetInterface &target, DictionaryAttr description, uint64_t seed,
              const Tamper *tamper, NumericsReport &report)
      : function(function), target(target), description(description), seed(seed), tamper(tamper), report(report) {}

  LogicalResult run() {
    FailureOr<Kernel> kernel = compile(/*afterStep=*/nullptr);
    if (failed(kernel))
      return function.emitError("expects kernel '") << function.getSymName() << "' to compile";
    std::vector<KernelTrial> trials = makeTrials();
    int64_t numbers = 0;
    for (const KernelTrial &trial : trials)
      if (auto difference = differenceOf(*kernel, trial, numbers))
        return emitDifference(*kernel, trial, *difference);
    report.count(kRow, function.getSymName(), numbers);
    return success();
  }

private:
  FailureOr<Kernel> compile(TargetInterface::DumpFn afterStep) {
    OwningOpRef<ModuleOp> own(ModuleOp::create(function.getLoc()));
    func::FuncOp copy = function.clone();
    own->push_back(copy);
    return target.compile(*own, copy, description, [&](StringRef step, const Lowered &lowered) {
      const auto *module = std::get_if<ModuleOp>(&lowered);
      if (tamper && module)
        tamper->afterLoweringStep(step, *module);
      if (afterStep)
        afterStep(step, lowered);
    });
  }

  std::vector<KernelTrial> makeTrials() {
    InputShapes shapes(function);
    InputDomains domains;
    domains.add(function);
    RandomNumbers numbers(seed);
    std::vector<KernelTrial> trials;
    auto add = [&](ArrayRef<int64_t> palette, InputKind kind) {
      shapes.choose(palette);
      if (auto failure = checkInputsFit(function, shapes))
        return report.leaveOut(kRow, function.getSymName(), failure->message);
      addTrial(trials, randomArguments(function, shapes, domains, kind, numbers));
    };
    add(kSmall, InputKind::Random);
    add(kSmall, InputKind::Edge);
    if (domains.haveIntervals())
      add(kSmall, InputKind::Wide);
    if (shapes.isStatic())
      return trials;
    for (ArrayRef<int64_t> palette : {ArrayRef(kOnes), ArrayRef(kLarger), ArrayRef(kNone)})
      add(palette, InputKind::Random);
    return trials;
  }

  /// Inputs that the interpreter refuses say nothing about the kernel; of no elements they may have to be refused, as
  /// indices into nothing.
  void addTrial(std::vector<KernelTrial> &trials, std::vector<HostTensor> arguments) {
    RunFn interpreted = [&](const InterpretOptions &options) {
      VariableStore none;
      return interpret(function, arguments, none, options);
    };
    Result<RoundingBounds> bounds = RoundingBounds::of(interpreted, ownTypesBound, seed);
    bool isEmpty =
        llvm::any_of(arguments, [](const HostTensor &argument) { return llvm::is_contained(argument.meta.shape, 0); });
    if (bounds)
      trials.push_back({std::move(arguments), std::move(*bounds)});
    else if (!isEmpty)
      report.leaveOut(kRow, function.getSymName(), bounds.message());
  }

  /// What differs in the first result that does, or why the code could not run.
  std::optional<std::string> differenceOf(const Kernel &kernel, const KernelTrial &trial, int64_t &numbers) const {
    Result<std::vector<HostTensor>> results = runCompiled(kernel, function, trial.arguments);
    if (!results)
      return results.message();
    if (auto found = trial.bounds.firstOutside(*results, numbers))
      return "result #" + std::to_string(found->tensor) + " differing most " + found->text;
    return std::nullopt;
  }

  /// The name of the first step whose IR, finished on the straight path, differs on the trial.
  std::string findCulprit(const KernelTrial &trial) {
    std::string culprit;
    (void)compile([&](StringRef step, const Lowered &lowered) {
      const auto *module = std::get_if<ModuleOp>(&lowered);
      if (!culprit.empty() || !module)
        return;
      OwningOpRef<ModuleOp> copy(ModuleOp(*module).clone());
      FailureOr<Kernel> finished = finishKernel(*copy, description);
      if (failed(finished))
        return;
      int64_t numbers = 0;
      if (differenceOf(*finished, trial, numbers))
        culprit = step.str();
      report.count(kInsideRow, function.getSymName(), numbers);
    });
    return culprit;
  }

  LogicalResult emitDifference(const Kernel &kernel, const KernelTrial &trial, StringRef difference) {
    std::string culprit = findCulprit(trial);
    InFlightDiagnostic error = function.emitError("expects kernel '")
                               << function.getSymName() << "' to compute what its body means, got " << difference
                               << " (row " << kRow << ", seed " << seed << ")";
    if (culprit.empty())
      error.attachNote() << "the IR after each step of the lowering computes what it should; the last step, to machine "
                            "code, doesn't (row "
                         << kInsideRow << ")";
    else
      error.attachNote() << "the first step of the lowering that differs is '" << culprit << "' (row " << kInsideRow
                         << ")";
    return error;
  }

  func::FuncOp function;
  const TargetInterface &target;
  DictionaryAttr description;
  uint64_t seed;
  const Tamper *tamper;
  NumericsReport &report;
};

} // namespace

LogicalResult checkKernels(ModuleOp module, uint64_t seed, const Tamper *tamper, NumericsReport &report) {
  FailureOr<const TargetInterface *> target = kernel::targetOf(module);
  if (failed(target))
    return failure();
  module.getContext()->loadAllAvailableDialects();
  DictionaryAttr description = kernel::targetAttrOf(module).getDescription();
  bool runsHere = canRunHere(description);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function->hasAttr(kernel::kKernelAttr))
      continue;
    if (!runsHere)
      report.leaveOut(kRow, function.getSymName(), "this machine can't run code of the target's");
    else if (failed(KernelCheck(function, **target, description, seed, tamper, report).run()))
      return failure();
  }
  return success();
}

} // namespace weir
