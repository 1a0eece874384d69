// Inputs (N, C, *) of other sizes: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layer/Ops.h"

namespace weir {

Result<Metas> inferInterpolate(const TensorMeta &input, const Attributes &attributes);
Expression interpolate(InterpolateOp op, Expression input);

Result<Metas> inferGridSample(const Metas &operands, const Attributes &attributes);
Expression gridSample(GridSampleOp op, Expression input, Expression grid);

Result<Metas> inferPadByMode(const TensorMeta &input, const Attributes &attributes);
Expression padByMode(PadByModeOp op, Expression input);

} // namespace weir
