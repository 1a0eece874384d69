// Formulas of activations that ops of other families share.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "lib/Support/Semantics.h"

namespace weir {

/// exp(x) / sum(exp(x)) along `dim`, and the same with 0 along a line whose elements are all -infinity: ops, which have
/// gradients of their own.
Expression softmax(Expression x, int64_t dim);
Expression maskedSoftmax(Expression x, int64_t dim);
/// The logarithm of softmax.
Expression logSoftmax(Expression x, int64_t dim);

/// The operand itself, if it has the dimension.
Result<Metas> inferAlong(const TensorMeta &input, int64_t dim);

} // namespace weir
