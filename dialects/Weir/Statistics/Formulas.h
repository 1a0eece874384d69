// Formulas over dimensions that ops of other families share.
#pragma once

#include "dialects/Weir/IR/Expression.h"

namespace weir {

/// The p-norm of x over `dims`; of one that is 0 the gradient is 0.
Expression norm(Expression x, llvm::ArrayRef<int64_t> dims, double p);

} // namespace weir
