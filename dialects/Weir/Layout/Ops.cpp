// Registration of the Layout family.
#include "dialects/Weir/Layout/Ops.h"

#include "dialects/Weir/IR/Expression.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Weir/Layout/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerLayoutOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Layout/Ops.cpp.inc"
      >();
}

} // namespace weir
