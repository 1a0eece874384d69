// Makes modules runnable for the interpreter, and runs their jobs.
#include "lib/Verify/JobRuns.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Control/Passes.h"
#include "dialects/Weir/Shape/Ops.h"
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

} // namespace

SmallVector<func::FuncOp> jobsOf(ModuleOp module) {
  SmallVector<func::FuncOp> jobs;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kJobAttr) && !function->hasAttr(kDeriveAttr))
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
  Result<VariableStore> variables = initialVariables(*module);
  if (!variables)
    return variables.failure();
  for (const auto &[variable, value] : inputs.variables)
    (*variables)[variable] = value;
  func::FuncOp job;
  for (auto function : get().getOps<func::FuncOp>()) {
    if (function.getSymName() == name)
      job = function;
    if (!function->hasAttr(kDeriveAttr))
      continue;
    Result<std::vector<HostTensor>> derived = interpret(function, {}, *variables, options);
    if (!derived)
      return derived.failure();
  }
  if (!job)
    return Failure{"expects a job named " + name.str() + ", got none"};
  Result<std::vector<HostTensor>> outcome = interpret(job, inputs.arguments, *variables, options);
  if (!outcome)
    return outcome;
  for (const auto &[variable, value] : inputs.variables)
    outcome->push_back(variables->at(variable));
  return outcome;
}

} // namespace weir
