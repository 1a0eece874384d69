// Jobs that a run executes several times: with parts of their inputs, and then an epilogue.
#pragma once

#include "dialects/Weir/IR/Dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir {

/// How often a run executes the job: 1 but for jobs with `weir.repeat`.
int64_t repeatOf(mlir::func::FuncOp job);
inline bool isEpilogue(mlir::func::FuncOp job) { return job->hasAttr(kEpilogueOfAttr); }
/// What is executed behind the job's last iteration, else null.
mlir::func::FuncOp epilogueOf(mlir::func::FuncOp job);

bool isSliced(mlir::func::FuncOp job, unsigned argument);
bool isStacked(mlir::func::FuncOp job, unsigned result);

/// Fails, with an error emitted, unless
/// - `weir.repeat` is a number from 1 on, of a job that derives nothing;
/// - `weir.sliced` and `weir.stacked` are on tensors with a dimension, of jobs that repeat;
/// - an epilogue is the only one of a job that repeats, takes and returns nothing, and assigns no storage that its job
///   assigns;
/// - carried variables are those of jobs that repeat and of their epilogues.
mlir::LogicalResult verifyRepetition(mlir::ModuleOp module);

} // namespace weir
