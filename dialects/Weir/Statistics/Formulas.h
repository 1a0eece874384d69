// Formulas over dimensions that ops of other families share.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "lib/Support/IterationRule.h"

namespace weir {

/// The p-norm of x over `dims`; of one that is 0 the gradient is 0.
Expression norm(Expression x, llvm::ArrayRef<int64_t> dims, double p);

/// Where along `dim` the extreme stands first. A NaN is the extreme, if there is one.
Expression firstExtreme(Expression x, int64_t dim, Combiner by);

} // namespace weir
