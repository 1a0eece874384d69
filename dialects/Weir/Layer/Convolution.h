// Convolutions with groups and bias in PyTorch's dimensions: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layer/Ops.h"

namespace weir {

Result<Metas> inferConvolution(const Metas &operands, const Attributes &attributes);
Expression convolution(ConvolutionOp op, Expression input, Expression weight, Expression bias);

Result<Metas> inferTransposedConvolution(const Metas &operands, const Attributes &attributes);
Expression transposedConvolution(TransposedConvolutionOp op, Expression input, Expression weight, Expression bias);

} // namespace weir
