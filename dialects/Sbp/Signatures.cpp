// Signatures against iteration rules.
#include "dialects/Sbp/Sbp.h"
#include "dialects/Weir/Control/Ops.h"

#include "llvm/ADT/StringExtras.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace weir::sbp {

LogicalResult verifyHeldAs(llvm::function_ref<InFlightDiagnostic()> emitError, Attribute sbp, Type type,
                           const Twine &what) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<Holding> axes = holdingsOf(sbp);
  for (const Holding &holding : axes) {
    if (holding.kind == Holding::Kind::Split && holding.dim >= tensor.getRank())
      return emitError() << "expects " << what << " to be split along one of its " << tensor.getRank()
                         << " dimensions, got " << sbp << " for " << type;
    bool isLogical = holding.combiner == Combiner::And || holding.combiner == Combiner::Or;
    if (holding.kind == Holding::Kind::Partial && isLogical != tensor.getElementType().isInteger(1))
      return emitError() << "expects partial values of " << what << " to be joined by a combiner of its dtype, got "
                         << sbp << " for " << type;
  }
  if (!hasOneCombiner(axes))
    return emitError() << "expects partial values of " << what << " to be joined by one combiner on all axes, got "
                       << sbp;
  TensorMeta meta = metaOf(tensor);
  for (int dim = 0; dim < tensor.getRank(); ++dim)
    if (std::optional<std::string> misfit = misfitOf(meta.shape[dim], dim, axes))
      return emitError() << *misfit << " for " << what << " of type " << type;
  return success();
}

namespace {

/// The holdings of all values along one axis.
struct AxisSignature {
  std::vector<Holding> operands, results;

  AxisSignature(SignatureAttr signature, unsigned axis) {
    for (Attribute operand : signature.getOperands())
      operands.push_back(holdingsOf(operand)[axis]);
    for (Attribute result : signature.getResults())
      results.push_back(holdingsOf(result)[axis]);
  }

  bool isBroadcast() const {
    auto broadcast = [](const Holding &holding) { return holding.kind == Holding::Kind::Broadcast; };
    return llvm::all_of(operands, broadcast) && llvm::all_of(results, broadcast);
  }

  std::string text() const {
    auto list = [](ArrayRef<Holding> holdings) {
      return "(" + llvm::join(llvm::map_range(holdings, [](const Holding &h) { return weir::toString(h); }), ", ") +
             ")";
    };
    return list(operands) + " -> " + list(results);
  }
};

/// Types of the tensors that a signature of `op` speaks of.
struct SignedTypes {
  SmallVector<Type> operands, results;

  explicit SignedTypes(Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op)) {
      add(operands, function.getArgumentTypes());
      add(results, function.getResultTypes());
    } else if (auto variable = dyn_cast<VariableOp>(op)) {
      results.push_back(variable.getTypeAttr().getValue());
    } else {
      add(operands, op->getOperandTypes());
      add(results, op->getResultTypes());
    }
  }

  static void add(SmallVector<Type> &types, TypeRange all) {
    llvm::copy_if(all, std::back_inserter(types), llvm::IsaPred<RankedTensorType>);
  }
};

LogicalResult verifyCounts(Operation *op, SignatureAttr signature) {
  SignedTypes types(op);
  auto verify = [&](ArrayRef<Attribute> values, ArrayRef<Type> valueTypes, StringRef what) -> LogicalResult {
    if (values.size() != valueTypes.size())
      return op->emitError("expects a signature of ")
             << valueTypes.size() << " " << what << "s, got " << values.size() << " in " << signature;
    for (auto [index, value, type] : llvm::enumerate(values, valueTypes))
      if (failed(verifyHeldAs([&] { return op->emitError(); }, value, type, what + " #" + Twine(index))))
        return failure();
    return success();
  };
  return success(succeeded(verify(signature.getOperands(), types.operands, "operand")) &&
                 succeeded(verify(signature.getResults(), types.results, "result")));
}

LogicalResult verifySameAxes(Operation *op, SignatureAttr signature) {
  auto all = llvm::concat<const Attribute>(signature.getOperands(), signature.getResults());
  std::optional<size_t> axes;
  for (Attribute value : all) {
    size_t count = holdingsOf(value).size();
    if (axes.value_or(count) != count)
      return op->emitError("expects all values to be held on the same axes, got ") << *axes << " and " << count;
    axes = count;
  }
  return success();
}

unsigned numAxes(SignatureAttr signature) {
  for (Attribute value : llvm::concat<const Attribute>(signature.getOperands(), signature.getResults()))
    return holdingsOf(value).size();
  return 0;
}

} // namespace

ValueShapes valueShapes(Operation *op) {
  SignedTypes types(op);
  auto shapeOf = [](Type type) { return metaOf(cast<RankedTensorType>(type)).shape; };
  ValueShapes shapes;
  llvm::append_range(shapes.operands, llvm::map_range(types.operands, shapeOf));
  llvm::append_range(shapes.results, llvm::map_range(types.results, shapeOf));
  return shapes;
}

std::optional<SplitCandidate> takenSplit(const IterationRule &rule, const ValueShapes &shapes, SignatureAttr signature,
                                         unsigned axis) {
  AxisSignature along(signature, axis);
  if (rule.operands.size() != along.operands.size() || rule.results.size() != along.results.size())
    return std::nullopt;
  std::vector<SplitCandidate> candidates = splitCandidates(rule, shapes);
  // Along a part of a factor's range all that is split is split so; the first such value says which.
  auto addFirst = [&](ArrayRef<Holding> values, bool areResults) {
    for (auto [index, held] : llvm::enumerate(values))
      if (held.kind == Holding::Kind::Split) {
        llvm::append_range(candidates, splitsHolding(rule, areResults, index, held, shapes));
        return;
      }
  };
  addFirst(along.operands, /*areResults=*/false);
  addFirst(along.results, /*areResults=*/true);
  for (SplitCandidate &candidate : candidates)
    if (candidate.operands == along.operands && candidate.results == along.results)
      return std::move(candidate);
  return std::nullopt;
}

/// What these see of a variable is how it is held.
static bool seesVariable(Operation *op) { return isa<ReadOp, AssignOp>(op); }

LogicalResult verifySignature(Operation *op, SignatureAttr signature) {
  if (failed(verifyCounts(op, signature)))
    return failure();
  if (isa<FunctionOpInterface, VariableOp>(op))
    return success();
  if (auto move = dyn_cast<MoveOp>(op)) {
    if (signature.getResults()[0] != move.getTo())
      return op->emitOpError("expects a signature whose result is held as ") << move.getTo() << ", got: " << signature;
    return success();
  }
  if (failed(verifySameAxes(op, signature)))
    return failure();
  if (seesVariable(op))
    return success();
  if (auto constrain = dyn_cast<ConstrainOp>(op)) {
    if (signature.getOperands()[0] != constrain.getTo() || signature.getResults()[0] != constrain.getTo())
      return op->emitOpError("expects a signature that is the constraint ")
             << constrain.getTo() << ", got: " << signature;
    return success();
  }
  IterationRule rule;
  std::string text = "none, so that all values are whole";
  if (isa<SemanticsInterface>(op)) {
    FailureOr<IterationRule> found = iterationRuleOf(op);
    if (failed(found))
      return failure();
    rule = std::move(*found);
    text = weir::toString(rule);
  }
  ValueShapes shapes = valueShapes(op);
  for (unsigned axis = 0; axis < numAxes(signature); ++axis) {
    AxisSignature along(signature, axis);
    if (!along.isBroadcast() && !takenSplit(rule, shapes, signature, axis))
      return op->emitOpError("expects a signature that its iteration rule offers: ")
             << text << "; got: " << along.text() << " on axis " << axis;
  }
  return success();
}

} // namespace weir::sbp
