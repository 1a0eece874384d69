// The row autograd: gradients against directional differences.
#pragma once

#include "lib/Compiler/Verify/StageChecks.h"

namespace weir {

/// Runs the stage on a module and whatever follows it.
using RunStageFn = llvm::function_ref<mlir::LogicalResult(mlir::ModuleOp module)>;

/// Of all weir.gradients, each value that they ask for counts.
struct GradientCounts {
  int64_t judged = 0;
  int64_t withoutSlope = 0; ///< near the inputs; elsewhere the loss may have one
  int64_t narrow = 0;       ///< constants in gradients of narrow floats are rounded more than differences allow

  int64_t unjudged() const { return withoutSlope + narrow; }
};

/// For each weir.gradient of a job and each value it asks for: what the stage makes of the gradient, times a random
/// direction, is the difference quotient of the loss along that direction, in f64. The loss is the program before the
/// stage with the value in its place. `before` has passed the stage graph. Emits an error at the weir.gradient.
mlir::FailureOr<GradientCounts> checkGradients(mlir::ModuleOp before, RunStageFn runStage,
                                               llvm::ArrayRef<JobInputs> jobs, uint64_t seed, Report &report);

} // namespace weir
