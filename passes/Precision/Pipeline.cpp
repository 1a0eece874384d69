// What runs in the stage `precision`, in order.
#include "passes/Precision/Passes.h"

#include "dialects/Weir/Control/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace weir {

void buildPrecisionPipeline(mlir::OpPassManager &passes) {
  passes.addPass(createMixedPrecisionPass());
  passes.addPass(createAllowTf32Pass());
  passes.addNestedPass<mlir::func::FuncOp>(mlir::createCanonicalizerPass());
  passes.addNestedPass<mlir::func::FuncOp>(mlir::createCSEPass());
  passes.addPass(createVerifyNormalFormPass({.sbp = true}));
}

} // namespace weir
