// Formulas of activations that ops of other families share.
#pragma once

#include "dialects/Weir/IR/Expression.h"

namespace weir {

/// exp(x) / sum(exp(x)) along `dim`, and the same with 0 along a line whose elements are all -infinity: ops, which have
/// gradients of their own.
Expression softmax(Expression x, int64_t dim);
Expression maskedSoftmax(Expression x, int64_t dim);
/// The logarithm of softmax.
Expression logSoftmax(Expression x, int64_t dim);

} // namespace weir
