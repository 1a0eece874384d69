// Which values to materialize, because recomputing them in every loop that reads them would cost more.
#pragma once

#include "dialects/Kernel/Target.h"
#include "passes/Fusion/OpRoles.h"

namespace weir {

/// A materialized value, and the two costs that were compared: cycles per element.
struct KeptValue {
  mlir::Value value;
  size_t loops = 0; ///< that read it, if everything fuses that may
  double again = 0; ///< recomputing it in all of these loops but one
  double kept = 0;  ///< storing it, with the fetch that a store takes, one more load, and its share of a launch
};

/// The values of a block to materialize, in program order. Of an elementwise chain only the last op is a candidate.
/// What stands more than `mostOps` ops before a value counts as materialized, because a kernel has no more ops.
llvm::SmallVector<KeptValue> keptValues(mlir::Block &block, const OpRoles &roles, const GroupingCosts &costs,
                                        size_t mostOps);

} // namespace weir
