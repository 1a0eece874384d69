// What records say of ops that passes and checks ask for by name of the trait, and never by a list of ops.
#pragma once

#include "mlir/IR/OpDefinition.h"

namespace weir {

/// Reads or writes x in windows, whose geometry stands in the attributes window, strides, padding_low, padding_high and
/// dilations, each with a number for every dimension of x.
template <typename ConcreteOp> class OverWindows : public mlir::OpTrait::TraitBase<ConcreteOp, OverWindows> {};

/// Sums products of a kernel with windows of an image, be they of one element: targets cut it into rows and channels.
template <typename ConcreteOp> class SumsOverWindows : public mlir::OpTrait::TraitBase<ConcreteOp, SumsOverWindows> {};

/// Its result has the dimensions of x but for those that the attribute dims names.
template <typename ConcreteOp> class ReducesDims : public mlir::OpTrait::TraitBase<ConcreteOp, ReducesDims> {};

/// The stage layout makes it; no program that is traced or written by hand holds it.
template <typename ConcreteOp> class MadeByLayout : public mlir::OpTrait::TraitBase<ConcreteOp, MadeByLayout> {};

/// Its result is its first operand but for elements that it writes without reading others of it: it may be computed in
/// that operand's place, where nothing but these elements is touched.
template <typename ConcreteOp> class WritesInto : public mlir::OpTrait::TraitBase<ConcreteOp, WritesInto> {};

/// Stands in a job behind the stage launch: it says where bytes are, and computes none.
template <typename ConcreteOp>
class StaysBehindLaunch : public mlir::OpTrait::TraitBase<ConcreteOp, StaysBehindLaunch> {};

} // namespace weir
