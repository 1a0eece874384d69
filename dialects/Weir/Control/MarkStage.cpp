// Says in the module which stage it has passed.
#include "dialects/Weir/Control/Passes.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_MARKSTAGEPASS
#include "dialects/Weir/Control/Passes.h.inc"

namespace {

struct MarkStage : impl::MarkStagePassBase<MarkStage> {
  using MarkStagePassBase::MarkStagePassBase;

  void runOnOperation() override { getOperation()->setAttr(kStageAttr, StringAttr::get(&getContext(), stage)); }
};

} // namespace
} // namespace weir
