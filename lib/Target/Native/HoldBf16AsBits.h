// Keeps LLVM from computing in bf16.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Makes every bf16 of a module in the LLVM dialect an i16 of the same bits, but for operands and results of
/// intrinsics. Casts and arithmetic are expanded before, so what is left moves values; but LLVM widens even that to f32
/// where the CPU knows no bf16, and calls functions to narrow it again.
void holdBf16AsBits(mlir::ModuleOp module);

} // namespace weir
