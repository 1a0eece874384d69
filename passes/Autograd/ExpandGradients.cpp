// Reverse-mode differentiation over the ops of one function.
#include "passes/Autograd/Passes.h"

#include "dialects/Interfaces/Gradient.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Math/Ops.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_EXPANDGRADIENTSPASS
#include "passes/Autograd/Passes.h.inc"

namespace {

/// Differentiates one loss. Gradients are built right before the weir.gradient that asks for them.
class ReverseSweep {
public:
  explicit ReverseSweep(GradientOp root) : root(root), builder(root) {}

  LogicalResult run() {
    markDependents();
    addGradient(root.getLoss(), constantLike(builder, root.getLoc(), 1, root.getLoss()));
    for (Operation *op = root->getPrevNode(); op; op = op->getPrevNode())
      visit(op);
    if (!withoutGradient.empty())
      return reportMissing();
    for (auto [value, result] : llvm::zip(root.getWrt(), root.getResults())) {
      Value gradient = gradients.lookup(value);
      result.replaceAllUsesWith(gradient ? gradient : constantLike(builder, root.getLoc(), 0, value));
    }
    root.erase();
    return success();
  }

private:
  /// Finds the floats that depend on the values asked for; gradients flow nowhere else. What depends on a value's size,
  /// on integers made of it, or on it through an op that stops gradients, does not depend on the value.
  void markDependents() {
    dependent.insert(root.getWrt().begin(), root.getWrt().end());
    for (Operation &op : *root->getBlock()) {
      if (&op == root)
        break;
      if (op.hasTrait<StopsGradients>())
        continue;
      if (llvm::any_of(op.getOperands(), [&](Value operand) { return dependent.contains(operand); }))
        for (Value result : op.getResults())
          if (isa<FloatType>(getElementTypeOrSelf(result.getType())))
            dependent.insert(result);
    }
  }

  void visit(Operation *op) {
    bool asked = llvm::any_of(op->getResults(), [&](Value result) { return gradients.contains(result); });
    bool reachesWrt = llvm::any_of(op->getOperands(), [&](Value operand) { return dependent.contains(operand); });
    if (!asked || !reachesWrt)
      return;
    auto differentiable = dyn_cast<GradientInterface>(op);
    if (!differentiable) {
      withoutGradient.push_back(op);
      return;
    }
    SmallVector<Value> resultGradients, operandGradients;
    for (Value result : op->getResults()) {
      Value gradient = gradients.lookup(result);
      resultGradients.push_back(gradient ? gradient : constantLike(builder, op->getLoc(), 0, result));
    }
    differentiable.buildGradient(builder, resultGradients, operandGradients);
    for (auto [operand, gradient] : llvm::zip(op->getOperands(), operandGradients))
      if (gradient && dependent.contains(operand))
        addGradient(operand, gradient);
  }

  void addGradient(Value value, Value gradient) {
    Value &sum = gradients[value];
    sum = sum ? Value(AddOp::create(builder, gradient.getLoc(), sum, gradient)) : gradient;
  }

  LogicalResult reportMissing() {
    InFlightDiagnostic error = root.emitOpError("expects every op between loss and values to have a gradient, got ")
                               << withoutGradient.size() << " without";
    for (Operation *op : withoutGradient)
      error.attachNote(op->getLoc()) << "'" << op->getName() << "' has no gradient";
    return error;
  }

  GradientOp root;
  OpBuilder builder;
  DenseSet<Value> dependent;
  DenseMap<Value, Value> gradients;
  SmallVector<Operation *> withoutGradient;
};

struct ExpandGradients : impl::ExpandGradientsPassBase<ExpandGradients> {
  void runOnOperation() override {
    // In program order, so that a gradient of a gradient finds the first one expanded.
    SmallVector<GradientOp> roots;
    getOperation().walk([&](GradientOp op) { roots.push_back(op); });
    for (GradientOp root : roots) {
      if (!getOperation().getBody().hasOneBlock() || root->getParentOp() != getOperation()) {
        root.emitOpError("expects to stand in the only block of a function");
        return signalPassFailure();
      }
      if (failed(ReverseSweep(root).run()))
        return signalPassFailure();
    }
  }
};

} // namespace
} // namespace weir
