// Formulas along one dimension that ops of other families share.
#pragma once

#include "dialects/Weir/IR/Expression.h"

namespace weir {

/// Where along `dim` the last of the elements up to each one stands that equals the extreme of these, or is NaN; from
/// the end, if `reverse`.
Expression lastEqualAlong(Expression x, Expression extremes, int64_t dim, bool reverse);

} // namespace weir
