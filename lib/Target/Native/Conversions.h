// What the ways of CPUs and GPUs to the LLVM dialect share.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

/// Afterwards only arithmetic is left that every target has: math and casts are expanded. The module isn't verified.
mlir::LogicalResult expandNumbers(mlir::ModuleOp module);

/// Makes views of memory arithmetic on addresses, strides and sizes. It looks at them and at nothing else.
std::unique_ptr<mlir::Pass> createExpandViewsPass();

/// Canonicalizes the dialects that kernels are made of. Upstream's pass brings the patterns of all dialects into order
/// in each run, and runs twice.
std::unique_ptr<mlir::Pass> createFoldKernelPass();

} // namespace weir
