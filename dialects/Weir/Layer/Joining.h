// Tensors put together along a dimension: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layer/Ops.h"

namespace weir {

Result<Metas> inferCat(const Metas &parts, const Attributes &attributes);
Expression cat(CatOp op, mlir::OpBuilder &builder);

Result<Metas> inferBlockDiag(const Metas &blocks);
Expression blockDiag(BlockDiagOp op, mlir::OpBuilder &builder);

Result<Metas> inferRoll(const TensorMeta &input, const Attributes &attributes);
Expression roll(RollOp op, Expression input);

} // namespace weir
