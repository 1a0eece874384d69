// What runs in the stage `layout`, in order.
#include "passes/Layout/Passes.h"

#include "dialects/Weir/Control/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace weir {

void buildLayoutPipeline(mlir::OpPassManager &passes) {
  passes.addNestedPass<mlir::func::FuncOp>(createJoinCollectivesPass());
  passes.addNestedPass<mlir::func::FuncOp>(createLowerCollectivesPass());
  passes.addPass(createFoldScalesPass());
  passes.addNestedPass<mlir::func::FuncOp>(createChannelsLastPass());
  passes.addNestedPass<mlir::func::FuncOp>(createSinkTransposesPass());
  passes.addPass(createPackKernelsPass());
  passes.addPass(createPackOperandsPass());
  passes.addPass(createDeriveValuesPass());
  passes.addNestedPass<mlir::func::FuncOp>(createWriteSlicesPass());
  // Takes away what only the derive jobs need now.
  passes.addNestedPass<mlir::func::FuncOp>(mlir::createCanonicalizerPass());
  passes.addNestedPass<mlir::func::FuncOp>(mlir::createCSEPass());
  passes.addPass(createVerifyNormalFormPass({.ranks = true}));
}

} // namespace weir
