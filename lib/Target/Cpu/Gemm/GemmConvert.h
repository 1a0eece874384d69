// Between floats and their bits, of scalars and vectors alike. Knows nothing of products.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace weir::cpu {

/// The 16 bits of each element as the low half of an i32.
mlir::Value extendBits(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x);
mlir::Value shiftLeft16(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x);

/// Floats of type `from`, or the bits of such of 16 bits, as floats of a type that is at least as wide.
mlir::Value widenFloat(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x, mlir::Type from, mlir::Type to);

} // namespace weir::cpu
