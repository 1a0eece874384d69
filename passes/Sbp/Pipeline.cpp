// What runs in the stages `sbp` and `partition`, in order.
#include "passes/Sbp/Passes.h"

#include "dialects/Weir/Control/Passes.h"

#include "mlir/Pass/PassManager.h"

namespace weir {

void buildSbpPipeline(mlir::OpPassManager &passes) {
  passes.addPass(createInferSignaturesPass());
  passes.addPass(createVerifySignaturesPass());
}

void buildPartitionPipeline(mlir::OpPassManager &passes) {
  passes.addPass(createPartitionPass());
  passes.addPass(createVerifyRanksPass());
  passes.addPass(createVerifyNormalFormPass({.ranks = true}));
}

} // namespace weir
