// Keeps values apart that gradients are taken of.
#include "passes/Graph/Passes.h"

#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Math/Ops.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_MARKGRADIENTSOURCESPASS
#include "passes/Graph/Passes.h.inc"

namespace {

struct MarkGradientSources : impl::MarkGradientSourcesPassBase<MarkGradientSources> {
  void runOnOperation() override {
    int64_t marked = 0;
    getOperation().walk([&](GradientOp gradient) {
      for (Value source : llvm::to_vector(gradient.getWrt()))
        if (isMergedWithOthers(source))
          mark(source, marked++);
    });
  }

  static bool isMergedWithOthers(Value source) {
    Operation *op = source.getDefiningOp();
    return op && !isa<ReadOp>(op) && !op->hasAttr(kGradientSourceAttr);
  }

  static void mark(Value source, int64_t number) {
    OpBuilder builder(source.getContext());
    builder.setInsertionPointAfterValue(source);
    auto apart = OptimizationBarrierOp::create(builder, source.getLoc(), source.getType(), source);
    apart->setAttr(kGradientSourceAttr, builder.getI64IntegerAttr(number));
    source.replaceAllUsesExcept(apart.getResult(), apart);
  }
};

} // namespace
} // namespace weir
