// Between an image and its windows: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layer/Ops.h"

namespace weir {

Result<Metas> inferUnfold(const TensorMeta &input, const Attributes &attributes);
Expression unfold(UnfoldOp op, Expression input);

Result<Metas> inferFold(const TensorMeta &input, const Attributes &attributes);
Expression fold(FoldOp op, Expression input);

} // namespace weir
