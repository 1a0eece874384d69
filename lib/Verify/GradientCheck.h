// The row autograd: gradients against directional differences.
#pragma once

#include "lib/Verify/StageChecks.h"

namespace weir {

/// Runs the stage on a module and whatever follows it.
using RunStageFn = llvm::function_ref<mlir::LogicalResult(mlir::ModuleOp module)>;

/// Of all weir.gradients, each value that they ask for counts. One is not judged if the loss has no stable difference
/// quotient along any direction tried; at other points it may have one.
struct GradientCounts {
  int64_t judged = 0, unjudged = 0;
};

/// For each weir.gradient of a job and each value it asks for: what the stage makes of the gradient, times a random
/// direction, is the difference quotient of the loss along that direction, in f64. The loss is the program before the
/// stage with the value in its place. `before` has passed the stage graph. Emits an error at the weir.gradient.
mlir::FailureOr<GradientCounts> checkGradients(mlir::ModuleOp before, RunStageFn runStage,
                                               llvm::ArrayRef<JobInputs> jobs, uint64_t seed, NumericsReport &report);

} // namespace weir
