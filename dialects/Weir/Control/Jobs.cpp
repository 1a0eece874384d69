// Jobs have the attribute weir.job; a program of one function is clear without it.
#include "dialects/Weir/Control/Jobs.h"

#include "dialects/Interfaces/TensorTypes.h"
#include "dialects/Weir/Control/Ops.h"

using namespace mlir;

namespace weir {

LogicalResult verifyJobSignature(func::FuncOp job) {
  if (!job.getBody().hasOneBlock())
    return job.emitOpError("expects a job to have one block, got ") << job.getBody().getBlocks().size();
  FunctionType type = job.getFunctionType();
  for (auto [index, input] : llvm::enumerate(type.getInputs())) {
    if (!isa<RankedTensorType>(input))
      return job.emitOpError("expects the arguments of a job to be ranked tensors, got ")
             << input << " as argument #" << index;
    if (failed(verifyTensor(job, input, "argument #" + Twine(index))))
      return failure();
  }
  for (auto [index, result] : llvm::enumerate(type.getResults())) {
    if (!isa<RankedTensorType>(result))
      return job.emitOpError("expects the results of a job to be ranked tensors, got ")
             << result << " as result #" << index;
    if (failed(verifyTensor(job, result, "result #" + Twine(index))))
      return failure();
  }
  if (job->hasAttr(kDeriveAttr) && type.getNumInputs() + type.getNumResults() != 0)
    return job.emitOpError("expects a derive job to have neither arguments nor results, got ") << type;
  return success();
}

static bool hasJobs(ModuleOp module) {
  return llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp function) { return function->hasAttr(kJobAttr); });
}

/// Why a function can't be a job, or nothing.
static std::string whyNoJob(func::FuncOp function) {
  if (!function.isPublic())
    return "it is private";
  if (function.isExternal())
    return "it has no body";
  if (!SymbolTable::symbolKnownUseEmpty(function, function->getParentOp()))
    return "it is called";
  if (function.getNumArguments() + function.getNumResults() == 0)
    return "it has neither arguments nor results, as tests have";
  bool assigns = function.walk([](AssignOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (function.getNumResults() == 0 && !assigns)
    return "it has neither a result nor a weir.assign";
  std::string reason;
  ScopedDiagnosticHandler handler(function.getContext(), [&](Diagnostic &error) {
    reason = error.str();
    return success();
  });
  return succeeded(verifyJobSignature(function)) ? "" : reason;
}

void markJobs(ModuleOp module) {
  if (hasJobs(module))
    return;
  for (auto function : module.getOps<func::FuncOp>())
    if (whyNoJob(function).empty())
      function->setAttr(kJobAttr, UnitAttr::get(module.getContext()));
}

LogicalResult verifyJobs(ModuleOp module) {
  Operation *foreign = nullptr;
  module.walk([&](CallOpInterface call) { foreign = foreign ? foreign : call.getOperation(); });
  if (foreign)
    return reportForeignCall(foreign);
  auto functions = module.getOps<func::FuncOp>();
  if (functions.empty() || hasJobs(module))
    return success();
  InFlightDiagnostic error = emitError((*functions.begin()).getLoc())
                             << "expects a job, which is written func.func @name(...) -> ... attributes {" << kJobAttr
                             << "}, got a module without";
  for (func::FuncOp function : functions)
    error.attachNote(function.getLoc()) << "@" << function.getSymName() << " can't be one: " << whyNoJob(function);
  return error;
}

LogicalResult reportForeignCall(Operation *call) {
  return call->emitOpError(
      "expects calls to be written as weir.call, which the stage graph replaces by what is called");
}

} // namespace weir
