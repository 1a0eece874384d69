// What ops cost by their records.
#pragma once

#include <cstdint>

namespace mlir {
class Operation;
}

namespace weir {

/// Arithmetic of the ops inside, multiplications and additions counted apart; ops whose sizes are not static count 0.
int64_t flopsOf(mlir::Operation *root);

} // namespace weir
