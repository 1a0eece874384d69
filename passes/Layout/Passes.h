// The stage `layout`: values in the order of elements that the target's kernels read fastest.
#pragma once

#include "dialects/Weir/IR/Dialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

#define GEN_PASS_DECL
#include "passes/Layout/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Layout/Passes.h.inc"

/// Packs what stays the same from run to run.
void buildLayoutPipeline(mlir::OpPassManager &passes);

} // namespace weir
