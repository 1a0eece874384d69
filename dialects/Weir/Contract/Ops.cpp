// Registration of the Contract family.
#include "dialects/Weir/Contract/Ops.h"

#include "dialects/Weir/Contract/Einsum.h"
#include "dialects/Weir/IR/Expression.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Weir/Contract/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerContractOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Contract/Ops.cpp.inc"
      >();
}

} // namespace weir
