// Sums and means in f64, for formulas that round once at their end. Knows expressions, no ops.
#pragma once

#include "dialects/Weir/IR/Expression.h"

namespace weir {

/// The sum over `dims` as f64. A kernel that has both the sum and its conversion rounds nothing between them.
inline Expression wideSum(Expression x, llvm::ArrayRef<int64_t> dims) {
  return sum(x, dims).cast(x.getBuilder().getF64Type());
}

/// The number of elements along `dims` of x, as an f64.
inline Expression wideCount(Expression x, llvm::ArrayRef<int64_t> dims) {
  return countAlong(x.cast(x.getBuilder().getF64Type()), dims);
}

/// The mean over `dims` as f64. Of equal numbers it is their number.
inline Expression wideMean(Expression x, llvm::ArrayRef<int64_t> dims) {
  Expression total = wideSum(x, dims);
  return total / broadcast(wideCount(x, dims), total, {});
}

} // namespace weir
