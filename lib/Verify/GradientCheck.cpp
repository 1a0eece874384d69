// Compares gradients with difference quotients of their losses.
#include "lib/Verify/GradientCheck.h"

#include "dialects/Check/CompareTensors.h"
#include "dialects/Sbp/Sbp.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Reference/HeldResults.h"
#include "lib/Verify/Difference.h"

#include "mlir/Analysis/SliceAnalysis.h"

#include <cmath>

using namespace mlir;

namespace weir {

namespace {

/// A direction along which the loss bends or jumps near its inputs says nothing; others may.
constexpr int kDirections = 3;
constexpr double kStep = 1e-6, kRelative = 1e-5, kOfLoss = 1e-8;
/// Units in the last place that rounded constants may come to.
constexpr double kConstants = 8;
/// How far the slopes of neighbouring stretches may be apart where the loss is smooth, of themselves.
constexpr double kSteady = 1e-3;
/// Of points so close together that a smooth loss is a straight line between them, to its last place: how many there
/// are, and how many lie within one step.
constexpr int kClosePoints = 9;
constexpr double kCloser = 1024;

SmallVector<GradientOp> gradientsOf(func::FuncOp job) {
  SmallVector<GradientOp> gradients;
  job.walk([&](GradientOp op) { gradients.push_back(op); });
  return gradients;
}

/// Lets a job also return `values`, behind its results.
void returnAlso(func::FuncOp job, ValueRange values) {
  Operation *terminator = job.getBody().front().getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), values);
  job.setType(FunctionType::get(job.getContext(), job.getArgumentTypes(), terminator->getOperandTypes()));
  job->removeAttr(sbp::kSignatureAttr); // which speaks of the results that there were
}

/// For each gradient in turn: the values it was asked for, then what it gave.
void returnGradients(ModuleOp module) {
  for (func::FuncOp job : jobsOf(module))
    for (GradientOp gradient : gradientsOf(job)) {
      returnAlso(job, gradient.getWrt());
      returnAlso(job, gradient.getResults());
    }
}

/// How far a gradient may be off, of itself: constants in gradients of narrow floats are rounded to these, and a few of
/// them meet in each number.
double relativeFor(Value loss) {
  BackwardSliceOptions options;
  options.inclusive = true;
  SetVector<Operation *> slice;
  (void)getBackwardSlice(loss, &slice, options);
  double relative = kRelative;
  auto widen = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (DType dtype = tensor ? metaOf(tensor).dtype : DType::Bool; isFloat(dtype) && byteSize(dtype) == 2)
      relative = std::max(relative, kConstants * ulpAt(dtype, 1));
  };
  for (Operation *op : slice) {
    llvm::for_each(op->getOperandTypes(), widen);
    llvm::for_each(op->getResultTypes(), widen);
  }
  return relative;
}

/// The loss of one gradient as a function of the job's arguments and, behind them, the value `wrt`. What stops
/// gradients, and step functions, count as constants: they hold what they have at the point that `holdAt` says.
class Loss {
public:
  static FailureOr<Loss> of(ModuleOp before, StringRef job, size_t number, unsigned wrt) {
    OwningOpRef<ModuleOp> module(before.clone());
    auto function = module->lookupSymbol<func::FuncOp>(job);
    GradientOp gradient = gradientsOf(function)[number];
    Value value = gradient.getWrt()[wrt], loss = gradient.getLoss();
    function->removeAttr(kAmpAttr);
    (void)function.insertArgument(function.getNumArguments(), value.getType(), nullptr, value.getLoc());
    value.replaceAllUsesWith(function.getArguments().back());
    if (value == loss)
      loss = function.getArguments().back();
    function.getBody().front().getTerminator()->setOperands({});
    returnAlso(function, loss);
    eraseUnused(function);
    FailureOr<RunnableModule> runnable = RunnableModule::of(*module);
    if (failed(runnable))
      return failure();
    return Loss(std::move(*runnable), job);
  }

  Result<double> holdAt(const RunInputs &inputs, HostTensor value) {
    held = {};
    return run(inputs, std::move(value), held.note());
  }

  Result<double> at(const RunInputs &inputs, HostTensor value) {
    return run(inputs, std::move(value), held.putInPlace());
  }

private:
  Loss(RunnableModule runnable, StringRef job) : runnable(std::move(runnable)), job(job) {}

  Result<double> run(const RunInputs &inputs, HostTensor value, AfterOpFn afterOp) const {
    RunInputs all = inputs;
    all.arguments.push_back(std::move(value));
    auto outcome = runnable.run(job, all, {.widened = true, .afterOp = std::move(afterOp)});
    if (!outcome)
      return outcome.failure();
    return outcome->front().floats.front();
  }

  /// What the loss doesn't need, assignments among it, goes away, so that gradients behind the loss do.
  static void eraseUnused(func::FuncOp function) {
    SmallVector<Operation *> ops;
    for (Operation &op : function.getBody().front().without_terminator())
      ops.push_back(&op);
    for (Operation *op : llvm::reverse(ops))
      if (op->use_empty())
        op->erase();
  }

  RunnableModule runnable;
  std::string job;
  HeldResults held;
};

HostTensor moved(const HostTensor &value, const HostTensor &direction, double by) {
  HostTensor result = value;
  for (size_t i = 0; i < result.floats.size(); ++i)
    result.floats[i] += by * direction.floats[i];
  return result;
}

struct Slope {
  double expected = 0, got = 0, allowed = 0;
  bool agrees() const { return std::fabs(expected - got) <= allowed; }
  /// Whether the loss has a slope there as far as differences show: it is finite, and the same on all four stretches
  /// between the points. A corner or a jump makes one of them steeper, also where the point itself is the corner, which
  /// a central difference cannot see.
  bool isSteady = false;
};

/// `losses` are those at -2, -1, 0, 1 and 2 steps.
bool isSteady(ArrayRef<double> losses, double rounding) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (size_t i = 0; i + 1 < losses.size(); ++i) {
    double slope = (losses[i + 1] - losses[i]) / kStep;
    if (!std::isfinite(slope))
      return false;
    least = std::min(least, slope);
    most = std::max(most, slope);
  }
  return most - least <= kSteady * std::min(std::fabs(least), std::fabs(most)) + 2 * rounding;
}

/// The loss's slope at `value` along `direction`, as a difference quotient and by the gradient. It has none beside a
/// point where it is not defined, by an index that is computed from floats, say. That may be `value` itself: a gradient
/// doesn't need all that the loss needs.
Slope slopeAlong(Loss &loss, const RunInputs &inputs, const HostTensor &value, const HostTensor &gradient,
                 const HostTensor &direction, double relative) {
  Result<double> here = loss.holdAt(inputs, value);
  if (!here)
    return {};
  double at[] = {0, 0, *here, 0, 0};
  for (int step : {-2, -1, 1, 2}) {
    Result<double> there = loss.at(inputs, moved(value, direction, step * kStep));
    if (!there)
      return {};
    at[step + 2] = *there;
  }
  Slope slope{.expected = (at[3] - at[1]) / (2 * kStep)};
  double squares = 0;
  for (size_t i = 0; i < gradient.floats.size(); ++i) {
    double term = gradient.floats[i] * direction.floats[i];
    slope.got += term;
    squares += term * term;
  }
  double rounding = kOfLoss * std::fabs(*here) + 1e-12;
  slope.allowed = relative * std::sqrt(squares) + rounding;
  slope.isSteady = isSteady(at, rounding);
  return slope;
}

/// What the loss's rounding may add to a difference quotient at `value` along `direction`, measured: how far three
/// neighbouring points are off a straight line. A loss that is small because large numbers cancel has far more of it
/// than its own size tells.
double roundingAlong(Loss &loss, const RunInputs &inputs, const HostTensor &value, const HostTensor &direction) {
  double at[kClosePoints], most = 0;
  for (int i = 0; i < kClosePoints; ++i) {
    Result<double> there = loss.at(inputs, moved(value, direction, i * kStep / kCloser));
    if (!there)
      return 0;
    at[i] = *there;
  }
  for (int i = 1; i + 1 < kClosePoints; ++i)
    most = std::max(most, std::fabs(at[i - 1] - 2 * at[i] + at[i + 1]));
  return most / kStep;
}

class GradientCheck {
public:
  GradientCheck(ModuleOp before, const RunnableModule &probe, uint64_t seed, NumericsReport &report)
      : before(before), probe(probe), seed(seed), report(report) {}

  GradientCounts counts;

  LogicalResult check(const JobInputs &job) {
    auto function = before.lookupSymbol<func::FuncOp>(job.job);
    SmallVector<GradientOp> gradients = gradientsOf(function);
    for (const RunInputs &inputs : job.inputs) {
      if (gradients.empty())
        continue;
      auto outcome = probe.run(job.job, inputs, {.widened = true});
      if (!outcome)
        return function.emitError("expects job '")
               << job.job << "' to run after stage 'autograd', got: " << outcome.message() << " (row autograd, seed "
               << seed << ")";
      size_t next = function.getNumResults();
      for (auto [number, gradient] : llvm::enumerate(gradients)) {
        unsigned count = gradient.getWrt().size();
        for (unsigned wrt = 0; wrt < count; ++wrt) {
          FailureOr<Loss> loss = Loss::of(before, job.job, number, wrt);
          if (failed(loss) ||
              failed(checkOne(gradient, wrt, *loss, inputs, (*outcome)[next + wrt], (*outcome)[next + count + wrt])))
            return failure();
        }
        next += 2 * count;
      }
    }
    return success();
  }

private:
  /// Wherever the loss has a slope, the gradient has to agree with it.
  LogicalResult checkOne(GradientOp op, unsigned wrt, Loss &loss, const RunInputs &inputs, const HostTensor &value,
                         const HostTensor &gradient) {
    double relative = relativeFor(op.getLoss());
    RandomNumbers numbers(seed + 17 * wrt);
    bool isJudged = false;
    for (int i = 0; i < kDirections; ++i) {
      HostTensor direction = randomTensor(value.meta, {.least = -1, .most = 1}, 0, InputKind::Random, numbers);
      Slope slope = slopeAlong(loss, inputs, value, gradient, direction, relative);
      if (slope.isSteady && !slope.agrees())
        slope.allowed += roundingAlong(loss, inputs, value, direction);
      if (slope.isSteady && !slope.agrees())
        return disagreement(op, wrt, slope);
      isJudged |= slope.isSteady;
    }
    if (isJudged) {
      ++counts.judged;
      report.count("autograd", "autograd", gradient.numElements());
    } else {
      ++counts.unjudged;
      report.leaveOut("autograd", "autograd", "a loss without a slope");
    }
    return success();
  }

  LogicalResult disagreement(GradientOp op, unsigned wrt, const Slope &slope) const {
    double off = std::fabs(slope.expected - slope.got);
    return op.emitError("expects stage 'autograd' to give the slope of the loss with respect to operand #")
           << wrt + 1 << " along a random direction: " << differenceText(slope.expected, slope.got, off, slope.allowed)
           << " (row autograd, op '" << op->getName() << "', seed " << seed << ")";
  }

  ModuleOp before;
  const RunnableModule &probe;
  uint64_t seed;
  NumericsReport &report;
};

} // namespace

/// Gradients are those of one iteration.
FailureOr<GradientCounts> checkGradients(ModuleOp module, RunStageFn runStage, ArrayRef<JobInputs> jobs, uint64_t seed,
                                         NumericsReport &report) {
  std::vector<JobInputs> parts = jobs;
  for (JobInputs &job : parts)
    for (RunInputs &inputs : job.inputs)
      inputs = firstPart(module.lookupSymbol<func::FuncOp>(job.job), inputs);
  OwningOpRef<ModuleOp> before(module.clone());
  repeatNothing(*before);
  OwningOpRef<ModuleOp> probe(before->clone());
  returnGradients(*probe);
  if (failed(runStage(*probe)))
    return failure();
  FailureOr<RunnableModule> runnable = RunnableModule::of(*probe);
  if (failed(runnable))
    return failure();
  GradientCheck check(*before, *runnable, seed, report);
  for (const JobInputs &job : parts)
    if (failed(check.check(job)))
      return failure();
  return check.counts;
}

} // namespace weir
