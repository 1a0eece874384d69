// What tells products apart from other reductions, whatever shapes a target's products may have.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace weir::nest {

/// The kernel's only generic with reduction loops; null where there is none or several.
mlir::linalg::GenericOp onlyReduction(mlir::func::FuncOp kernel);

/// The type of the accumulator if the body is accumulator + convert(a) * convert(b) of floats, the elements of the
/// first two inputs; else null.
mlir::Type productAccumulator(mlir::linalg::GenericOp generic);

/// The number of a kernel's argument among those that are tensors.
unsigned tensorNumber(mlir::BlockArgument argument);

} // namespace weir::nest
