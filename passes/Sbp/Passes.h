// The stages `sbp` and `partition`: how each value is held on a mesh of devices, and one program per rank.
#pragma once

#include "dialects/Comm/Comm.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weir {

#define GEN_PASS_DECL
#include "passes/Sbp/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Sbp/Passes.h.inc"

/// Fails, with an error emitted, unless all that jobs compute, take and give, and all variables, have signatures that
/// fit the jobs' meshes.
mlir::LogicalResult verifySignatures(mlir::ModuleOp module);

/// Gives every op of a job a signature.
void buildSbpPipeline(mlir::OpPassManager &passes);

/// Turns signatures into local programs; the dialect sbp is gone after it.
void buildPartitionPipeline(mlir::OpPassManager &passes);

} // namespace weir
