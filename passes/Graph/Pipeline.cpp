// What runs in the stage `graph`, in order.
#include "passes/Graph/Passes.h"

#include "dialects/Weir/Control/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace weir {

void buildGraphPipeline(mlir::OpPassManager &passes) {
  passes.addPass(createInlineCallsPass());
  passes.addPass(createMarkJobsPass());
  passes.addNestedPass<mlir::func::FuncOp>(createMarkGradientSourcesPass());
  passes.addNestedPass<mlir::func::FuncOp>(createExpandCompositesPass({.keepOwnGradients = true}));
  passes.addNestedPass<mlir::func::FuncOp>(mlir::createCanonicalizerPass());
  passes.addNestedPass<mlir::func::FuncOp>(mlir::createCSEPass());
  passes.addPass(createVerifyNormalFormPass({.gradients = true, .amp = true, .sbp = true}));
}

} // namespace weir
