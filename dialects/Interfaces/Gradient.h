// How an op's gradient is built.
#pragma once

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/Interfaces/Gradient.h.inc"

namespace weir {

/// The op's results count as constants for gradients: none flows to its operands, and differences of a loss are taken
/// with its results held.
template <typename ConcreteOp> class StopsGradients : public mlir::OpTrait::TraitBase<ConcreteOp, StopsGradients> {};

/// A step function, as floor: its gradient is 0, and differences of a loss are taken with its results held, as many
/// small steps look like a slope.
template <typename ConcreteOp>
class PiecewiseConstant : public mlir::OpTrait::TraitBase<ConcreteOp, PiecewiseConstant> {};

} // namespace weir
