// The stage `schedule`: jobs of kernel calls become programs of the vm dialect.
#pragma once

#include "dialects/Vm/Vm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

#define GEN_PASS_DECL
#include "passes/Schedule/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Schedule/Passes.h.inc"

/// The passes of the stage in their order; the last one is its verifier.
void buildSchedulePipeline(mlir::OpPassManager &passes);

} // namespace weir
