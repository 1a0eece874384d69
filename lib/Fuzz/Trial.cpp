// The interpreter's results with their bounds, then each target's.
#include "lib/Fuzz/Trial.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Compiler/Compile.h"
#include "lib/Compiler/Diagnostics.h"
#include "lib/Fuzz/DynamicSizes.h"
#include "lib/Fuzz/ProgramInputs.h"
#include "lib/Run/RunJob.h"
#include "lib/Verify/RoundingBounds.h"
#include "passes/Autograd/Passes.h"
#include "passes/Schedule/JobValues.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace weir::fuzz {

namespace {

constexpr uint64_t kConfirmations = 8;
/// A loss that bends near its inputs is moved away from there.
constexpr uint64_t kGradientAttempts = 4;
constexpr double kNoise = 1.0 / 64;

using Tensors = std::vector<HostTensor>;

std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, OpPrintingFlags().enableDebugInfo());
  return text;
}

class Trial {
public:
  Trial(ModuleOp module, func::FuncOp job) : module(module), job(job), inputs(programInputs(job)) {}

  GradientCounts gradients;
  BoundCounts boundCounts;

  std::optional<Finding> run(ArrayRef<std::string> targets) {
    DiagnosticCollector diagnostics(module.getContext());
    OwningOpRef<ModuleOp> compiled = withDynamicSizes(module);
    FailureOr<RunnableModule> reference = RunnableModule::of(module);
    if (!compiled || failed(reference))
      return Finding{"interpreter", diagnostics.take()};
    RunFn run = [&](const InterpretOptions &options) { return reference->run(job.getSymName(), inputs, options); };
    Result<RoundingBounds> bounds = RoundingBounds::of(run, ownTypesBound, 0);
    if (!bounds)
      return Finding{"interpreter", bounds.message()};
    boundCounts.elements = bounds->numElements();
    boundCounts.unsettled = bounds->numUnsettled();
    std::string text = textOf(*compiled);
    for (const std::string &target : targets)
      if (auto finding = compare(text, target, *bounds, run))
        return finding;
    return checkGradients(*reference);
  }

private:
  std::optional<Finding> compare(const std::string &text, const std::string &target, const RoundingBounds &bounds,
                                 const RunFn &run) {
    Result<std::vector<uint8_t>> artifact = compileModule(text, {.target = target});
    if (!artifact)
      return Finding{"compiling for " + target, artifact.message()};
    Result<Tensors> outcome = runOn(target, *artifact);
    if (!outcome)
      return Finding{target, outcome.message()};
    std::optional<Difference> found = firstOutside(*outcome, bounds, run, boundCounts);
    if (!found)
      return std::nullopt;
    return Finding{target, outcomeNames(job, inputs)[found->tensor] + " " + found->text};
  }

  /// Results, then variables. Fails where the job writes to an argument that isn't donated, or gives other numbers when
  /// it runs again from where it was.
  Result<Tensors> runOn(const std::string &target, ArrayRef<uint8_t> artifact) {
    Result<JobRunner> runner = JobRunner::load(artifact, deviceOf(target));
    if (!runner)
      return runner.failure();
    std::vector<StoredTensor> stored;
    for (auto [number, input] : llvm::enumerate(inputs.arguments))
      stored.push_back(
          storeTensor(input, hasAttr(number, kernel::kStridedAttr) ? ElementLayout::Padded : ElementLayout::RowMajor));
    Result<PreparedJob> prepared =
        runner->prepare(job.getSymName().str(), std::move(stored), {inputs.variables.begin(), inputs.variables.end()});
    if (!prepared)
      return prepared.failure();
    Result<Tensors> outcome = outcomeOf(*prepared);
    if (!outcome || !startsWhereItStarted())
      return outcome;
    Result<Tensors> again = outcomeOf(*prepared);
    if (!again)
      return again;
    for (auto [name, second, first] : llvm::zip_equal(outcomeNames(job, inputs), *again, *outcome))
      if (auto text = difference(second, first))
        return Failure{"a second run gives another " + name + " " + *text};
    return outcome;
  }

  Result<Tensors> outcomeOf(PreparedJob &prepared) {
    if (std::optional<Failure> failure = prepared.run())
      return *failure;
    Result<Tensors> outcome = prepared.results();
    if (!outcome)
      return outcome;
    for (const auto &[name, value] : inputs.variables) {
      Result<HostTensor> variable = prepared.variable(name);
      if (!variable)
        return variable.failure();
      outcome->push_back(std::move(*variable));
    }
    for (auto [number, input] : llvm::enumerate(inputs.arguments)) {
      Result<HostTensor> now = prepared.input(number);
      if (!now)
        return now.failure();
      if (auto text = difference(*now, input); text && !hasAttr(number, kDonatedAttr))
        return Failure{"argument #" + std::to_string(number) + " was written to " + *text};
    }
    return outcome;
  }

  bool hasAttr(size_t argument, StringRef name) {
    return static_cast<bool>(job.getArgAttr(static_cast<unsigned>(argument), name));
  }

  bool startsWhereItStarted() {
    bool assigns = !job.getBody().getOps<AssignOp>().empty();
    bool donates = llvm::any_of(llvm::seq(inputs.arguments.size()), [&](size_t i) { return hasAttr(i, kDonatedAttr); });
    return !assigns && !donates;
  }

  static std::optional<std::string> difference(const HostTensor &actual, const HostTensor &expected) {
    int64_t numbers = 0;
    return largestDifference(
        actual, expected, [&](size_t i) { return Expectation{.expected = expected.floats[i]}; }, nullptr, numbers);
  }

  /// On inputs near those of the program, where comparisons of equal numbers don't make the loss bend. Where it bends
  /// all the same, others are tried, and so they are where the program is not defined: a cast may make 0 of what
  /// divides.
  std::optional<Finding> checkGradients(const RunnableModule &reference) {
    DiagnosticCollector diagnostics(module.getContext());
    FailureOr<GradientCounts> counts = judgedGradients([&](uint64_t seed) -> FailureOr<GradientCounts> {
      RunInputs inputs = inputsNear(job, kNoise, seed);
      if (!reference.run(job.getSymName(), inputs, {.widened = true}))
        return GradientCounts{.unjudged = numGradients()};
      NumericsReport report;
      return weir::checkGradients(module, runAutograd, JobInputs{.job = job.getSymName().str(), .inputs = {inputs}},
                                  seed, report);
    });
    if (failed(counts))
      return Finding{"gradient", diagnostics.take()};
    gradients = *counts;
    return std::nullopt;
  }

  int64_t numGradients() {
    int64_t number = 0;
    job.walk([&](GradientOp op) { number += static_cast<int64_t>(op.getWrt().size()); });
    return number;
  }

  static LogicalResult runAutograd(ModuleOp module) {
    PassManager passes(module.getContext());
    buildAutogradPipeline(passes);
    return passes.run(module);
  }

  ModuleOp module;
  func::FuncOp job;
  RunInputs inputs;
};

} // namespace

std::optional<Difference> firstOutside(const Tensors &results, const RoundingBounds &bounds, const RunFn &run,
                                       BoundCounts &counts) {
  int64_t numbers = 0;
  std::optional<Difference> found = bounds.firstOutside(results, numbers);
  bool isOutside = found.has_value();
  RoundingBounds all = bounds;
  for (uint64_t seed = 1; found && seed <= kConfirmations; ++seed)
    if (Result<RoundingBounds> others = RoundingBounds::of(run, ownTypesBound, seed)) {
      all.add(std::move(*others)); // of many elements at a kink each draw misses some
      found = all.firstOutside(results, numbers);
    }
  ++counts.results;
  counts.drawnAgain += isOutside && !found;
  return found;
}

FailureOr<GradientCounts> judgedGradients(GradientAttemptFn attempt) {
  GradientCounts most;
  for (uint64_t seed = 0; seed < kGradientAttempts; ++seed) {
    FailureOr<GradientCounts> counts = attempt(seed);
    if (failed(counts))
      return failure();
    if (most.judged == 0 || counts->judged > most.judged)
      most = *counts;
    if (counts->unjudged == 0)
      break;
  }
  return most;
}

Verdict tryProgram(ModuleOp module, ArrayRef<std::string> targets) {
  SmallVector<func::FuncOp> jobs = jobsOf(module);
  bool isOne = jobs.size() == 1 && llvm::all_of(jobs.front().getArgumentTypes(), [](Type type) {
                 auto tensor = dyn_cast<RankedTensorType>(type);
                 return tensor && tensor.hasStaticShape();
               });
  if (!isOne)
    return {.finding = Finding{"program", "expects one job, of arguments of static sizes"}};
  Trial trial(module, jobs.front());
  std::optional<Finding> finding = trial.run(targets);
  return {finding, trial.gradients, trial.boundCounts};
}

} // namespace weir::fuzz
