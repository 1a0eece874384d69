// Several products in a row: inference and decomposition.
#pragma once

#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/IR/Expression.h"

namespace weir {

Result<Metas> inferMultiDot(const Metas &matrices);
Expression multiDot(MultiDotOp op, mlir::OpBuilder &builder);

Result<Metas> inferMatrixPower(const TensorMeta &input, const Attributes &attributes);
Expression matrixPower(Expression x, int64_t n);

Result<Metas> inferBilinear(const Metas &operands, const Attributes &attributes);
Expression bilinear(Expression input1, Expression input2, Expression weight, Expression bias);

} // namespace weir
