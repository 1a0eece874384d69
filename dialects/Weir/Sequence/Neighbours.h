// Differences of neighbours, and the areas between them: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "lib/Support/Semantics.h"

namespace weir {

Result<Metas> inferDiff(const Metas &operands, const Attributes &attributes);
/// What stands before x, x, and what stands behind it along `dim`; either may be absent.
Expression joinedAround(Expression before, Expression x, Expression behind, int64_t dim);
Expression differences(Expression x, int64_t n, int64_t dim);

Result<Metas> inferArea(const Metas &operands, const Attributes &attributes, bool isCumulative);
/// The areas between neighbours along `dim`, at places x or `dx` apart.
Expression areas(Expression y, Expression x, double dx, int64_t dim);
/// Sums of the elements up to each one.
Expression accumulated(Expression x, int64_t dim);

} // namespace weir
