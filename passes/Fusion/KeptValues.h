// Which values to materialize, because recomputing them wherever they are read would cost more.
#pragma once

#include "dialects/Kernel/Target.h"
#include "passes/Fusion/Evaluations.h"

namespace weir {

/// A materialized value, and the two costs that were compared: cycles per element.
struct KeptValue {
  mlir::Value value;
  double times = 0; ///< that an element would be computed, if everything fuses that may; 0 where it isn't weighed
  double again = 0; ///< all of these but one
  double kept = 0;  ///< storing it, with the fetch that a store takes, one more load, and its share of a launch
};

/// The values of a block to materialize: those whose code would stand in a kernel too often, and those that are cheaper
/// so. Of an elementwise chain only the last op is a candidate.
/// What stands more than `mostOps` ops before a value counts as materialized, because a kernel has no more ops.
llvm::SmallVector<KeptValue> keptValues(mlir::Block &block, const OpRoles &roles, const Evaluations &evaluations,
                                        const GroupingCosts &costs, size_t mostOps);

} // namespace weir
