// What mixed precision may do with an op.
#pragma once

#include "mlir/IR/OpDefinition.h"

namespace weir {

enum class PrecisionClass {
  Allow,  ///< runs in the narrow type: its products gain from it
  Follow, ///< runs in whatever type its operands already have
  Deny,   ///< keeps the wide type: it would lose accuracy
};

} // namespace weir

#include "dialects/Interfaces/Precision.h.inc"
