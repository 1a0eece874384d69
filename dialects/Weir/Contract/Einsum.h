// Sums of products in Einstein's notation: inference and decomposition.
#pragma once

#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/IR/Expression.h"

namespace weir {

Result<Metas> inferEinsum(const Metas &operands, const Attributes &attributes);
Expression einsum(EinsumOp op, mlir::OpBuilder &builder);

} // namespace weir
