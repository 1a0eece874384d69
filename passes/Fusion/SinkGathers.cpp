// What is elementwise in front of a gather is computed for the elements that it takes.
#include "passes/Fusion/Passes.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_SINKGATHERSPASS
#include "passes/Fusion/Passes.h.inc"

namespace {

/// A gather takes at most this share of the elements that there are.
constexpr int64_t kShare = 2;

struct SinkGathers : impl::SinkGathersPassBase<SinkGathers> {
  void runOnOperation() override {
    SmallVector<GatherOp> gathers;
    getOperation().walk([&](GatherOp gather) { gathers.push_back(gather); });
    while (!gathers.empty())
      if (GatherOp behind = sink(gathers.pop_back_val()))
        gathers.push_back(behind);
    for (Block &block : getOperation().getBody())
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
        if (isOpTriviallyDead(&op))
          op.erase();
  }

private:
  /// Puts an elementwise op behind the gather of its result; the gather of its operand that stands then, if there is
  /// one.
  static GatherOp sink(GatherOp gather) {
    Operation *source = gather.getX().getDefiningOp();
    if (!isa_and_nonnull<ElementwiseInterface>(source) || source->getNumResults() != 1 || !takesFew(gather))
      return nullptr;
    Value gathered;
    for (Value operand : source->getOperands()) {
      if (isNumberBeside(operand, gather) || isSameAlong(operand, gather.getDim()))
        continue;
      if (gathered && gathered != operand)
        return nullptr; // two gathers would read more than one
      gathered = operand;
    }
    OpBuilder builder(gather);
    IRMapping mapping;
    GatherOp next;
    for (Value operand : source->getOperands())
      if (operand != gathered && !isNumberBeside(operand, gather))
        mapping.map(operand, resized(builder, operand, gather));
    if (gathered) {
      next = GatherOp::create(builder, gather.getLoc(), typeOf(gathered, gather), gathered, gather.getIndex(),
                              gather.getDim());
      mapping.map(gathered, next.getResult());
    }
    Operation *clone = builder.clone(*source, mapping);
    clone->getResult(0).setType(typeOf(clone->getResult(0), gather));
    gather.replaceAllUsesWith(clone->getResult(0));
    gather.erase();
    return next;
  }

  /// One element of any number is few. In the other dimensions, which may be `?`, both have the same sizes.
  static bool takesFew(GatherOp gather) {
    auto x = cast<RankedTensorType>(gather.getX().getType()), y = cast<RankedTensorType>(gather.getType());
    auto dim = static_cast<int64_t>(gather.getDim());
    DimSize all = dimSize(x, dim), taken = dimSize(y, dim);
    bool isFew = taken.isKnown() && (all.isKnown() ? kShare * taken.known() <= all.known() : taken.known() == 1);
    return isFew && typeOf(gather.getX(), gather) == y;
  }

  /// Whether it is a single number that an op takes beside what it works on, as an update takes its rate.
  static bool isNumberBeside(Value operand, GatherOp gather) {
    return cast<RankedTensorType>(operand.getType()).getRank() !=
           cast<RankedTensorType>(gather.getX().getType()).getRank();
  }

  /// Whether all that lie along `dim` are one element.
  static bool isSameAlong(Value operand, uint64_t dim) {
    if (auto broadcast = operand.getDefiningOp<BroadcastOp>())
      return !llvm::is_contained(broadcast.getDims(), static_cast<int64_t>(dim));
    auto constant = operand.getDefiningOp<ConstantOp>();
    return constant && constant.getValue().isSplat();
  }

  /// The type of what is gathered from `x`.
  static Type typeOf(Value x, GatherOp gather) {
    auto type = cast<RankedTensorType>(x.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[gather.getDim()] = cast<RankedTensorType>(gather.getType()).getShape()[gather.getDim()];
    return type.clone(shape);
  }

  /// What is the same along the gather's dimension, in the shape of its result.
  static Value resized(OpBuilder &builder, Value operand, GatherOp gather) {
    Operation *clone = builder.clone(*operand.getDefiningOp());
    auto type = cast<RankedTensorType>(operand.getType());
    auto dim = static_cast<unsigned>(gather.getDim());
    if (type.isDynamicDim(dim)) {
      auto broadcast = dyn_cast<BroadcastOp>(clone);
      MutableOperandRange sizes = broadcast ? broadcast.getSizesMutable() : cast<ConstantOp>(clone).getSizesMutable();
      sizes.erase(type.getDynamicDimIndex(dim));
    }
    clone->getResult(0).setType(typeOf(operand, gather));
    return clone->getResult(0);
  }
};

} // namespace
} // namespace weir
