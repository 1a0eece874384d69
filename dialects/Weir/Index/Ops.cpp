// Registration of the Index family.
#include "dialects/Weir/Index/Ops.h"

#include "dialects/Weir/IR/Expression.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Weir/Index/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerIndexOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Index/Ops.cpp.inc"
      >();
}

} // namespace weir
