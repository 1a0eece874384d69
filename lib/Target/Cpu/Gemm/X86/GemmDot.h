// The bf16 dot of x86: the one step of a product that is particular to it.
#pragma once

#include "mlir/IR/Builders.h"

namespace weir::cpu::x86 {

/// sum + the products of the two bf16 in each i32 lane of x and y, added in f32.
mlir::Value emitBf16Dot(mlir::OpBuilder &b, mlir::Location loc, mlir::Value sum, mlir::Value x, mlir::Value y);

} // namespace weir::cpu::x86
