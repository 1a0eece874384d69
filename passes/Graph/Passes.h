// The stage `graph`: jobs in normal form, cleaned up; and the verifier of normal form that later stages share.
#pragma once

#include "dialects/Weir/IR/Dialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

/// After which stage a module is verified: what that stage was to remove is an error.
enum class NormalFormAfter { Graph, Autograd, Precision, Partition };

#define GEN_PASS_DECL
#include "passes/Graph/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Graph/Passes.h.inc"

/// Inlines calls, folds and cleans up.
void buildGraphPipeline(mlir::OpPassManager &passes);

} // namespace weir
