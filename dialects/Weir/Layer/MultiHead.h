// Attention of several heads: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layer/Ops.h"

namespace weir {

Result<Metas> inferMultiHead(const Metas &operands, const Attributes &attributes);
Result<Metas> inferMultiHeadWeights(const Metas &operands, const Attributes &attributes);
Expression multiHead(MultiHeadAttentionOp op, mlir::OpBuilder &builder);
llvm::SmallVector<mlir::Value> multiHead(MultiHeadAttentionWeightsOp op, mlir::OpBuilder &builder);

} // namespace weir
