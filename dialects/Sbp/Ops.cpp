// Ops of the sbp dialect, and where its attributes may stand.
#include "dialects/Sbp/Sbp.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <set>

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Sbp/Ops.cpp.inc"

namespace weir::sbp {

LogicalResult SbpDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == kSignatureAttr) {
    auto signature = dyn_cast<SignatureAttr>(attribute.getValue());
    if (!signature)
      return op->emitError("expects '") << kSignatureAttr << "' to be a #sbp.signature, got " << attribute.getValue();
    // The rule takes a valid op for granted; this runs before the op's own verifier.
    if (failed(op->getName().verifyInvariants(op)))
      return failure();
    return verifySignature(op, signature);
  }
  if (attribute.getName() == kPlacementAttr) {
    auto placement = dyn_cast<PlacementAttr>(attribute.getValue());
    if (!placement || !isa<FunctionOpInterface>(op))
      return op->emitError("expects '") << kPlacementAttr << "' to be a #sbp.placement on a function, got "
                                        << attribute.getValue();
    if (!SymbolTable::lookupNearestSymbolFrom<MeshOp>(op, placement.getMesh()))
      return op->emitError("expects a sbp.mesh named ") << placement.getMesh();
    return success();
  }
  if (attribute.getName() == kAsComputedAttr) {
    if (!isa<UnitAttr>(attribute.getValue()) || !isa<FunctionOpInterface>(op))
      return op->emitError("expects '") << kAsComputedAttr << "' without a value on a function";
    return success();
  }
  return op->emitError("expects one of the attributes '")
         << kSignatureAttr << "', '" << kPlacementAttr << "' and '" << kAsComputedAttr << "', got '"
         << attribute.getName().strref() << "'";
}

// mesh

LogicalResult MeshOp::verify() {
  int64_t count = 1;
  for (int64_t size : getShape()) {
    if (size < 1)
      return emitOpError("expects sizes of at least 1, got ") << size;
    if (count > getNumDevices())
      break;
    count *= size;
  }
  if (getShape().empty())
    return emitOpError("expects at least one axis");
  constexpr size_t kMostAxes = 8; // ways to hold a value on them are tried
  if (getShape().size() > kMostAxes)
    return emitOpError("expects at most ") << kMostAxes << " axes, got " << getShape().size();
  if (count != getNumDevices())
    return emitOpError("expects one device per place of its shape, got ")
           << getNumDevices() << " for [" << getShape() << "]";
  std::set<int64_t> seen;
  for (int64_t device : getDevices())
    if (device < 0 || !seen.insert(device).second)
      return emitOpError("expects devices to be distinct ranks from 0 on, got ") << device;
  return success();
}

// move

LogicalResult MoveOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto mesh = symbols.lookupNearestSymbolFrom<MeshOp>(*this, getMeshAttr());
  if (!mesh)
    return emitOpError("expects a sbp.mesh named ") << getMeshAttr();
  if (!isSbp(getTo()))
    return emitOpError("expects x to be split, broadcast, partial or nd, got ") << getTo();
  if (holdingsOf(getTo()).size() != mesh.getShape().size()) {
    InFlightDiagnostic error = emitOpError("expects x to be held on each of the ")
                               << mesh.getShape().size() << " axes of the mesh, got " << getTo();
    error.attachNote(mesh.getLoc()) << "the mesh is here";
    return error;
  }
  if (getX().getType().getRank() == 0)
    return emitOpError("expects a value of some dimensions, as ranks may have no rows of it, got ") << getX().getType();
  return verifyHeldAs([&] { return emitOpError(); }, getTo(), getX().getType(), "x");
}

// constrain

LogicalResult ConstrainOp::verify() {
  if (!isSbp(getTo()))
    return emitOpError("expects x to be split, broadcast, partial or nd, got ") << getTo();
  return verifyHeldAs([&] { return emitOpError(); }, getTo(), getX().getType(), "x");
}

Result<Metas> ConstrainOp::inferResults(const Metas &operands, const Attributes &) { return Metas{operands[0]}; }

Result<IterationRule> ConstrainOp::iterationRule(const Metas &operands, const Metas &results, const Attributes &) {
  Result<IterationRule> rule = ruleFromFactors("*->*", Combiner::Sum, operands, results);
  if (rule)
    rule->linearGroups = {{0}};
  return rule;
}

PrecisionClass ConstrainOp::precisionClass() { return PrecisionClass::Follow; }

void ConstrainOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  // Whoever leaves sums open in one direction asks for nothing in the other one.
  bool isFree =
      llvm::any_of(holdingsOf(getTo()), [](const Holding &held) { return held.kind == Holding::Kind::Partial; });
  Value gradient = resultGradients[0];
  operandGradients.push_back(isFree ? gradient : ConstrainOp::create(builder, getLoc(), gradient, getTo()));
}

} // namespace weir::sbp
