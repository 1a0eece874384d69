// Which values are better kept in memory than computed again in every loop that needs them.
#pragma once

#include "dialects/Kernel/Target.h"

namespace weir {

enum class OpRole;

/// A value that stays in memory, and what was weighed: cycles per element.
struct KeptValue {
  mlir::Value value;
  size_t loops = 0; ///< that need it, if everything fuses that may
  double again = 0; ///< computing it in all of these loops but one
  double kept = 0;  ///< writing it, fetching what is overwritten, reading it once more; its share of a launch
};

/// In program order. Of an elementwise chain it is the end that is kept, where loops part.
llvm::SmallVector<KeptValue> keptValues(mlir::Block &block, llvm::function_ref<OpRole(mlir::Operation *)> role,
                                        const GroupingCosts &costs);

/// Whether a movement repeats what has fewer dimensions, or is a splat: a row's value is computed once per row.
bool repeats(mlir::Operation *movement);

} // namespace weir
