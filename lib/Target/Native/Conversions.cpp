// See Conversions.h.
#include "lib/Target/Native/Conversions.h"

#include "dialects/Kernel/KeptPasses.h"
#include "passes/Lowering/ExpandMath/Passes.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace weir {

static void addExpansions(PassManager &passes) {
  passes.enableVerifier(false);
  passes.addPass(createExpandMathPass());
  passes.addPass(createExpandCastsPass()); // emulation would round an integer to f32 on its way
  passes.addPass(
      arith::createArithEmulateUnsupportedFloats({.sourceTypeStrs = {"bf16", "f16"}, .targetTypeStr = "f32"}));
  passes.addPass(createExpandCastsPass()); // what emulation made
  passes.addPass(createCanonicalizerPass(quickFolding()));
  passes.addPass(createCSEPass());
  passes.addPass(createLoopInvariantCodeMotionPass());
}

LogicalResult expandNumbers(ModuleOp module) { return runKeptPasses("expansions", module, addExpansions); }

bool isPlain(ModuleOp module) {
  auto isVector = [](Type type) { return isa<VectorType>(type); };
  auto found = module.walk([&](Operation *op) {
    bool isView = isa<memref::SubViewOp, memref::CollapseShapeOp, memref::ExpandShapeOp, memref::ReinterpretCastOp,
                      memref::ExtractStridedMetadataOp>(op);
    bool hasVectors = llvm::any_of(op->getResultTypes(), isVector) || llvm::any_of(op->getOperandTypes(), isVector);
    return isView || hasVectors ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !found.wasInterrupted();
}

GreedyRewriteConfig quickFolding() {
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(false).setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  return config;
}

} // namespace weir
