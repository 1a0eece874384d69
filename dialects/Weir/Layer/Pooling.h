// Pooling of inputs (N, C, *): inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layer/Ops.h"

namespace weir {

Result<Metas> inferMaxPool(const Metas &operands, const Attributes &attributes);
llvm::SmallVector<mlir::Value> maxPool(MaxPoolOp op, Expression input);

Result<Metas> inferAveragePool(const Metas &operands, const Attributes &attributes);
Expression averagePool(AveragePoolOp op, Expression input);

Result<Metas> inferAdaptiveAveragePool(const TensorMeta &input, const Attributes &attributes);
Expression adaptiveAveragePool(Expression input, llvm::ArrayRef<int64_t> size);

Result<Metas> inferAdaptiveMaxPool(const TensorMeta &input, const Attributes &attributes);
llvm::SmallVector<mlir::Value> adaptiveMaxPool(Expression input, llvm::ArrayRef<int64_t> size);

} // namespace weir
