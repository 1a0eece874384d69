// Registration of the Math family; its ops live in their records.
#include "dialects/Weir/Math/Ops.h"

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Math/Erfinv.h"

#include "llvm/ADT/TypeSwitch.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

#define GET_ATTRDEF_CLASSES
#include "dialects/Weir/Math/Attributes.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/Weir/Math/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerMathOps() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Weir/Math/Attributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Math/Ops.cpp.inc"
      >();
}

} // namespace weir
