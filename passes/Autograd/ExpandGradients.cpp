// Reverse-mode differentiation over the ops of one function.
#include "passes/Autograd/Passes.h"

#include "dialects/Interfaces/CompositeNames.h"
#include "dialects/Interfaces/Gradient.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Math/Ops.h"

#include "mlir/IR/IRMapping.h"

#include <map>

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_EXPANDGRADIENTSPASS
#include "passes/Autograd/Passes.h.inc"

namespace {

/// On ops whose values are computed again for gradients: the number of the part of the program that they are.
constexpr StringLiteral kCheckpoint = "weir.checkpoint";

/// Copies parts of the program to where their gradients are built, so that their values need not be kept until then.
class Recomputation {
public:
  Recomputation(Operation *root, OpBuilder &builder) : builder(builder) {
    for (Operation &op : llvm::make_range(root->getBlock()->begin(), root->getIterator()))
      if (auto number = op.getAttrOfType<IntegerAttr>(kCheckpoint))
        parts[number.getInt()].push_back(&op);
  }

  /// The op that has the values which a gradient of `op` reads: a copy, if it is part of a checkpoint.
  Operation *evaluated(Operation *op) {
    auto number = op->getAttrOfType<IntegerAttr>(kCheckpoint);
    if (!number)
      return op;
    auto [found, isNew] = copies.try_emplace(number.getInt());
    if (isNew)
      copy(parts[number.getInt()], found->second);
    return found->second.lookup(op);
  }

private:
  void copy(ArrayRef<Operation *> part, IRMapping &mapping) {
    for (Operation *op : part) {
      for (Value operand : op->getOperands())
        if (!mapping.contains(operand) && !livesAnyway(operand))
          mapping.map(operand, OptimizationBarrierOp::create(builder, op->getLoc(), operand).getResult());
      builder.clone(*op, mapping)->removeAttr(kCheckpoint);
    }
  }

  /// Sizes, and what is made of nothing else: reads and constants.
  static bool livesAnyway(Value value) {
    auto isSize = [](Type type) { return type.isIndex(); };
    Operation *op = value.getDefiningOp();
    return isSize(value.getType()) || (op && llvm::all_of(op->getOperandTypes(), isSize));
  }

  OpBuilder &builder;
  std::map<int64_t, SmallVector<Operation *>> parts;
  std::map<int64_t, IRMapping> copies;
};

/// Gives the ops of a gradient the line of the op that is differentiated, and its name if it is a composite.
class GradientLocations : public OpBuilder::Listener {
public:
  GradientLocations(OpBuilder &builder, Operation *op) : builder(builder), loc(insideGradient(op)) {
    builder.setListener(this);
  }
  ~GradientLocations() { builder.setListener(nullptr); }

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override { op->setLoc(loc); }

private:
  OpBuilder &builder;
  Location loc;
};

/// Differentiates one loss. Gradients are built right before the weir.gradient that asks for them.
class ReverseSweep {
public:
  explicit ReverseSweep(GradientOp root) : root(root), builder(root), recomputation(root, builder) {}

  LogicalResult run() {
    markDependents();
    addGradient(root.getLoss(), constantLike(builder, root.getLoc(), 1, root.getLoss()));
    for (Operation *op = root->getPrevNode(); op; op = op->getPrevNode())
      visit(op);
    if (!withoutGradient.empty())
      return reportMissing();
    for (auto [value, result] : llvm::zip(root.getWrt(), root.getResults())) {
      Value gradient = gradients.lookup(value);
      if (!gradient)
        gradient = constantLike(builder, root.getLoc(), 0, value);
      result.replaceAllUsesWith(inTypeOf(value, gradient));
    }
    root.erase();
    return success();
  }

private:
  /// Whether the value has a size 1, say, that the gradient's type leaves open: an op that repeats it would not see
  /// that.
  static bool knowsMore(Value value, Value gradient) {
    ArrayRef<int64_t> known = cast<RankedTensorType>(value.getType()).getShape();
    ArrayRef<int64_t> open = cast<RankedTensorType>(gradient.getType()).getShape();
    return llvm::any_of(llvm::zip_equal(known, open), [](auto sizes) {
      return !ShapedType::isDynamic(std::get<0>(sizes)) && ShapedType::isDynamic(std::get<1>(sizes));
    });
  }

  /// What was built may know sizes that the value's type doesn't say, which others rely on.
  Value inTypeOf(Value value, Value gradient) {
    if (gradient.getType() == value.getType())
      return gradient;
    auto dims = llvm::to_vector(llvm::seq<int64_t>(0, cast<RankedTensorType>(value.getType()).getRank()));
    return broadcastLike(builder, root.getLoc(), gradient, value, dims);
  }

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
    if (!isa<GradientInterface>(op)) {
      withoutGradient.push_back(op);
      return;
    }
    auto differentiable = cast<GradientInterface>(recomputation.evaluated(op));
    SmallVector<Value> resultGradients, operandGradients;
    for (Value result : op->getResults()) {
      Value gradient = gradients.lookup(result);
      resultGradients.push_back(gradient ? gradient : constantLike(builder, op->getLoc(), 0, result));
    }
    {
      GradientLocations locations(builder, op);
      differentiable.buildGradient(builder, resultGradients, operandGradients);
    }
    for (auto [operand, gradient] : llvm::zip(op->getOperands(), operandGradients))
      if (gradient && dependent.contains(operand))
        addGradient(operand, gradient);
  }

  void addGradient(Value value, Value gradient) {
    if (knowsMore(value, gradient))
      gradient = inTypeOf(value, gradient);
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
  Recomputation recomputation;
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
    getOperation().walk([](Operation *op) { op->removeAttr(kCheckpoint); });
  }
};

} // namespace
} // namespace weir
