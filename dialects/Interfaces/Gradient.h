// How an op's gradient is built.
#pragma once

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/Interfaces/Gradient.h.inc"

namespace weir {

/// The op's results count as constants for gradients: none flows to its operands, and differences of a loss are taken
/// with its results held.
template <typename ConcreteOp> class StopsGradients : public mlir::OpTrait::TraitBase<ConcreteOp, StopsGradients> {};

} // namespace weir
