// Which values are better kept in memory than computed again in every loop that needs them.
#pragma once

#include "dialects/Kernel/Target.h"
#include "passes/Fusion/OpRoles.h"

namespace weir {

/// A value that stays in memory, and what was weighed: cycles per element.
struct KeptValue {
  mlir::Value value;
  size_t loops = 0; ///< that need it, if everything fuses that may
  double again = 0; ///< computing it in all of these loops but one
  double kept = 0;  ///< writing it, fetching what is overwritten, reading it once more; its share of a launch
};

/// The values of a block to materialize, in program order. Of an elementwise chain only the last op is a candidate.
/// What stands more than `mostOps` ops before a value counts as materialized, because a kernel has no more ops.
llvm::SmallVector<KeptValue> keptValues(mlir::Block &block, const OpRoles &roles, const GroupingCosts &costs,
                                        size_t mostOps);

} // namespace weir
