// The stage `group`: what is fused together.
#pragma once

#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/IR/Dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

#define GEN_PASS_DECL
#include "passes/Fusion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Fusion/Passes.h.inc"

void buildFusionPipeline(mlir::OpPassManager &passes);

} // namespace weir
