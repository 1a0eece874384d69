// Verifies that each op of a job has a place in a program.
#include "dialects/Vm/LaunchedJob.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Vm/HostScalars.h"
#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/IR/Traits.h"

using namespace mlir;

namespace weir {

static LogicalResult verifyAssigns(func::FuncOp job) {
  SymbolTable symbols(job->getParentOfType<ModuleOp>());
  llvm::DenseMap<StringAttr, AssignOp> assigned;
  for (auto assign : job.getBody().getOps<AssignOp>()) {
    StringAttr storage = storageOf(symbols, assign.getVariableAttr().getAttr());
    auto [entry, isNew] = assigned.try_emplace(storage, assign);
    if (isNew)
      continue;
    InFlightDiagnostic error = assign.emitOpError("expects one weir.assign per storage and job, got two for @");
    error << storage.getValue();
    error.attachNote(entry->second->getLoc()) << "the other one is here";
    return error;
  }
  return success();
}

LogicalResult verifyLaunchedJob(func::FuncOp job) {
  if (!job.getBody().hasOneBlock())
    return job.emitOpError("expects a job to have a body of one block");
  bool isClean = true;
  for (auto [index, type] : llvm::enumerate(job.getArgumentTypes()))
    if (!isa<RankedTensorType>(type)) {
      job.emitOpError("expects a job's inputs to be tensors, got ") << type << " as input " << index;
      isClean = false;
    }
  for (Operation &op : job.getBody().front())
    if (!op.hasTrait<StaysBehindLaunch>() && !isa<kernel::CallOp, func::ReturnOp>(op) && !vm::hostScalarKind(&op)) {
      op.emitOpError("expects to be gone from a job after the stage launch, which leaves variables, constants, "
                     "kernel.call, reshapes, weir.dim and host scalars: ")
          << vm::hostScalarNames();
      isClean = false;
    }
  for (Type type : job.getResultTypes())
    if (!isa<RankedTensorType>(type))
      return job.getBody().front().getTerminator()->emitOpError("expects a job to return tensors, got ") << type;
  return success(isClean && succeeded(verifyAssigns(job)));
}

} // namespace weir
