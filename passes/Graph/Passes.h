// The stage `graph`: jobs in normal form, cleaned up.
#pragma once

#include "dialects/Weir/IR/Dialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

#define GEN_PASS_DECL
#include "passes/Graph/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Graph/Passes.h.inc"

/// Inlines calls, folds and cleans up.
void buildGraphPipeline(mlir::OpPassManager &passes);

} // namespace weir
