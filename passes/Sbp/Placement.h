// Which mesh a job runs on.
#pragma once

#include "dialects/Sbp/Sbp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir {

/// The mesh that the job's placement names, or the only mesh of the module; else an error is emitted.
mlir::FailureOr<sbp::MeshOp> meshOf(mlir::func::FuncOp job);

/// Fails unless what a job moves to another mesh is only returned.
mlir::LogicalResult verifyMoves(mlir::func::FuncOp job);

} // namespace weir
