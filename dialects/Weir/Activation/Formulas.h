// Formulas of activations that ops of other families share.
#pragma once

#include "dialects/Weir/IR/Expression.h"

namespace weir {

/// exp(x) / sum(exp(x)) along `dim`, and its logarithm.
Expression softmax(Expression x, int64_t dim);
Expression logSoftmax(Expression x, int64_t dim);

} // namespace weir
