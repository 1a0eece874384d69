// Marks products of f32 that may be multiplied in tf32.
#include "passes/Precision/Passes.h"

#include "dialects/Weir/Contract/Ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_ALLOWTF32PASS
#include "passes/Precision/Passes.h.inc"

namespace {

struct AllowTf32 : impl::AllowTf32PassBase<AllowTf32> {
  void runOnOperation() override {
    bool all = bool(getOperation()->removeAttr(kAllowTf32Attr));
    for (auto job : getOperation().getOps<func::FuncOp>()) {
      bool allowed = bool(job->removeAttr(kAllowTf32Attr)) || all;
      if (!allowed || !job->hasAttr(kJobAttr))
        continue;
      job.walk([](MatmulOp product) {
        if (getElementTypeOrSelf(product.getA().getType()).isF32())
          product.setAllowTf32(true);
      });
    }
  }
};

} // namespace
} // namespace weir
