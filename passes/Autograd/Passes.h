// The stage `autograd`: gradients and updates become ordinary ops.
#pragma once

#include "dialects/Weir/IR/Dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

#define GEN_PASS_DECL
#include "passes/Autograd/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Autograd/Passes.h.inc"

/// Expands gradients and cleans up what they leave unused.
void buildAutogradPipeline(mlir::OpPassManager &passes);

} // namespace weir
