// Makes modules runnable for the interpreter, and runs their jobs.
#include "lib/Verify/JobRuns.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Control/Passes.h"
#include "dialects/Weir/Control/Repetition.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Reference/PartitionedRun.h"
#include "lib/Reference/WholeValues.h"
#include "passes/Autograd/Passes.h"
#include "passes/Graph/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace weir {

namespace {

bool holdsGradients(ModuleOp module) {
  return module.walk([](GradientOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

LogicalResult expandGradients(ModuleOp module) {
  if (!holdsGradients(module))
    return success();
  PassManager passes(module.getContext());
  passes.addPass(createInlineCallsPass());
  passes.addNestedPass<func::FuncOp>(createExpandCompositesPass({.keepOwnGradients = true}));
  passes.addNestedPass<func::FuncOp>(createExpandGradientsPass());
  return passes.run(module);
}

/// A broadcast to the sizes that a launch promises fails where the kernel's result has others.
Value comparedWithSizes(OpBuilder &builder, Location loc, Value result, ValueRange sizes) {
  auto type = cast<RankedTensorType>(result.getType());
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  return BroadcastOp::create(builder, loc, type, result, sizes, builder.getDenseI64ArrayAttr(dims));
}

void callKernelsAsFunctions(ModuleOp module) {
  SmallVector<kernel::CallOp> launches;
  module.walk([&](kernel::CallOp launch) { launches.push_back(launch); });
  for (kernel::CallOp launch : launches) {
    OpBuilder builder(launch);
    auto call =
        CallOp::create(builder, launch.getLoc(), launch.getResultTypes(), launch.getCalleeAttr(), launch.getInputs());
    ValueRange sizes = launch.getSizes();
    for (auto [old, result] : llvm::zip(launch.getResults(), call.getResults())) {
      int64_t count = cast<RankedTensorType>(result.getType()).getNumDynamicDims();
      Value checked = count ? comparedWithSizes(builder, launch.getLoc(), result, sizes.take_front(count)) : result;
      sizes = sizes.drop_front(count);
      old.replaceAllUsesWith(checked);
    }
    launch.erase();
  }
}

/// Part `iteration` of `repeat`, along the first dimension.
HostTensor partOf(const HostTensor &whole, int64_t iteration, int64_t repeat) {
  HostTensor part{whole.meta, {}, {}};
  part.meta.shape.front() /= repeat;
  int64_t count = whole.numElements() / repeat;
  auto take = [&](auto &to, const auto &from) {
    if (!from.empty())
      to.assign(from.begin() + iteration * count, from.begin() + (iteration + 1) * count);
  };
  take(part.floats, whole.floats);
  take(part.integers, whole.integers);
  return part;
}

void append(HostTensor &whole, const HostTensor &part) {
  whole.meta.shape.front() += part.meta.shape.front();
  llvm::append_range(whole.floats, part.floats);
  llvm::append_range(whole.integers, part.integers);
}

/// Runs a function of the module, or its programs on all ranks together.
using RunOnce = llvm::function_ref<Result<std::vector<HostTensor>>(func::FuncOp, ArrayRef<HostTensor>)>;

Result<std::vector<HostTensor>> runIterations(func::FuncOp job, ArrayRef<HostTensor> arguments, RunOnce runOnce) {
  std::vector<HostTensor> outcome;
  int64_t repeat = repeatOf(job);
  for (int64_t iteration = 0; iteration < repeat; ++iteration) {
    std::vector<HostTensor> parts;
    for (auto [index, whole] : llvm::enumerate(arguments))
      parts.push_back(isSliced(job, static_cast<unsigned>(index)) ? partOf(whole, iteration, repeat) : whole);
    Result<std::vector<HostTensor>> results = runOnce(job, parts);
    if (!results)
      return results;
    outcome.resize(results->size());
    for (auto [index, result] : llvm::enumerate(*results)) {
      if (iteration > 0 && isStacked(job, static_cast<unsigned>(index)))
        append(outcome[index], result);
      else
        outcome[index] = std::move(result);
    }
  }
  if (func::FuncOp epilogue = epilogueOf(job))
    if (auto ran = runOnce(epilogue, {}); !ran)
      return ran.failure();
  return outcome;
}

comm::RanksAttr ranksOf(func::FuncOp function) { return function->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr); }

/// Whether it is one of a job's programs, but not the one that has its name.
bool isOfOtherRanks(func::FuncOp function) {
  comm::RanksAttr ranks = ranksOf(function);
  return ranks && ranks.getOf() != function.getSymName();
}

Result<std::vector<HostTensor>> runAlone(func::FuncOp job, ArrayRef<HostTensor> arguments, VariableStore &variables,
                                         const InterpretOptions &options) {
  auto runOnce = [&](func::FuncOp function, ArrayRef<HostTensor> given) {
    return interpret(function, given, variables, options);
  };
  for (auto function : job->getParentOfType<ModuleOp>().getOps<func::FuncOp>())
    if (function->hasAttr(kDeriveAttr) && !ranksOf(function))
      if (auto derived = runOnce(function, {}); !derived)
        return derived;
  return runIterations(job, arguments, runOnce);
}

Result<std::vector<HostTensor>> runOnRanks(func::FuncOp job, ArrayRef<HostTensor> arguments, VariableStore &variables,
                                           const InterpretOptions &options) {
  Result<PartitionedRun> run =
      PartitionedRun::start(job->getParentOfType<ModuleOp>(), ranksOf(job), variables, options);
  if (!run)
    return run.failure();
  auto outcome = runIterations(job, arguments, [&](func::FuncOp function, ArrayRef<HostTensor> given) {
    return run->run(function.getSymName(), given, options);
  });
  if (auto failure = outcome ? run->finish(variables) : std::nullopt)
    return *failure;
  return outcome;
}

} // namespace

RunInputs firstPart(func::FuncOp job, const RunInputs &inputs) {
  RunInputs part = inputs;
  for (auto [index, argument] : llvm::enumerate(part.arguments))
    if (isSliced(job, static_cast<unsigned>(index)))
      argument = partOf(argument, 0, repeatOf(job));
  return part;
}

void repeatNothing(ModuleOp module) {
  for (auto variable : module.getOps<VariableOp>())
    variable.setCarried(false);
  for (auto job : module.getOps<func::FuncOp>()) {
    job->removeAttr(kRepeatAttr);
    job->removeAttr(kEpilogueOfAttr);
    for (unsigned i = 0; i < job.getNumArguments(); ++i)
      job.removeArgAttr(i, kSlicedAttr);
    for (unsigned i = 0; i < job.getNumResults(); ++i)
      job.removeResultAttr(i, StringAttr::get(job.getContext(), kStackedAttr));
  }
}

bool isRunnable(func::FuncOp function) {
  return function->hasAttr(kJobAttr) && !function->hasAttr(kDeriveAttr) && !isEpilogue(function) &&
         !isOfOtherRanks(function);
}

SmallVector<func::FuncOp> jobsOf(ModuleOp module) {
  SmallVector<func::FuncOp> jobs;
  for (auto function : module.getOps<func::FuncOp>())
    if (isRunnable(function))
      jobs.push_back(function);
  return jobs;
}

std::vector<std::string> outcomeNames(func::FuncOp job, const RunInputs &inputs) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < job.getNumResults(); ++i)
    names.push_back("result #" + std::to_string(i));
  for (const auto &[name, value] : inputs.variables)
    names.push_back("variable @" + name);
  return names;
}

FailureOr<RunnableModule> RunnableModule::of(ModuleOp module) {
  RunnableModule runnable;
  runnable.module = OwningOpRef<ModuleOp>(module.clone());
  if (failed(expandGradients(*runnable.module)))
    return failure();
  callKernelsAsFunctions(*runnable.module);
  return runnable;
}

Result<std::vector<HostTensor>> RunnableModule::run(StringRef name, const RunInputs &inputs,
                                                    const InterpretOptions &options) const {
  auto job = get().lookupSymbol<func::FuncOp>(name);
  if (!job)
    return Failure{"expects a job named " + name.str() + ", got none"};
  if (isOfOtherRanks(job))
    return Failure{"expects a job, all of whose ranks run together, got @" + name.str() + ", one rank's program of @" +
                   ranksOf(job).getOf().str()};
  Result<VariableStore> variables = initialWholes(get());
  if (!variables)
    return variables.failure();
  for (const auto &[variable, value] : inputs.variables)
    (*variables)[variable] = value;
  auto runJob = ranksOf(job) ? runOnRanks : runAlone;
  Result<std::vector<HostTensor>> outcome = runJob(job, inputs.arguments, *variables, options);
  if (!outcome)
    return outcome;
  for (const auto &[variable, value] : inputs.variables)
    outcome->push_back(variables->at(variable));
  return outcome;
}

} // namespace weir
