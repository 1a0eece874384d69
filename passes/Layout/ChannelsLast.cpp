// Gives convolutions images whose channels come last. Each is put between two transpositions; SinkTransposes moves
// these away from between layers.
#include "passes/Layout/DenseConvolutions.h"
#include "passes/Layout/Passes.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Window/Ops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_CHANNELSLASTPASS
#include "passes/Layout/Passes.h.inc"

namespace {

/// [batch, spatial..., channels] of [batch, channels, spatial...], and back.
SmallVector<int64_t> channelsLastOrder(int64_t rank) {
  SmallVector<int64_t> order{0};
  for (int64_t d = 2; d < rank; ++d)
    order.push_back(d);
  order.push_back(1);
  return order;
}

SmallVector<int64_t> channelsFirstOrder(int64_t rank) {
  SmallVector<int64_t> order{0, rank - 1};
  for (int64_t d = 1; d < rank - 1; ++d)
    order.push_back(d);
  return order;
}

struct ChannelsLast : impl::ChannelsLastPassBase<ChannelsLast> {
  using ChannelsLastPassBase::ChannelsLastPassBase;

  void runOnOperation() override {
    if (!getOperation()->hasAttr(kJobAttr))
      return;
    if (failed(convertAll<ConvTransposeOp>()) || failed(convertAll<ConvKernelGradientOp>()) ||
        failed(convertAll<ConvOp>()))
      signalPassFailure();
  }

private:
  template <typename Op> LogicalResult convertAll() {
    SmallVector<Op> convolutions;
    getOperation().walk([&](Op op) { convolutions.push_back(op); });
    for (Op op : convolutions) {
      FailureOr<bool> wanted = isWanted(op);
      if (failed(wanted))
        return failure();
      if (*wanted)
        convert(op);
    }
    return success();
  }

  /// Groups have a dimension of their own in images, and stay as they are.
  FailureOr<bool> isWanted(Operation *op) {
    if (op->hasAttr("grouped") || op->hasAttr("channels_last"))
      return false;
    if (force)
      return true;
    FailureOr<const TargetInterface *> target = kernel::targetOf(getOperation());
    if (failed(target))
      return failure();
    std::optional<DType> dtype = dtypeOf(getElementTypeOrSelf(op->getOperand(0).getType()));
    DictionaryAttr description = kernel::targetAttrOf(getOperation()).getDescription();
    return dtype && (*target)->packedKernel(description, *dtype, /*columns=*/64, /*channels=*/64).panel > 0;
  }

  static Value moved(OpBuilder &builder, Value image) {
    int64_t rank = cast<RankedTensorType>(image.getType()).getRank();
    return TransposeOp::create(builder, image.getLoc(), image, channelsLastOrder(rank));
  }

  static void replace(OpBuilder &builder, Operation *op, Value image) {
    int64_t rank = cast<RankedTensorType>(image.getType()).getRank();
    Value result = TransposeOp::create(builder, op->getLoc(), image, channelsFirstOrder(rank));
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }

  static void convert(ConvOp op) {
    OpBuilder builder(op);
    Value y = ConvOp::create(builder, op.getLoc(), moved(builder, op.getX()), op.getW(), op.getStridesAttr(),
                             op.getPaddingLowAttr(), op.getPaddingHighAttr(), op.getDilationsAttr(),
                             /*grouped=*/UnitAttr(), builder.getUnitAttr(), op.getAccumulatorAttr(), op.getOutAttr());
    replace(builder, op, y);
  }

  static void convert(ConvTransposeOp op) {
    OpBuilder builder(op);
    Value x = moved(builder, op.getX());
    if (Value y = denseConvolutions(builder, op, x))
      return replace(builder, op, y);
    auto type = cast<RankedTensorType>(op.getType());
    SmallVector<int64_t> shape;
    SmallVector<Value> sizes;
    for (int64_t dim : channelsLastOrder(type.getRank())) {
      shape.push_back(type.getDimSize(dim));
      if (type.isDynamicDim(dim))
        sizes.push_back(op.getSizes()[type.getDynamicDimIndex(dim)]);
    }
    Value y = ConvTransposeOp::create(builder, op.getLoc(), type.clone(shape), x, op.getW(), sizes, op.getStridesAttr(),
                                      op.getPaddingLowAttr(), op.getPaddingHighAttr(), op.getDilationsAttr(),
                                      /*grouped=*/UnitAttr(), builder.getUnitAttr(), op.getAccumulatorAttr(),
                                      op.getOutAttr());
    replace(builder, op, y);
  }

  /// Its result is a kernel, whose order doesn't change. The image is padded in memory: what is read a million times
  /// without a condition pays for it.
  static void convert(ConvKernelGradientOp op) {
    OpBuilder builder(op);
    op.getXMutable().assign(padded(builder, moved(builder, op.getX()), op.getPaddingLow(), op.getPaddingHigh()));
    op.getDyMutable().assign(moved(builder, op.getDy()));
    op.setChannelsLastAttr(builder.getUnitAttr());
    SmallVector<int64_t> none(op.getStrides().size(), 0);
    op.setPaddingLow(none);
    op.setPaddingHigh(none);
  }

  /// `image` with zeros around it, itself where there are none.
  static Value padded(OpBuilder &builder, Value image, ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
    auto isZero = [](int64_t padding) { return padding == 0; };
    if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero))
      return image;
    Location loc = image.getLoc();
    auto type = cast<RankedTensorType>(image.getType());
    SmallVector<int64_t> shape(type.getShape()), starts(type.getRank(), 0), steps(type.getRank(), 1);
    SmallVector<Value> sizes;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      bool isSpatial = d > 0 && d + 1 < type.getRank();
      int64_t around = isSpatial ? low[d - 1] + high[d - 1] : 0;
      starts[d] = isSpatial ? low[d - 1] : 0;
      if (!type.isDynamicDim(d)) {
        shape[d] += around;
        continue;
      }
      Value size = DimOp::create(builder, loc, image, d);
      Value more = arith::ConstantIndexOp::create(builder, loc, around);
      sizes.push_back(around == 0 ? size : arith::AddIOp::create(builder, loc, size, more).getResult());
    }
    return PadOp::create(builder, loc, type.clone(shape), image, sizes, builder.getDenseI64ArrayAttr(starts),
                         builder.getDenseI64ArrayAttr(steps), builder.getF64FloatAttr(0));
  }
};

} // namespace
} // namespace weir
