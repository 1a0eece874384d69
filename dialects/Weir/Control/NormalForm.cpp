// Verifies the normal form of jobs.
#include "dialects/Weir/Control/NormalForm.h"

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/Control/Jobs.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Control/Repetition.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

namespace {

class JobVerifier {
public:
  JobVerifier(func::FuncOp job, const NormalForm &form, const SymbolTable &symbols)
      : job(job), form(form), symbols(symbols) {}

  LogicalResult run() {
    if (failed(verifyJobSignature(job)))
      return failure();
    for (Operation &op : job.getBody().front())
      if (failed(verifyOp(&op)))
        return failure();
    return success();
  }

private:
  LogicalResult verifyOp(Operation *op) {
    if (failed(verifyMayStand(op)))
      return failure();
    if (auto assign = dyn_cast<AssignOp>(op))
      return verifyAssign(assign);
    if (firstAssign && !op->hasTrait<OpTrait::IsTerminator>()) {
      InFlightDiagnostic error = op->emitOpError("expects only assigns between the first weir.assign and the return");
      error.attachNote(firstAssign->getLoc()) << "the first assign is here";
      return error;
    }
    return success();
  }

  /// Whether ops of this kind have a place in a job after this stage.
  LogicalResult verifyMayStand(Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (!llvm::is_contained({"weir", "sbp", "comm", "arith", "func"}, dialect))
      return op->emitOpError("expects ops of a job to be of the dialects weir, sbp, comm, arith or func");
    if (isa<CallOpInterface>(op))
      return reportForeignCall(op);
    if (dialect == "arith" && !llvm::all_of(op->getResultTypes(), [](Type type) { return type.isIndex(); }))
      return op->emitOpError("expects arithmetic of a job to be on index values, got ") << op->getResultTypes();
    if (isa<CallOp>(op))
      return op->emitOpError("expects no calls after the stage graph");
    if (!form.gradients && isa<GradientOp>(op))
      return op->emitOpError("expects no gradients to ask for after the stage autograd");
    if (!form.gradients && isa<DecompositionInterface>(op))
      return op->emitOpError("expects composite ops to be expanded after the stage autograd");
    if (!form.sbp && dialect == "sbp")
      return op->emitOpError("expects no ops of the dialect sbp after the stage partition");
    if (!form.ranks && dialect == "comm")
      return op->emitOpError("expects no collectives before the stage partition");
    return success();
  }

  LogicalResult verifyAssign(AssignOp assign) {
    if (!firstAssign)
      firstAssign = assign;
    auto [found, isNew] = assigns.try_emplace(storageOf(symbols, assign.getVariableAttr().getAttr()), assign);
    if (isNew)
      return success();
    InFlightDiagnostic error = assign.emitOpError("expects at most one weir.assign per variable and job, got a second "
                                                  "one of the storage of @")
                               << found->first.getValue();
    error.attachNote(found->second.getLoc()) << "the first one is here";
    return error;
  }

  func::FuncOp job;
  const NormalForm &form;
  const SymbolTable &symbols;
  AssignOp firstAssign;
  llvm::DenseMap<StringAttr, AssignOp> assigns;
};

/// Attributes that say what a stage is to do must be gone after it.
LogicalResult verifyAttributes(Operation *op, const NormalForm &form) {
  for (StringRef name : {kAmpAttr, kAllowTf32Attr})
    if (!form.amp && op->hasAttr(name))
      return op->emitOpError("expects no attribute '") << name << "' after the stage precision";
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (!form.sbp && attribute.getName().strref().starts_with("sbp."))
      return op->emitOpError("expects no attribute '") << attribute.getName().strref() << "' after the stage partition";
  return success();
}

LogicalResult verifyNoJob(func::FuncOp function) {
  WalkResult result = function.walk([&](AssignOp assign) {
    InFlightDiagnostic error = assign.emitOpError("expects to stand in a job");
    error.attachNote(function.getLoc()) << "this function lacks the attribute '" << kJobAttr << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// What a derive job assigns, nobody else does.
LogicalResult verifyDerived(ModuleOp module, const SymbolTable &symbols) {
  llvm::DenseMap<StringAttr, AssignOp> derived;
  auto walkAssigns = [&](bool inDeriveJobs, llvm::function_ref<LogicalResult(StringAttr, AssignOp)> visit) {
    for (auto job : module.getOps<func::FuncOp>())
      if (job->hasAttr(kDeriveAttr) == inDeriveJobs)
        for (auto assign : job.getBody().getOps<AssignOp>())
          if (failed(visit(storageOf(symbols, assign.getVariableAttr().getAttr()), assign)))
            return failure();
    return success();
  };
  auto report = [&](StringAttr storage, AssignOp assign) {
    InFlightDiagnostic error = assign.emitOpError("expects a derived variable to be assigned by its derive job alone, "
                                                  "got another assign of the storage of @")
                               << storage.getValue();
    error.attachNote(derived.lookup(storage).getLoc()) << "it is derived here";
    return error;
  };
  if (failed(walkAssigns(true, [&](StringAttr storage, AssignOp assign) -> LogicalResult {
        return derived.try_emplace(storage, assign).second ? success() : LogicalResult(report(storage, assign));
      })))
    return failure();
  return walkAssigns(false, [&](StringAttr storage, AssignOp assign) -> LogicalResult {
    return derived.contains(storage) ? LogicalResult(report(storage, assign)) : success();
  });
}

} // namespace

StringAttr storageOf(const SymbolTable &symbols, StringAttr name) {
  auto variable = symbols.lookup<VariableOp>(name);
  return variable && variable.getAliasAttr() ? variable.getAliasAttr().getAttr() : name;
}

LogicalResult verifyNormalForm(ModuleOp module, const NormalForm &form) {
  WalkResult attributes = module.walk([&](Operation *op) {
    return succeeded(verifyAttributes(op, form)) ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (attributes.wasInterrupted())
    return failure();
  SymbolTable symbols(module);
  for (Operation &op : module.getBody()->getOperations()) {
    if (!form.sbp && op.getName().getDialectNamespace() == "sbp")
      return op.emitOpError("expects no ops of the dialect sbp after the stage partition");
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function)
      continue;
    if (failed(function->hasAttr(kJobAttr) ? JobVerifier(function, form, symbols).run() : verifyNoJob(function)))
      return failure();
  }
  return failure(failed(verifyRepetition(module)) || failed(verifyDerived(module, symbols)));
}

} // namespace weir
