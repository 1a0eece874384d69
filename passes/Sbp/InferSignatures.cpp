// Gives every op a signature, in one pass over each job.
#include "passes/Sbp/AxisChoice.h"
#include "passes/Sbp/Passes.h"
#include "passes/Sbp/Placement.h"

#include "dialects/Weir/Control/Ops.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_INFERSIGNATURESPASS
#include "passes/Sbp/Passes.h.inc"

namespace {

using sbp::Holding;

class SignatureInference {
public:
  SignatureInference(func::FuncOp job, sbp::MeshOp mesh)
      : job(job), mesh(mesh), context(job.getContext()),
        broadcast(sbp::attributeOf(context, SmallVector<Holding>(mesh.getShape().size()))) {}

  LogicalResult run() {
    if (!job.getBody().hasOneBlock())
      return job.emitOpError("expects a job to have one block, got ") << job.getBody().getBlocks().size();
    for (Operation &op : job.getBody().front().without_terminator())
      if (failed(infer(&op)))
        return failure();
    // What the caller gives and gets is whole.
    setSignature(job, SmallVector<Attribute>(job.getNumArguments(), broadcast),
                 SmallVector<Attribute>(job.getNumResults(), broadcast));
    return success();
  }

private:
  LogicalResult infer(Operation *op) {
    SmallVector<Value> operands = tensorsOf(op->getOperands()), results = tensorsOf(op->getResults());
    if (operands.empty() && results.empty())
      return success();
    SmallVector<Attribute> operandSbps(operands.size(), broadcast), resultSbps(results.size(), broadcast);
    if (auto constrain = dyn_cast<sbp::ConstrainOp>(op)) {
      if (sbp::holdingsOf(constrain.getTo()).size() != mesh.getShape().size())
        return reportAxes(constrain);
      operandSbps[0] = resultSbps[0] = constrain.getTo();
    } else if (isa<SemanticsInterface>(op)) {
      FailureOr<IterationRule> rule = iterationRuleOf(op);
      if (failed(rule))
        return failure();
      choose(*rule, operands, operandSbps, resultSbps);
    }
    for (auto [value, held] : llvm::zip(results, resultSbps))
      holdings[value] = held;
    setSignature(op, operandSbps, resultSbps);
    return success();
  }

  void choose(const IterationRule &rule, ArrayRef<Value> operands, MutableArrayRef<Attribute> operandSbps,
              MutableArrayRef<Attribute> resultSbps) {
    SmallVector<SmallVector<Holding>> operandAxes(operands.size()), resultAxes(resultSbps.size());
    std::vector<int64_t> parts(rule.factors.size(), 1);
    for (auto [axis, devices] : llvm::enumerate(mesh.getShape())) {
      std::vector<Arrival> arrivals;
      for (Value operand : operands)
        arrivals.push_back({sbp::holdingsOf(holdings.lookup_or(operand, broadcast))[axis], elementsOf(operand)});
      SplitCandidate chosen = chooseAlongAxis(rule, arrivals, devices, parts);
      if (chosen.factor >= 0)
        parts[chosen.factor] *= devices;
      for (auto [axes, holding] : llvm::zip(operandAxes, chosen.operands))
        axes.push_back(holding);
      for (auto [axes, holding] : llvm::zip(resultAxes, chosen.results))
        axes.push_back(holding);
    }
    for (auto [held, axes] : llvm::zip(operandSbps, operandAxes))
      held = sbp::attributeOf(context, axes);
    for (auto [held, axes] : llvm::zip(resultSbps, resultAxes))
      held = sbp::attributeOf(context, axes);
  }

  LogicalResult reportAxes(sbp::ConstrainOp constrain) {
    InFlightDiagnostic error = constrain.emitOpError("expects a constraint for each of the ")
                               << mesh.getShape().size() << " axes of the mesh, got " << constrain.getTo();
    error.attachNote(mesh.getLoc()) << "the mesh is here";
    return error;
  }

  static SmallVector<Value> tensorsOf(ValueRange values) {
    return llvm::filter_to_vector(values, [](Value value) { return isa<RankedTensorType>(value.getType()); });
  }

  /// `?` counts as 1: an unknown size decides nothing.
  static int64_t elementsOf(Value value) {
    int64_t count = 1;
    for (int64_t size : cast<RankedTensorType>(value.getType()).getShape())
      count *= ShapedType::isDynamic(size) ? 1 : size;
    return count;
  }

  void setSignature(Operation *op, ArrayRef<Attribute> operands, ArrayRef<Attribute> results) {
    op->setAttr(sbp::kSignatureAttr, sbp::SignatureAttr::get(context, operands, results));
  }

  func::FuncOp job;
  sbp::MeshOp mesh;
  MLIRContext *context;
  Attribute broadcast;
  DenseMap<Value, Attribute> holdings; ///< of results; arguments are broadcast
};

/// The one mesh of a module in which nobody names one.
void addDeviceMesh(ModuleOp module) {
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  auto mesh = sbp::MeshOp::create(builder, module.getLoc(), "device", ArrayRef<int64_t>{1}, ArrayRef<int64_t>{0});
  SymbolTable(module).insert(mesh);
}

struct InferSignatures : impl::InferSignaturesPassBase<InferSignatures> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module.getOps<sbp::MeshOp>().empty())
      addDeviceMesh(module);
    std::optional<sbp::MeshOp> shared; // the mesh that variables live on
    for (auto job : module.getOps<func::FuncOp>()) {
      if (!job->hasAttr(kJobAttr))
        continue;
      FailureOr<sbp::MeshOp> mesh = meshOf(job);
      if (failed(mesh) || failed(SignatureInference(job, *mesh).run()))
        return signalPassFailure();
      job->setAttr(sbp::kPlacementAttr,
                   sbp::PlacementAttr::get(&getContext(), FlatSymbolRefAttr::get(mesh->getSymNameAttr())));
      shared = *mesh;
    }
    if (shared)
      signVariables(*shared);
  }

private:
  void signVariables(sbp::MeshOp mesh) {
    Attribute broadcast = sbp::attributeOf(&getContext(), SmallVector<Holding>(mesh.getShape().size()));
    for (auto variable : getOperation().getOps<VariableOp>())
      variable->setAttr(sbp::kSignatureAttr, sbp::SignatureAttr::get(&getContext(), /*operands=*/{}, {broadcast}));
  }
};

} // namespace
} // namespace weir
