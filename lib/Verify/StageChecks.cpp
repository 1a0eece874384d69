// Jobs before and after a stage: the same meaning, or as near as the ops' bounds allow.
#include "lib/Verify/StageChecks.h"

#include "dialects/Interfaces/Precision.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Verify/RoundingBounds.h"

#include "dialects/Check/CompareTensors.h"

#include <cmath>

using namespace mlir;

namespace weir {

namespace {

/// Sizes for the `?` of jobs: small, odd and different, so that none can pass for another; then all 1.
constexpr int64_t kSmall[] = {3, 5, 7, 2, 9, 11}, kOnes[] = {1};
constexpr int kAttempts = 6;

int64_t countNonFinite(const std::vector<HostTensor> &tensors) {
  int64_t count = 0;
  for (const HostTensor &tensor : tensors)
    count += llvm::count_if(tensor.floats, [](double number) { return !std::isfinite(number); });
  return count;
}

/// Of a few random inputs the one that leaves the fewest infinities and NaNs, which hide differences.
Result<RunInputs> bestInputs(func::FuncOp job, const RunnableModule &runnable, const InputShapes &shapes,
                             const InputDomains &domains, uint64_t seed) {
  if (auto failure = checkInputsFit(job, shapes))
    return *failure;
  std::optional<RunInputs> best;
  int64_t fewest = 0;
  std::string failed;
  for (int attempt = 0; attempt < kAttempts && (!best || fewest > 0); ++attempt) {
    RandomNumbers numbers(seed * kAttempts + attempt);
    RunInputs inputs{randomArguments(job, shapes, domains, InputKind::Random, numbers),
                     randomVariables(runnable.get(), domains, numbers)};
    auto outcome = runnable.run(job.getSymName(), inputs, {.widened = true});
    if (!outcome) {
      failed = outcome.message();
      continue;
    }
    int64_t nonFinite = countNonFinite(*outcome);
    if (!best || nonFinite < fewest) {
      best = std::move(inputs);
      fewest = nonFinite;
    }
  }
  return best ? Result<RunInputs>(std::move(*best)) : Failure{failed};
}

/// The op that computes a tensor of an outcome: the definer of a result, or what is assigned to a variable.
Operation *sourceOf(func::FuncOp job, size_t number, ArrayRef<std::string> names) {
  Operation *terminator = job.getBody().front().getTerminator();
  Value value;
  if (number < job.getNumResults())
    value = terminator->getOperand(number);
  SymbolTable symbols(job->getParentOfType<ModuleOp>());
  job.walk([&](AssignOp assign) {
    if (names[number] == "variable @" + storageOf(symbols, assign.getVariableAttr().getAttr()).str())
      value = assign.getValue();
  });
  Operation *source = value ? value.getDefiningOp() : nullptr;
  return source ? source : job.getOperation();
}

std::string opName(Operation *op) { return "'" + op->getName().getStringRef().str() + "'"; }

LogicalResult emitDifference(ModuleOp after, const JobInputs &job, const RunInputs &inputs, const Difference &found,
                             const Twine &rule, StringRef row, uint64_t seed) {
  auto function = after.lookupSymbol<func::FuncOp>(job.job);
  std::vector<std::string> names = outcomeNames(function, inputs);
  Operation *source = sourceOf(function, found.tensor, names);
  return emitError(source->getLoc()) << rule << ", got " << names[found.tensor] << " of op " << opName(source)
                                     << " differing most " << found.text << " (row " << row << ", seed " << seed << ")";
}

} // namespace

FailureOr<std::vector<JobInputs>> inputsForJobs(ModuleOp module, uint64_t seed, NumericsReport &report) {
  FailureOr<RunnableModule> runnable = RunnableModule::of(module);
  if (failed(runnable))
    return failure();
  InputDomains domains;
  for (auto function : module.getOps<func::FuncOp>())
    domains.add(function);
  std::vector<JobInputs> jobs;
  for (func::FuncOp job : jobsOf(module)) {
    JobInputs found{.job = job.getSymName().str()};
    InputShapes shapes(job);
    SmallVector<ArrayRef<int64_t>> palettes = {kSmall};
    if (!shapes.isStatic())
      palettes.push_back(kOnes);
    for (ArrayRef<int64_t> palette : palettes) {
      shapes.choose(palette);
      Result<RunInputs> inputs = bestInputs(job, *runnable, shapes, domains, seed);
      if (inputs)
        found.inputs.push_back(std::move(*inputs));
      else
        report.leaveOut("inputs", job.getSymName(), inputs.message());
    }
    jobs.push_back(std::move(found));
  }
  return jobs;
}

LogicalResult checkSameMeaning(ModuleOp before, ModuleOp after, StringRef stage, StringRef row,
                               ArrayRef<JobInputs> jobs, uint64_t seed, NumericsReport &report) {
  FailureOr<RunnableModule> first = RunnableModule::of(before), second = RunnableModule::of(after);
  if (failed(first) || failed(second))
    return failure();
  int64_t numbers = 0;
  for (const JobInputs &job : jobs)
    for (const RunInputs &inputs : job.inputs) {
      auto expected = first->run(job.job, inputs, {.widened = true});
      auto actual = second->run(job.job, inputs, {.widened = true});
      if (!expected || !actual)
        return after.emitError("expects job '") << job.job << "' to run before and after stage '" << stage
                                                << "', got: " << (expected ? actual.message() : expected.message())
                                                << " (row " << row << ", seed " << seed << ")";
      if (auto found = firstDifferent(*actual, *expected, numbers))
        return emitDifference(after, job, inputs, *found,
                              "expects stage '" + stage + "' to keep what job '" + job.job + "' computes", row, seed);
    }
  report.count(row, stage, numbers);
  return success();
}

LogicalResult checkPrecision(ModuleOp before, ModuleOp after, ArrayRef<JobInputs> jobs, uint64_t seed,
                             NumericsReport &report) {
  FailureOr<RunnableModule> first = RunnableModule::of(before), second = RunnableModule::of(after);
  if (failed(first) || failed(second))
    return failure();
  const double narrow = ulpAt(DType::BF16, 1);
  int64_t numbers = 0;
  for (const JobInputs &job : jobs) {
    auto function = before.lookupSymbol<func::FuncOp>(job.job);
    bool mixed = before->hasAttr(kAmpAttr) || function->hasAttr(kAmpAttr);
    auto boundOf = [&](Operation *op, const EvalScope &scope, unsigned result) {
      OpBound bound = ownTypesBound(op, scope, result);
      auto classified = dyn_cast<PrecisionInterface>(op);
      if (!mixed || !classified || scope.results[result].whole.dtype != DType::F32 || scope.operands.empty())
        return bound;
      // A product rounds its operands on the way in, each term by itself; its result may be rounded too.
      if (classified.precisionClass() == PrecisionClass::Allow)
        bound.ofTerms += narrow / std::sqrt(static_cast<double>(termsOf(scope)));
      if (classified.precisionClass() != PrecisionClass::Deny)
        bound.relative += narrow;
      return bound;
    };
    for (const RunInputs &inputs : job.inputs) {
      RunFn run = [&](const InterpretOptions &options) { return first->run(job.job, inputs, options); };
      Result<RoundingBounds> bounds = RoundingBounds::of(run, boundOf, seed, /*jumps=*/true);
      auto actual = second->run(job.job, inputs, {});
      if (!bounds || !actual)
        return after.emitError("expects job '")
               << job.job
               << "' to run before and after stage 'precision', got: " << (bounds ? actual.message() : bounds.message())
               << " (row precision, seed " << seed << ")";
      if (auto found = bounds->firstOutside(*actual, numbers))
        return emitDifference(after, job, inputs, *found,
                              "expects stage 'precision' to keep job '" + job.job + "' within the bounds of its ops",
                              "precision", seed);
    }
  }
  report.count("precision", "native", numbers);
  return success();
}

} // namespace weir
