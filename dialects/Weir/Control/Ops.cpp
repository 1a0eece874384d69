// Registration of the Control family: verification and symbol uses.
#include "dialects/Weir/Control/Ops.h"

#include "dialects/Interfaces/TensorTypes.h"
#include "dialects/Weir/IR/Expression.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Weir/Control/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerControlOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Control/Ops.cpp.inc"
      >();
}

// variable

LogicalResult VariableOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getTypeAttr().getValue());
  if (!type || !type.hasStaticShape())
    return emitOpError("expects a tensor type of static shape, got ") << getTypeAttr().getValue();
  if (failed(verifyTensor(*this, type, "the variable")))
    return failure();
  if (std::optional<ElementsAttr> initial = getInitial();
      initial && !initial->isSplat() && initial->getShapedType() != type)
    return emitOpError("expects the initial value to have the variable's type, got ")
           << initial->getShapedType() << " and " << type;
  return success();
}

LogicalResult VariableOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (!getAliasAttr())
    return success();
  if (getCarried())
    return emitOpError("expects a carried variable to have a storage of its own, got an alias of ") << getAliasAttr();
  auto other = symbols.lookupNearestSymbolFrom<VariableOp>(*this, getAliasAttr());
  if (!other)
    return emitOpError("expects a weir.variable named ") << getAliasAttr();
  if (!other.getAliasAttr() && !other.getCarried() && other.getTypeAttr() == getTypeAttr())
    return success();
  InFlightDiagnostic error = emitOpError("expects to be the alias of a variable of type ")
                             << getType() << " that is none itself and is not carried";
  error.attachNote(other.getLoc()) << "the variable is here";
  return error;
}

// read, assign

/// Checks that `name` is a variable whose type is `type`.
static LogicalResult verifyVariableUse(Operation *op, SymbolTableCollection &symbols, FlatSymbolRefAttr name,
                                       Type type) {
  auto variable = symbols.lookupNearestSymbolFrom<VariableOp>(op, name);
  if (!variable)
    return op->emitOpError("expects a weir.variable named ") << name;
  Type expected = variable.getTypeAttr().getValue();
  if (expected != type) {
    InFlightDiagnostic error = op->emitOpError("expects the variable's type ") << expected << ", got " << type;
    error.attachNote(variable.getLoc()) << "the variable is here";
    return error;
  }
  return success();
}

LogicalResult ReadOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyVariableUse(*this, symbols, getVariableAttr(), getType());
}

LogicalResult AssignOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyVariableUse(*this, symbols, getVariableAttr(), getValue().getType());
}

// gradient

void GradientOp::build(OpBuilder &, OperationState &state, Value loss, ValueRange wrt) {
  state.addOperands(loss);
  state.addOperands(wrt);
  state.addTypes(wrt.getTypes());
}

LogicalResult GradientOp::verify() {
  auto loss = cast<RankedTensorType>(getLoss().getType());
  if (loss.getRank() != 0)
    return emitOpError("expects loss to be a scalar, got ") << loss;
  if (getWrt().getTypes() != getResultTypes())
    return emitOpError("expects one gradient of the type of each value");
  return success();
}

// call

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError("expects a function named ") << getCalleeAttr();
  FunctionType type = callee.getFunctionType();
  if (type.getInputs() != getOperandTypes() || type.getResults() != getResultTypes())
    return emitOpError("expects the types of ") << getCalleeAttr() << ", which are " << type;
  return success();
}

} // namespace weir
