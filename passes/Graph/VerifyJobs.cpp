// Verifies the normal form of jobs. Changes nothing.
#include "passes/Graph/Passes.h"

#include "dialects/Weir/Control/Ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYJOBSPASS
#include "passes/Graph/Passes.h.inc"

namespace {

class JobVerifier {
public:
  JobVerifier(func::FuncOp job, NormalFormAfter after) : job(job), after(after), symbols(job->getParentOp()) {}

  LogicalResult run() {
    if (failed(verifySignature()))
      return failure();
    for (Operation &op : job.getBody().front())
      if (failed(verifyOp(&op)))
        return failure();
    return success();
  }

private:
  LogicalResult verifySignature() {
    if (!job.getBody().hasOneBlock())
      return job.emitOpError("expects a job to have one block, got ") << job.getBody().getBlocks().size();
    FunctionType type = job.getFunctionType();
    for (auto [index, input] : llvm::enumerate(type.getInputs()))
      if (!isa<RankedTensorType>(input))
        return job.emitOpError("expects the arguments of a job to be ranked tensors, got ")
               << input << " as argument #" << index;
    for (auto [index, result] : llvm::enumerate(type.getResults()))
      if (!isa<RankedTensorType>(result))
        return job.emitOpError("expects the results of a job to be ranked tensors, got ")
               << result << " as result #" << index;
    if (job->hasAttr(kDeriveAttr) && type.getNumInputs() + type.getNumResults() != 0)
      return job.emitOpError("expects a derive job to have neither arguments nor results, got ") << type;
    return success();
  }

  LogicalResult verifyOp(Operation *op) {
    if (failed(verifyMayStand(op)))
      return failure();
    if (auto assign = dyn_cast<AssignOp>(op))
      return verifyAssign(assign);
    if (firstAssign && !op->hasTrait<OpTrait::IsTerminator>()) {
      InFlightDiagnostic error =
          op->emitOpError("expects only assigns between the first weir.assign and the return");
      error.attachNote(firstAssign->getLoc()) << "the first assign is here";
      return error;
    }
    return success();
  }

  /// Whether ops of this kind have a place in a job after this stage.
  LogicalResult verifyMayStand(Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (!llvm::is_contained({"weir", "sbp", "arith", "func"}, dialect))
      return op->emitOpError("expects ops of a job to be of the dialects weir, sbp, arith or func");
    if (dialect == "arith" && !llvm::all_of(op->getResultTypes(), [](Type type) { return type.isIndex(); }))
      return op->emitOpError("expects arithmetic of a job to be on index values, got ") << op->getResultTypes();
    if (isa<CallOp>(op))
      return op->emitOpError("expects no calls after the stage graph");
    if (after >= NormalFormAfter::Autograd && isa<GradientOp>(op))
      return op->emitOpError("expects no gradients to ask for after the stage autograd");
    if (after >= NormalFormAfter::Partition && dialect == "sbp")
      return op->emitOpError("expects no ops of the dialect sbp after the stage partition");
    return success();
  }

  LogicalResult verifyAssign(AssignOp assign) {
    if (!firstAssign)
      firstAssign = assign;
    auto [found, isNew] = assigns.try_emplace(storageOf(assign), assign);
    if (isNew)
      return success();
    InFlightDiagnostic error = assign.emitOpError("expects at most one weir.assign per variable and job, got a second "
                                                  "one of the storage of @")
                               << found->first.getValue();
    error.attachNote(found->second.getLoc()) << "the first one is here";
    return error;
  }

  /// The name of the variable that holds the assigned one's storage.
  StringAttr storageOf(AssignOp assign) {
    StringAttr name = assign.getVariableAttr().getAttr();
    SmallVector<StringAttr> seen;
    while (!llvm::is_contained(seen, name)) {
      seen.push_back(name);
      auto variable = symbols.lookup<VariableOp>(name);
      if (!variable || !variable.getAliasAttr())
        break;
      name = variable.getAliasAttr().getAttr();
    }
    return name;
  }

  func::FuncOp job;
  NormalFormAfter after;
  SymbolTable symbols;
  AssignOp firstAssign;
  llvm::DenseMap<StringAttr, AssignOp> assigns;
};

/// Attributes that say what a stage is to do must be gone after it.
LogicalResult verifyAttributes(Operation *op, NormalFormAfter after) {
  if (after >= NormalFormAfter::Precision && op->hasAttr(kAmpAttr))
    return op->emitOpError("expects no attribute '") << kAmpAttr << "' after the stage precision";
  if (after >= NormalFormAfter::Partition)
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (attribute.getName().strref().starts_with("sbp."))
        return op->emitOpError("expects no attribute '") << attribute.getName().strref()
                                                         << "' after the stage partition";
  return success();
}

struct VerifyJobs : impl::VerifyJobsPassBase<VerifyJobs> {
  using VerifyJobsPassBase::VerifyJobsPassBase;

  void runOnOperation() override {
    WalkResult attributes = getOperation().walk([&](Operation *op) {
      return succeeded(verifyAttributes(op, after)) ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (attributes.wasInterrupted() || failed(verifyModule()))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult verifyModule() {
    for (Operation &op : getOperation().getBody()->getOperations()) {
      if (after >= NormalFormAfter::Partition && op.getName().getDialectNamespace() == "sbp")
        return op.emitOpError("expects no ops of the dialect sbp after the stage partition");
      auto function = dyn_cast<func::FuncOp>(op);
      if (!function)
        continue;
      if (failed(function->hasAttr(kJobAttr) ? JobVerifier(function, after).run() : verifyNoJob(function)))
        return failure();
    }
    return success();
  }

  static LogicalResult verifyNoJob(func::FuncOp function) {
    WalkResult result = function.walk([&](AssignOp assign) {
      InFlightDiagnostic error = assign.emitOpError("expects to stand in a job");
      error.attachNote(function.getLoc()) << "this function lacks the attribute '" << kJobAttr << "'";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};

} // namespace
} // namespace weir
