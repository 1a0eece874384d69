// Pooling by average: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layer/Ops.h"

namespace weir {

Result<Metas> inferAveragePool(const Metas &operands, const Attributes &attributes);
Expression averagePool(AveragePoolOp op, Expression input);

} // namespace weir
