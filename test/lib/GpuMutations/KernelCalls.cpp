// Jobs return what they call kernels with.
#include "test/lib/GpuMutations/KernelCalls.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Verify/JobRuns.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

namespace {

/// A call's kernel, and how many of the job's results are its arguments.
using Call = std::pair<std::string, size_t>;

std::vector<Call> returnArguments(func::FuncOp job) {
  std::vector<Call> calls;
  SmallVector<Value> arguments;
  for (auto call : job.getOps<kernel::CallOp>()) {
    calls.emplace_back(call.getCallee().str(), call.getInputs().size());
    llvm::append_range(arguments, call.getInputs());
  }
  job.getBody().front().getTerminator()->setOperands(arguments);
  job.setType(FunctionType::get(job.getContext(), job.getArgumentTypes(), ValueRange(arguments).getTypes()));
  return calls;
}

} // namespace

Result<KernelCalls> kernelCalls(ModuleOp module, const JobInputs &inputs) {
  OwningOpRef<ModuleOp> copy(module.clone());
  llvm::StringMap<std::vector<Call>> callsOf;
  for (func::FuncOp job : jobsOf(*copy))
    callsOf[job.getSymName()] = returnArguments(job);
  FailureOr<RunnableModule> runnable = RunnableModule::of(*copy);
  if (failed(runnable))
    return Failure{"expects a module that the interpreter can run"};
  KernelCalls found;
  for (const auto &[job, calls] : callsOf) {
    Result<std::vector<HostTensor>> arguments = runnable->run(job, {.arguments = inputs.at(job), .variables = {}}, {});
    if (!arguments)
      return arguments.failure();
    auto next = std::make_move_iterator(arguments->begin());
    for (const auto &[kernel, count] : calls) {
      found[kernel].emplace_back(next, next + static_cast<ptrdiff_t>(count));
      next += static_cast<ptrdiff_t>(count);
    }
  }
  return found;
}

} // namespace weir
