// See Conversions.h.
#include "lib/Target/Native/Conversions.h"

#include "dialects/Kernel/KeptPasses.h"
#include "passes/Lowering/ExpandMath/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
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
  passes.addPass(createFoldKernelPass());
  passes.addPass(createCSEPass());
  passes.addPass(createLoopInvariantCodeMotionPass());
}

LogicalResult expandNumbers(ModuleOp module) { return runKeptPasses("expansions", module, addExpansions); }

/// From the users up: from the top down, the time grows with the square of a block's ops. Once, as what changes is
/// looked at again anyway. What nothing reaches is left to LLVM.
static GreedyRewriteConfig quickFolding() {
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(false).setMaxIterations(1);
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  return config;
}

namespace {

struct ExpandViews : PassWrapper<ExpandViews, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandViews)

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, arith::ArithDialect, memref::MemRefDialect>();
  }

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    memref::populateExpandStridedMetadataPatterns(all);
    patterns = std::move(all);
    return success();
  }

  void runOnOperation() override {
    SmallVector<Operation *> views;
    getOperation()->walk([&](Operation *op) {
      if (isa<memref::SubViewOp, memref::CollapseShapeOp, memref::ExpandShapeOp, memref::ReinterpretCastOp,
              memref::ExtractStridedMetadataOp>(op))
        views.push_back(op);
    });
    GreedyRewriteConfig config = quickFolding().setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(applyOpPatternsGreedily(views, patterns, config)))
      signalPassFailure();
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

std::unique_ptr<Pass> createExpandViewsPass() { return std::make_unique<ExpandViews>(); }

namespace {

struct FoldKernel : PassWrapper<FoldKernel, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FoldKernel)

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (StringRef name : {"affine", "arith", "cf", "gpu", "llvm", "math", "memref", "nvvm", "scf", "vector"}) {
      if (Dialect *dialect = context->getLoadedDialect(name))
        dialect->getCanonicalizationPatterns(all);
      for (RegisteredOperationName op : context->getRegisteredOperationsByDialect(name))
        op.getCanonicalizationPatterns(all, context);
    }
    patterns = std::move(all);
    return success();
  }

  void runOnOperation() override { (void)applyPatternsGreedily(getOperation(), patterns, quickFolding()); }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

std::unique_ptr<Pass> createFoldKernelPass() { return std::make_unique<FoldKernel>(); }

} // namespace weir
