// Verifies that signatures are complete and fit the mesh. Changes nothing.
#include "passes/Sbp/Passes.h"
#include "passes/Sbp/Placement.h"

#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/Control/Ops.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYSIGNATURESPASS
#include "passes/Sbp/Passes.h.inc"

namespace {

class SignatureVerifier {
public:
  SignatureVerifier(func::FuncOp job, sbp::MeshOp mesh) : job(job), mesh(mesh) {}

  LogicalResult run() {
    if (!job.getBody().hasOneBlock())
      return job.emitOpError("expects a job to have one block, got ") << job.getBody().getBlocks().size();
    if (failed(verifyMoves(job)) || failed(verifyAxes(job)) || failed(verifyMoved()))
      return failure();
    for (Operation &op : job.getBody().front().without_terminator())
      if (mustBeSigned(&op) && (failed(verifyAxes(&op)) || failed(verifyVariable(&op))))
        return failure();
    return success();
  }

private:
  static bool mustBeSigned(Operation *op) {
    return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) ||
           llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  }

  static sbp::SignatureAttr signatureOf(Operation *op) {
    return op->getAttrOfType<sbp::SignatureAttr>(sbp::kSignatureAttr);
  }

  LogicalResult verifyAxes(Operation *op) {
    sbp::SignatureAttr signature = signatureOf(op);
    if (!signature)
      return op->emitOpError("expects the attribute '") << sbp::kSignatureAttr << "' after the stage sbp";
    SmallVector<Attribute> onMesh(signature.getOperands());
    for (auto [value, held] : llvm::zip_equal(signedResults(op), signature.getResults()))
      if (!value.getDefiningOp<sbp::MoveOp>())
        onMesh.push_back(held);
    for (Attribute held : onMesh)
      if (sbp::holdingsOf(held).size() != mesh.getShape().size())
        return fail(op, "expects each value to be held on the axes of the mesh, of which there are " +
                            Twine(mesh.getShape().size()));
    return success();
  }

  /// A job returns what it moves as that is held then.
  LogicalResult verifyMoved() {
    for (auto [value, held] : llvm::zip_equal(signedResults(job), signatureOf(job).getResults()))
      if (auto move = value.getDefiningOp<sbp::MoveOp>(); move && move.getTo() != held)
        return move.emitOpError("expects the job to return the value as it is held then, ")
               << move.getTo() << ", got " << held;
    return success();
  }

  /// An op's results, or those that a job returns.
  static SmallVector<Value> signedResults(Operation *op) {
    auto job = dyn_cast<func::FuncOp>(op);
    ValueRange all = job ? ValueRange(job.getBody().front().getTerminator()->getOperands()) : op->getResults();
    return llvm::filter_to_vector(all, [](Value value) { return isa<RankedTensorType>(value.getType()); });
  }

  /// The variable that `op` reads or assigns, or null.
  static FlatSymbolRefAttr variableOf(Operation *op) {
    if (auto read = dyn_cast<ReadOp>(op))
      return read.getVariableAttr();
    auto assign = dyn_cast<AssignOp>(op);
    return assign ? assign.getVariableAttr() : nullptr;
  }

  /// A job sees a variable as the variable says.
  LogicalResult verifyVariable(Operation *op) {
    FlatSymbolRefAttr name = variableOf(op);
    if (!name)
      return success();
    auto variable = symbols.lookupNearestSymbolFrom<VariableOp>(op, name);
    sbp::SignatureAttr held = signatureOf(variable), seen = signatureOf(op);
    if (!held)
      return variable.emitOpError("expects the attribute '") << sbp::kSignatureAttr << "' after the stage sbp";
    Attribute value = isa<ReadOp>(op) ? seen.getResults()[0] : seen.getOperands()[0];
    if (held.getResults()[0] == value)
      return success();
    InFlightDiagnostic error = op->emitOpError("expects the variable to be held as ")
                               << held.getResults()[0] << ", got " << value;
    error.attachNote(variable.getLoc()) << "the variable is here";
    return error;
  }

  LogicalResult fail(Operation *op, const Twine &rule) {
    InFlightDiagnostic error = op->emitOpError(rule) << "; got: " << signatureOf(op);
    error.attachNote(mesh.getLoc()) << "the mesh is here";
    return error;
  }

  func::FuncOp job;
  sbp::MeshOp mesh;
  SymbolTableCollection symbols;
};

/// Variables are held on the axes of the jobs' mesh, and an alias as what it shares its storage with.
LogicalResult verifyVariables(ModuleOp module, sbp::MeshOp mesh) {
  SymbolTable symbols(module);
  auto signatureOf = [](VariableOp variable) {
    return variable->getAttrOfType<sbp::SignatureAttr>(sbp::kSignatureAttr);
  };
  for (auto variable : module.getOps<VariableOp>()) {
    sbp::SignatureAttr signature = signatureOf(variable);
    if (!signature)
      return variable.emitOpError("expects the attribute '") << sbp::kSignatureAttr << "' after the stage sbp";
    size_t axes = sbp::holdingsOf(signature.getResults()[0]).size();
    if (axes != mesh.getShape().size()) {
      InFlightDiagnostic error = variable.emitOpError("expects each value to be held on the axes of the mesh, of which "
                                                      "there are ")
                                 << mesh.getShape().size() << "; got: " << signature;
      error.attachNote(mesh.getLoc()) << "the mesh is here";
      return error;
    }
    auto storage = symbols.lookup<VariableOp>(storageOf(symbols, variable.getSymNameAttr()));
    if (storage && signatureOf(storage) != signature) {
      InFlightDiagnostic error =
          variable.emitOpError("expects an alias to be held as what it shares its storage with, ")
          << signatureOf(storage) << ", got " << signature;
      error.attachNote(storage.getLoc()) << "its storage is here";
      return error;
    }
  }
  return success();
}

struct VerifySignatures : impl::VerifySignaturesPassBase<VerifySignatures> {
  void runOnOperation() override {
    if (failed(verifySignatures(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

LogicalResult verifySignatures(ModuleOp module) {
  std::optional<sbp::MeshOp> shared;
  for (auto job : module.getOps<func::FuncOp>()) {
    if (!job->hasAttr(kJobAttr))
      continue;
    FailureOr<sbp::MeshOp> mesh = meshOf(job);
    if (failed(mesh) || failed(SignatureVerifier(job, *mesh).run()))
      return failure();
    shared = *mesh;
  }
  return shared ? verifyVariables(module, *shared) : success();
}

} // namespace weir
