// Attributes of the comm dialect, and where they may stand.
#include "dialects/Comm/Comm.h"

#include "llvm/ADT/TypeSwitch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

#define GET_ATTRDEF_CLASSES
#include "dialects/Comm/Attributes.cpp.inc"

#include "dialects/Comm/Dialect.cpp.inc"

namespace weir::comm {

void CommDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Comm/Attributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Comm/Ops.cpp.inc"
      >();
}

LogicalResult CommDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  bool isRanks =
      attribute.getName() == kRanksAttr && isa<RanksAttr>(attribute.getValue()) && isa<SymbolOpInterface>(op);
  bool isPart =
      attribute.getName() == kPartAttr && isa<PartAttr>(attribute.getValue()) && !isa<FunctionOpInterface>(op);
  if (isRanks || isPart)
    return success();
  return op->emitError("expects '") << kRanksAttr << "' on programs and variables, and '" << kPartAttr
                                    << "' on variables, got '" << attribute.getName().strref() << "'";
}

static LogicalResult verifyPartAttr(Operation *op, NamedAttribute attribute) {
  auto part = dyn_cast<PartAttr>(attribute.getValue());
  auto ranks = op->getAttrOfType<RanksAttr>(kRanksAttr);
  if (attribute.getName() == kPartAttr && part && part.getGrid())
    for (int64_t place : part.getGrid().getMembers())
      if (!ranks || place >= static_cast<int64_t>(ranks.getDevices().size()))
        return op->emitError("expects places of its mesh in ") << part << ", got " << place;
  if (attribute.getName() == kPartAttr && part)
    return success();
  return op->emitError("expects '") << kPartAttr << "' to be a #comm.part on arguments and results, got '"
                                    << attribute.getName().strref() << "' of " << attribute.getValue();
}

LogicalResult CommDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned, NamedAttribute attribute) {
  return verifyPartAttr(op, attribute);
}

LogicalResult CommDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned, NamedAttribute attribute) {
  return verifyPartAttr(op, attribute);
}

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult RanksAttr::verify(EmitError emitError, StringAttr, ArrayRef<int64_t> mesh, ArrayRef<int64_t> devices,
                                ArrayRef<int64_t> places) {
  std::optional<int64_t> count = numPlaces(mesh);
  if (count != static_cast<int64_t>(devices.size()))
    return emitError() << "expects a mesh with a place for each device, got [" << mesh << "] for " << devices.size();
  for (int64_t place : places)
    if (place < 0 || place >= *count)
      return emitError() << "expects places of the mesh, which has " << *count << ", got " << place;
  return success();
}

LogicalResult PartAttr::verify(EmitError emitError, Type whole, Attribute held, sbp::GridAttr grid) {
  auto type = dyn_cast<RankedTensorType>(whole);
  if (!type || !sbp::isSbp(held))
    return emitError() << "expects the type of a tensor and how it is held, got " << whole << " and " << held;
  if (grid && (type.getRank() == 0 || sbp::holdingsOf(held).size() != grid.getMesh().size()))
    return emitError() << "expects a value of some dimensions, held on the axes of " << grid << ", got " << type
                       << " held as " << held;
  return sbp::verifyHeldAs(emitError, held, type, "the value");
}

PartAttr oneBehindTheOther(PartAttr part, int64_t values) {
  auto type = cast<RankedTensorType>(part.getWhole());
  SmallVector<int64_t> shape(type.getShape());
  if (values == 1 || ShapedType::isDynamic(shape[0]))
    return part;
  shape[0] *= values;
  SmallVector<Holding> axes = sbp::holdingsOf(part.getHeld());
  for (Holding &axis : axes)
    if (axis.kind == Holding::Kind::Split && axis.dim == 0)
      axis.outer *= values;
  return PartAttr::get(part.getContext(), type.clone(shape), sbp::attributeOf(part.getContext(), axes), part.getGrid());
}

} // namespace weir::comm
