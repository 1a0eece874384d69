// The rows of the ladder that compare jobs before and after a stage.
#pragma once

#include "lib/Verify/JobRuns.h"
#include "lib/Verify/Report.h"

namespace weir {

/// The inputs that a job is run on, several for each.
struct JobInputs {
  std::string job;
  std::vector<RunInputs> inputs;
};

/// Inputs for the jobs of a module that is in normal form. Emits an error where a job can't be run.
mlir::FailureOr<std::vector<JobInputs>> inputsForJobs(mlir::ModuleOp module, uint64_t seed, NumericsReport &report);

/// weir -> weir: both run in f64 and agree to 1e-9. Emits an error at the op whose result differs.
mlir::LogicalResult checkSameMeaning(mlir::ModuleOp before, mlir::ModuleOp after, llvm::StringRef stage,
                                     llvm::StringRef row, llvm::ArrayRef<JobInputs> jobs, uint64_t seed,
                                     NumericsReport &report);

/// precision: what comes out in the types of `after` lies within the sum of the bounds of the ops of `before`, where
/// products may read and give bf16 if the job asks for it.
mlir::LogicalResult checkPrecision(mlir::ModuleOp before, mlir::ModuleOp after, llvm::ArrayRef<JobInputs> jobs,
                                   uint64_t seed, NumericsReport &report);

} // namespace weir
