// From a module of NVVM ops to code that calls the simulator.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/Pass.h"

namespace weir::sim {

#define GEN_PASS_DECL
#include "lib/Target/Sim/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lib/Target/Sim/Passes.h.inc"

/// On ldmatrix and mma.sync: the next op of the kind that has no such attribute does the work.
inline constexpr llvm::StringLiteral kDeferredAttr = "deferred";

/// What weir-defer-matrix-ops does, to all blocks inside the op.
void deferMatrixOps(mlir::Operation *op);

} // namespace weir::sim
