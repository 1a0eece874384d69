// The iteration rule of a composite op that follows from its decomposition.
#pragma once

#include "lib/Support/IterationRule.h"

#include "mlir/IR/Operation.h"

namespace weir {

/// Expands the op, which stands alone before the terminator of its block, and takes the rule from the loops of what it
/// is made of. A loop is
/// - parallel if it is that in every op, is the position in one dimension of each value, and no element depends on it;
/// - a reduction if one op alone reduces along it, whose results are those of the composite;
/// - whole otherwise.
/// Sizes that the decomposition computes with are no reads of a loop: they say nothing against a split.
IterationRule derivedRule(mlir::Operation *composite);

} // namespace weir
