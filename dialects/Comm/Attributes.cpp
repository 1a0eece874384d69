// Attributes of the comm dialect, and where they may stand.
#include "dialects/Comm/Comm.h"

#include "dialects/Weir/Control/Ops.h"

#include "llvm/ADT/TypeSwitch.h"
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
      attribute.getName() == kRanksAttr && isa<RanksAttr>(attribute.getValue()) && isa<FunctionOpInterface>(op);
  bool isPart = attribute.getName() == kPartAttr && isa<PartAttr>(attribute.getValue()) && isa<VariableOp>(op);
  if (isRanks || isPart)
    return success();
  return op->emitError("expects '") << kRanksAttr << "' on a function or '" << kPartAttr << "' on a variable, got '"
                                    << attribute.getName().strref() << "'";
}

} // namespace weir::comm
