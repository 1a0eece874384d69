// What the ways of CPUs and GPUs to the LLVM dialect share.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace weir {

/// Afterwards only arithmetic is left that every target has: math and casts are expanded. The module isn't verified.
mlir::LogicalResult expandNumbers(mlir::ModuleOp module);

/// Whether nothing has vectors or makes views of memory. Their conversions, on nothing, take a twentieth of a small
/// kernel's time.
bool isPlain(mlir::ModuleOp module);

/// Of a canonicalizer. From the users up: from the top down, its time grows with the square of a block's ops. What
/// nothing reaches is left to LLVM.
mlir::GreedyRewriteConfig quickFolding();

} // namespace weir
