// Carries out a NarrowingPlan: casts operands down and changes the types of results.
#include "passes/Precision/Passes.h"

#include "dialects/Interfaces/Precision.h"
#include "dialects/Weir/Math/Ops.h"
#include "passes/Precision/NarrowingPlan.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_MIXEDPRECISIONPASS
#include "passes/Precision/Passes.h.inc"

namespace {

/// Ops of class Allow have this attribute: their result's dtype, where it is not the operands'.
constexpr llvm::StringLiteral kOutAttr = "out";

class Narrower {
public:
  Narrower(func::FuncOp job, Type narrow) : job(job), narrow(narrow), plan(job) {}

  LogicalResult run() {
    SmallVector<Operation *> narrowOps;
    SmallVector<Value> narrowResults;
    job.walk([&](Operation *op) {
      if (!plan.runsNarrow(op))
        return;
      narrowOps.push_back(op);
      for (Value result : op->getResults())
        if (isF32Tensor(result) && plan.isNarrow(result))
          narrowResults.push_back(result);
    });
    // Results change first: what reads one of them needs no cast then.
    for (Value result : narrowResults)
      result.setType(cast<RankedTensorType>(result.getType()).clone(narrow));
    for (Operation *op : narrowOps) {
      for (OpOperand &operand : op->getOpOperands())
        if (isF32Tensor(operand.get()))
          operand.set(narrowed(operand.get()));
      if (failed(stateResultType(op)))
        return failure();
    }
    return success();
  }

private:
  /// A product of narrow operands gives narrow results unless it says otherwise.
  LogicalResult stateResultType(Operation *op) {
    if (cast<PrecisionInterface>(op).precisionClass() != PrecisionClass::Allow)
      return success();
    std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
    if (!info || !llvm::is_contained(info->getAttributeNames(), StringRef(kOutAttr)))
      return op->emitOpError("expects an op of precision class Allow to have an attribute '") << kOutAttr << "'";
    Type element = getElementTypeOrSelf(op->getResult(0).getType());
    if (element == narrow)
      op->removeAttr(kOutAttr);
    else
      op->setAttr(kOutAttr, TypeAttr::get(element));
    return success();
  }

  /// One cast per value, right behind it, so that its users share it.
  Value narrowed(Value value) {
    Value &cast = casts[value];
    if (!cast) {
      OpBuilder builder(job.getContext());
      builder.setInsertionPointAfterValue(value);
      cast = CastOp::create(builder, value.getLoc(), value, narrow);
    }
    return cast;
  }

  func::FuncOp job;
  Type narrow;
  NarrowingPlan plan;
  DenseMap<Value, Value> casts;
};

struct MixedPrecision : impl::MixedPrecisionPassBase<MixedPrecision> {
  void runOnOperation() override {
    Attribute onModule = getOperation()->removeAttr(kAmpAttr);
    for (auto job : getOperation().getOps<func::FuncOp>()) {
      Attribute onJob = job->removeAttr(kAmpAttr);
      Attribute amp = onJob ? onJob : onModule;
      if (!amp || !job->hasAttr(kJobAttr))
        continue;
      auto type = dyn_cast<TypeAttr>(amp);
      if (!type || !type.getValue().isBF16()) {
        job.emitOpError("expects '") << kAmpAttr << "' to be bf16, got " << amp;
        return signalPassFailure();
      }
      if (failed(Narrower(job, type.getValue()).run()))
        return signalPassFailure();
    }
  }
};

} // namespace
} // namespace weir
