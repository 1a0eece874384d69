// Gives convolutions images whose channels come last. Each is put between two transpositions; SinkTransposes moves
// these away from between layers. Of those in groups, which have a dimension of their own in images, such of one
// channel each take part.
#include "passes/Layout/DenseConvolutions.h"
#include "passes/Layout/Passes.h"
#include "passes/Layout/PixelProducts.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Traits.h"
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
    isNetwork = false;
    int64_t count = 0;
    getOperation()->walk([&](Operation *op) {
      count += op->hasTrait<SumsOverWindows>();
      if (auto conv = dyn_cast<ConvOp>(op))
        isNetwork |= !conv.getGrouped();
      if (auto transpose = dyn_cast<TransposeOp>(op))
        isNetwork |= isChannelsFirstOrder(transpose);
    });
    isAlone = count == 1 && !force;
    arePixels =
        count == isOneOfPixels<ConvOp>() + isOneOfPixels<ConvTransposeOp>() + isOneOfPixels<ConvKernelGradientOp>() &&
        !force;
    if (failed(convertAll<ConvTransposeOp>()) || failed(convertAll<ConvKernelGradientOp>()) ||
        failed(convertAll<ConvOp>()))
      signalPassFailure();
  }

private:
  // Of a job:
  bool isNetwork = false; ///< some images have their channels last anyway
  bool isAlone = false;   ///< there is one convolution, or one gradient
  bool arePixels = false; ///< all is a convolution of pixels and its gradients, at most
  bool gathers = false;   ///< of the target's PackedKernelLayout

  enum class Change {
    None,
    Dense,       ///< transposed ones alone, in place
    ChannelsLast ///< or what takes its place for groups and a few channels
  };

  static bool isChannelsFirstOrder(TransposeOp op) {
    ArrayRef<int64_t> order = op.getPermutation();
    return order.size() > 2 && order == ArrayRef<int64_t>(channelsFirstOrder(static_cast<int64_t>(order.size())));
  }

  /// Whose channels are last in memory.
  static bool isOfChannelsLast(Value image) {
    auto transpose = image.getDefiningOp<TransposeOp>();
    return transpose && isChannelsFirstOrder(transpose);
  }

  static bool readsChannelsLast(ConvOp op) { return isOfChannelsLast(op.getX()); }
  static bool readsChannelsLast(ConvTransposeOp op) { return isOfChannelsLast(op.getX()); }
  static bool readsChannelsLast(ConvKernelGradientOp op) {
    return isOfChannelsLast(op.getX()) || isOfChannelsLast(op.getDy());
  }

  /// Whether the job has one op of this kind, and it is a product of pixels, which takes less time than transpositions.
  template <typename Op> int64_t isOneOfPixels() {
    SmallVector<Op> ops;
    getOperation().walk([&](Op op) { ops.push_back(op); });
    return ops.size() == 1 && isOfPixels(ops[0]) && !readsChannelsLast(ops[0]);
  }

  template <typename Op> LogicalResult convertAll() {
    SmallVector<Op> convolutions;
    getOperation().walk([&](Op op) { convolutions.push_back(op); });
    for (Op op : convolutions) {
      FailureOr<Change> change = changeOf(op);
      if (failed(change))
        return failure();
      if (*change == Change::None || (*change == Change::ChannelsLast && arePixels && multiplyPixels(op)))
        continue;
      bool staysFirst = *change == Change::Dense || op.getGrouped() || (!force && isNarrow(op)) ||
                        (isAlone && isShallow(op) && !readsChannelsLast(op));
      if (*change == Change::ChannelsLast && isDepthwise(op))
        convertDepthwise(op);
      else if (staysFirst)
        keepChannelsFirst(op);
      else
        convert(op);
    }
    return success();
  }

  /// What the target gains by.
  FailureOr<Change> changeOf(Operation *op) {
    bool isDone = op->hasAttr("kernel_channels_last") || (op->hasAttr("channels_last") && !op->hasAttr("grouped"));
    if (isDone)
      return Change::None;
    if (force)
      return Change::ChannelsLast;
    FailureOr<const TargetInterface *> target = kernel::targetOf(getOperation());
    if (failed(target))
      return failure();
    std::optional<DType> dtype = dtypeOf(getElementTypeOrSelf(op->getOperand(0).getType()));
    DictionaryAttr description = kernel::targetAttrOf(getOperation()).getDescription();
    if (!dtype)
      return Change::None;
    PackedKernelLayout layout = (*target)->packedKernel(description, *dtype, /*columns=*/64, /*channels=*/64);
    gathers = layout.gathers;
    if (layout.panel > 0 || layout.isGathered)
      return Change::ChannelsLast;
    bool packsOthers = (*target)->packedKernel(description, DType::F32, /*columns=*/64, /*channels=*/64).panel > 0;
    return packsOthers ? Change::Dense : Change::None;
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

  // Groups of one channel. A channel's window is read along all channels, so kernels have theirs last, too.

  static bool isDepthwise(Type type) {
    auto kernel = cast<RankedTensorType>(type);
    return kernel.getRank() > 3 && kernel.hasStaticShape() && kernel.getDimSize(1) == 1 && kernel.getDimSize(2) == 1;
  }
  bool isDepthwise(ConvOp op) {
    return op.getGrouped() && isDepthwise(op.getW().getType()) &&
           (op.getChannelsLast() || paysAlone(op, op.getW(), /*mostStride=*/2));
  }
  bool isDepthwise(ConvTransposeOp op) {
    return op.getGrouped() && !op.getChannelsLast() && isDepthwise(op.getW().getType()) &&
           paysAlone(op, op.getW(), /*mostStride=*/1);
  }
  /// Outside of networks small windows of wide floats, side by side or not too far apart, aren't worth two
  /// transpositions, if lines have some vectors.
  template <typename Op> bool paysAlone(Op op, Value w, int64_t mostStride) {
    constexpr int64_t kManyElements = 16, kWide = 32, kShortLine = 1024; // in bits
    auto kernel = cast<RankedTensorType>(w.getType());
    auto result = cast<RankedTensorType>(op.getType());
    int64_t line = result.getShape().back(), bits = result.getElementTypeBitWidth();
    bool isShort = !ShapedType::isDynamic(line) && line * bits < kShortLine;
    return isNetwork || isShort || bits < kWide || op.getStrides().back() > mostStride ||
           kernel.getNumElements() >= kManyElements * dimSize(kernel, 0).known();
  }
  static bool isDepthwise(ConvKernelGradientOp op) {
    return op.getGrouped() && !op.getChannelsLast() && isDepthwise(op.getType());
  }

  /// [batch, spatial..., groups] of [batch, groups, 1, spatial...].
  static Expression groupsLast(OpBuilder &builder, Value image) {
    Value channels = without(Expression(builder, image.getLoc(), image), 2);
    return {builder, image.getLoc(), moved(builder, channels)};
  }
  static Expression withChannel(Expression image) { return unsqueezed(image, image.rank()); }

  /// By [batch, spatial..., groups, 1].
  static void replaceGroups(OpBuilder &builder, Operation *op, Value image) {
    Location loc = op->getLoc();
    int64_t rank = cast<RankedTensorType>(image.getType()).getRank();
    Value channels = without(Expression(builder, loc, image), rank - 1);
    Value first = TransposeOp::create(builder, loc, channels, channelsFirstOrder(rank - 1));
    op->getResult(0).replaceAllUsesWith(unsqueezed(Expression(builder, loc, first), 2));
    op->erase();
  }

  /// Of a kernel's dimensions, those from `first` on in front of the others.
  static SmallVector<int64_t> kernelOrder(int64_t rank, int64_t first) {
    SmallVector<int64_t> order;
    for (int64_t d = 0; d < rank; ++d)
      order.push_back((d + first) % rank);
    return order;
  }

  static void convertDepthwise(ConvOp op) {
    OpBuilder builder(op);
    int64_t rank = cast<RankedTensorType>(op.getW().getType()).getRank();
    Value w = TransposeOp::create(builder, op.getLoc(), op.getW(), kernelOrder(rank, 3));
    bool isLast = op.getChannelsLast();
    Value x = isLast ? Value(op.getX()) : Value(withChannel(groupsLast(builder, op.getX())));
    Value y = ConvOp::create(builder, op.getLoc(), x, w, op.getStridesAttr(), op.getPaddingLowAttr(),
                             op.getPaddingHighAttr(), op.getDilationsAttr(), op.getGroupedAttr(), builder.getUnitAttr(),
                             builder.getUnitAttr(), op.getAccumulatorAttr(), op.getOutAttr());
    if (!isLast)
      return replaceGroups(builder, op, y);
    op.replaceAllUsesWith(y);
    op.erase();
  }

  static void convertDepthwise(ConvTransposeOp op) {
    OpBuilder builder(op);
    if (Value y = denseConvolutions(builder, op, withChannel(groupsLast(builder, op.getX())), /*channelsLast=*/true))
      replaceGroups(builder, op, y);
  }

  void convertDepthwise(ConvKernelGradientOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value image = padInMemory(builder, op, groupsLast(builder, op.getX()));
    auto type = cast<RankedTensorType>(op.getType());
    int64_t rank = type.getRank();
    SmallVector<int64_t> shape;
    for (int64_t dim : kernelOrder(rank, 3))
      shape.push_back(type.getDimSize(dim));
    Value dw = ConvKernelGradientOp::create(
        builder, loc, type.clone(shape), withChannel(Expression(builder, loc, image)),
        withChannel(groupsLast(builder, op.getDy())), ValueRange(), op.getStridesAttr(), op.getPaddingLowAttr(),
        op.getPaddingHighAttr(), op.getDilationsAttr(), op.getGroupedAttr(), builder.getUnitAttr(),
        builder.getUnitAttr(), op.getAccumulatorAttr(), op.getOutAttr());
    op.replaceAllUsesWith(TransposeOp::create(builder, loc, dw, kernelOrder(rank, rank - 3)).getResult());
    op.erase();
  }

  /// Of a few channels of a result, pixels make better vectors: image and result stay as they are. Not where a window
  /// is one pixel, which leaves nothing but memory to wait for.
  static bool isNarrow(ArrayRef<int64_t> kernel, unsigned resultDim) {
    constexpr int64_t kFew = 4;
    auto isDynamic = [](int64_t size) { return ShapedType::isDynamic(size); };
    if (llvm::any_of(kernel, isDynamic))
      return false;
    bool isOnePixel = llvm::all_of(kernel.drop_front(2), [](int64_t taps) { return taps == 1; });
    return kernel[resultDim] <= kFew && !isOnePixel;
  }
  static bool isNarrow(ConvOp op) { return isNarrow(cast<RankedTensorType>(op.getW().getType()).getShape(), 0); }
  /// By steps, several pixels become channels of one.
  static bool isNarrow(ConvTransposeOp op) {
    auto isOne = [](int64_t step) { return step == 1; };
    return llvm::all_of(op.getStrides(), isOne) && isNarrow(cast<RankedTensorType>(op.getW().getType()).getShape(), 1);
  }
  static bool isNarrow(ConvKernelGradientOp op) { return false; }

  /// Whether a result is few products for each element, and its lines make vectors: two transpositions take longer than
  /// the convolution.
  static bool isShallow(ConvOp op) {
    constexpr int64_t kFewProducts = 96, kManyColumns = 16, kLongLine = 64;
    auto kernel = cast<RankedTensorType>(op.getW().getType()), result = cast<RankedTensorType>(op.getType());
    DimSize line = dimSize(result, static_cast<int>(result.getRank()) - 1);
    if (!kernel.hasStaticShape() || op.getChannelsLast() || !line.isKnown())
      return false;
    int64_t columns = kernel.getDimSize(0), products = kernel.getNumElements() / std::max<int64_t>(1, columns);
    return products <= kFewProducts && columns >= kManyColumns && line.known() >= kLongLine;
  }
  static bool isShallow(ConvTransposeOp op) { return false; }
  static bool isShallow(ConvKernelGradientOp op) { return false; }

  template <typename Op> static bool multiplyPixels(Op op) {
    OpBuilder builder(op);
    Value y = productOfPixels(builder, op);
    if (!y)
      return false;
    op->getResult(0).replaceAllUsesWith(y);
    op->erase();
    return true;
  }

  static void keepChannelsFirst(Operation *op) {}
  static void keepChannelsFirst(ConvTransposeOp op) {
    if (op.getChannelsLast())
      return;
    OpBuilder builder(op);
    if (Value y = denseConvolutions(builder, op, op.getX(), /*channelsLast=*/false)) {
      op.replaceAllUsesWith(y);
      op.erase();
    }
  }

  static void convert(ConvOp op) {
    OpBuilder builder(op);
    Value y = ConvOp::create(builder, op.getLoc(), moved(builder, op.getX()), op.getW(), op.getStridesAttr(),
                             op.getPaddingLowAttr(), op.getPaddingHighAttr(), op.getDilationsAttr(),
                             /*grouped=*/UnitAttr(), builder.getUnitAttr(), /*kernel_channels_last=*/UnitAttr(),
                             op.getAccumulatorAttr(), op.getOutAttr());
    replace(builder, op, y);
  }

  static void convert(ConvTransposeOp op) {
    OpBuilder builder(op);
    Value x = moved(builder, op.getX());
    if (Value y = denseConvolutions(builder, op, x, /*channelsLast=*/true))
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
                                      /*grouped=*/UnitAttr(), builder.getUnitAttr(),
                                      /*kernel_channels_last=*/UnitAttr(), op.getAccumulatorAttr(), op.getOutAttr());
    replace(builder, op, y);
  }

  /// Its result is a kernel, whose order doesn't change.
  void convert(ConvKernelGradientOp op) {
    OpBuilder builder(op);
    op.getXMutable().assign(padInMemory(builder, op, moved(builder, op.getX())));
    op.getDyMutable().assign(moved(builder, op.getDy()));
    op.setChannelsLastAttr(builder.getUnitAttr());
  }

  /// The image, which gets the op's padding where the target wants it in memory: what is read a million times without a
  /// condition pays for it.
  Value padInMemory(OpBuilder &builder, ConvKernelGradientOp op, Value image) {
    if (gathers)
      return image;
    image = padded(builder, image, op.getPaddingLow(), op.getPaddingHigh());
    SmallVector<int64_t> none(op.getStrides().size(), 0);
    op.setPaddingLow(none);
    op.setPaddingHigh(none);
    return image;
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
