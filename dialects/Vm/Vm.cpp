// The vm dialect: registration, the buffer type, and verification of what a program declares.
#include "dialects/Vm/Vm.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"

#include "llvm/ADT/TypeSwitch.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

#include "dialects/Vm/Dialect.cpp.inc"
#include "dialects/Vm/Enums.cpp.inc"
#include "dialects/Vm/Interfaces.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Vm/Types.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/Vm/Ops.cpp.inc"

namespace weir::vm {

void VmDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Vm/Types.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Vm/Ops.cpp.inc"
      >();
}

// !vm.buffer

Type BufferType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  SMLoc where = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) || parser.parseType(elementType) || parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(where); }, parser.getContext(), shape, elementType);
}

void BufferType::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printDimensionList(getShape());
  printer << (getShape().empty() ? "" : "x") << getElementType() << ">";
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape,
                                 Type elementType) {
  if (!dtypeOf(elementType))
    return emitError() << "expects elements of a dtype, got " << elementType;
  if (static_cast<int>(shape.size()) > kMaxRank)
    return emitError() << "expects rank " << kMaxRank << " at most, got " << shape.size();
  return success();
}

BufferType BufferType::get(RankedTensorType type) {
  return get(type.getContext(), type.getShape(), type.getElementType());
}

ShapedType BufferType::cloneWith(std::optional<ArrayRef<int64_t>> shape, Type elementType) const {
  return get(getContext(), shape.value_or(getShape()), elementType);
}

Result<int64_t> BufferType::numBytes(int64_t assumed) const {
  Sizes sizes(getShape().begin(), getShape().end());
  for (int64_t &size : sizes)
    if (ShapedType::isDynamic(size))
      size = assumed;
  return checkedNumBytes(sizes, *dtypeOf(getElementType()));
}

Value rootBuffer(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewOp>())
    buffer = view.getOf();
  return buffer;
}

// Declarations.

static LogicalResult verifySizes(Operation *op, ValueRange sizes, BufferType type) {
  if (sizes.size() == type.getNumDynamicDims())
    return success();
  return op->emitOpError("expects one size per `?` dimension, got ")
         << sizes.size() << " for " << type.getNumDynamicDims();
}

/// That of all iterations.
static BufferType repeated(BufferType part, uint32_t times) {
  SmallVector<int64_t> shape(part.getShape());
  if (!ShapedType::isDynamic(shape.front()))
    shape.front() *= times;
  return BufferType::get(part.getContext(), shape, part.getElementType());
}

BufferType InputOp::getPortType() {
  return getSliced() ? repeated(getType(), (*this)->getParentOfType<ProgramOp>().getRepeat()) : getType();
}

BufferType ResultOp::getPortType() {
  return getStacked() ? repeated(getType(), (*this)->getParentOfType<ProgramOp>().getRepeat()) : getType();
}

LogicalResult InputOp::verify() {
  if (getSliced() && getType().getRank() == 0)
    return emitOpError("expects a dimension to slice, got ") << getType();
  return success();
}

LogicalResult ResultOp::verify() {
  if (getStacked() && getType().getRank() == 0)
    return emitOpError("expects a dimension to stack, got ") << getType();
  if (failed(verifySizes(*this, getSizes(), getType())))
    return failure();
  if (!getInPlaceOf())
    return success();
  auto input = getInPlaceOf().getDefiningOp<InputOp>();
  if (!input || !input.getDonated())
    return emitOpError("expects to be in place of a donated input");
  return success();
}

LogicalResult VariableOp::verify() {
  if (!getType().hasStaticShape())
    return emitOpError("expects a static shape, got ") << getType();
  return success();
}

LogicalResult VariableOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto variable = symbols.lookupNearestSymbolFrom<weir::VariableOp>(*this, getVariableAttr());
  if (!variable)
    return emitOpError("expects a weir.variable named ") << getVariableAttr();
  auto type = cast<RankedTensorType>(variable.getTypeAttr().getValue());
  if (BufferType::get(type) == getType())
    return success();
  InFlightDiagnostic error = emitOpError("expects a buffer of the variable's type ") << type << ", got " << getType();
  error.attachNote(variable.getLoc()) << "the variable is here";
  return error;
}

LogicalResult ConstantOp::verify() {
  ShapedType type = getValue().getShapedType();
  if (!getType().hasStaticShape())
    return emitOpError("expects a static shape, got ") << getType();
  if (type.getShape() != getType().getShape() || type.getElementType() != getType().getElementType())
    return emitOpError("expects elements of the buffer's type, got ") << type << " for " << getType();
  return success();
}

LogicalResult ArenaOp::verify() {
  if (getCarried() && getRegisters() > 1)
    return emitOpError("expects one register where it is carried, got ") << getRegisters();
  if (failed(verifySizes(*this, getSizes(), getType())))
    return failure();
  if (getOffset().has_value() != getBytes().has_value())
    return emitOpError("expects offset and bytes together");
  if (!getOffset())
    return success();
  if (!getType().hasStaticShape())
    return emitOpError("expects a static shape where it has an offset, got ") << getType();
  Result<int64_t> bytes = getType().numBytes();
  if (!bytes)
    return emitOpError() << bytes.message();
  if (static_cast<int64_t>(*getBytes()) < *bytes)
    return emitOpError("expects at least ") << *bytes << " bytes, got " << *getBytes();
  return success();
}

LogicalResult ViewOp::verify() {
  if (failed(verifySizes(*this, getSizes(), getType())))
    return failure();
  if (!getStrides().empty() && static_cast<int64_t>(getStrides().size()) != getType().getRank())
    return emitOpError("expects no strides or one per dimension, got ")
           << getStrides().size() << " for " << getType().getRank();
  BufferType of = getOf().getType();
  if (of.getElementType() != getType().getElementType())
    return emitOpError("expects the element type of its buffer, ")
           << of.getElementType() << ", got " << getType().getElementType();
  bool isWhole = getStrides().empty() && !getOffset() && of.hasStaticShape() && getType().hasStaticShape();
  if (isWhole && of.getNumElements() != getType().getNumElements())
    return emitOpError("expects as many elements as its buffer, ")
           << of.getNumElements() << ", got " << getType().getNumElements();
  auto input = getOf().getDefiningOp<InputOp>();
  if (input && input.getStrided())
    return emitOpError("expects a row-major buffer, got the strided input '") << input.getName() << "'";
  return success();
}

LogicalResult SizeOp::verify() {
  if (!getInput().getDefiningOp<InputOp>())
    return emitOpError("expects a size of an input");
  if (static_cast<int64_t>(getDim()) >= getInput().getType().getRank())
    return emitOpError("expects a dimension below ") << getInput().getType().getRank() << ", got " << getDim();
  return success();
}

} // namespace weir::vm
