// What runs in the stage `autograd`, in order.
#include "passes/Autograd/Passes.h"

#include "dialects/Weir/Control/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace weir {

void buildAutogradPipeline(mlir::OpPassManager &passes) {
  auto &job = passes.nest<mlir::func::FuncOp>();
  job.addPass(createExpandCompositesPass({.keepOwnGradients = true}));
  job.addPass(createExpandGradientsPass());
  job.addPass(createExpandCompositesPass());
  job.addPass(createRemoveDetachPass());
  job.addPass(mlir::createCanonicalizerPass());
  job.addPass(mlir::createCSEPass());
  passes.addPass(createVerifyNormalFormPass({.amp = true, .sbp = true}));
}

} // namespace weir
