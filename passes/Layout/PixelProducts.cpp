// See PixelProducts.h.
#include "passes/Layout/PixelProducts.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Reduce/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Window/Ops.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace weir {

/// Rows of pixels, at least, whose products take less time than transpositions and a product of all images' pixels.
constexpr int64_t kLeastPixels = 128;

static bool areMany(RankedTensorType image) {
  auto sizes = llvm::map_range(llvm::drop_begin(image.getShape(), 2), [](int64_t size) { return dimSize(size); });
  int64_t pixels = 1;
  for (DimSize size : sizes)
    pixels *= size.knownOr(1);
  return pixels >= kLeastPixels;
}

static bool isOfPixels(ConvOp op) {
  auto all = [](ArrayRef<int64_t> numbers, int64_t number) {
    return llvm::all_of(numbers, [&](int64_t each) { return each == number; });
  };
  ArrayRef<int64_t> window = cast<RankedTensorType>(op.getW().getType()).getShape().drop_front(2);
  return !op.getGrouped() && !op.getChannelsLast() && !op.getKernelChannelsLast() && all(window, 1) &&
         all(op.getPaddingLow(), 0) && all(op.getPaddingHigh(), 0) && areMany(cast<RankedTensorType>(op.getType()));
}

/// The pixels that windows in steps read, if they are not all.
static std::optional<Expression> pixelsInSteps(Expression image, ConvOp op) {
  if (llvm::all_of(op.getStrides(), [](int64_t step) { return step == 1; }))
    return image;
  auto result = cast<RankedTensorType>(op.getType());
  SmallVector<int64_t> shape(image.type().getShape()), starts(image.rank(), 0), steps(image.rank(), 1);
  for (auto [d, step] : llvm::enumerate(op.getStrides())) {
    if (result.isDynamicDim(d + 2))
      return std::nullopt;
    steps[d + 2] = step;
    shape[d + 2] = result.getDimSize(d + 2);
  }
  OpBuilder &builder = image.getBuilder();
  SmallVector<Value> sizes;
  for (int64_t d : {0, 1})
    if (image.type().isDynamicDim(d))
      sizes.push_back(DimOp::create(builder, op.getLoc(), image, d));
  return Expression(builder, op.getLoc(),
                    SliceOp::create(builder, op.getLoc(), image.type().clone(shape), image, sizes, starts, steps));
}

/// [channels or columns, ...] of each image, in their order.
static Expression pixelsOf(OpBuilder &builder, Location loc, Value image) {
  Expression x(builder, loc, image);
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  return reshape(x, {sizes[0], sizes[1], product(builder, loc, ArrayRef(sizes).drop_front(2))});
}

/// Of a gradient of such a convolution, whose steps are 1: `kernel` is of [columns, channels, window...].
template <typename Op> static bool isGradientOfPixels(Op op, Value image, Value other, Type kernel) {
  auto isOne = [](int64_t number) { return number == 1; };
  auto isZero = [](int64_t number) { return number == 0; };
  auto type = cast<RankedTensorType>(image.getType()), otherType = cast<RankedTensorType>(other.getType());
  Type element = type.getElementType();
  return !op.getGrouped() && !op.getChannelsLast() && !op.getKernelChannelsLast() &&
         cast<RankedTensorType>(kernel).hasStaticShape() &&
         llvm::all_of(cast<RankedTensorType>(kernel).getShape().drop_front(2), isOne) &&
         llvm::all_of(op.getStrides(), isOne) && llvm::all_of(op.getPaddingLow(), isZero) &&
         llvm::all_of(op.getPaddingHigh(), isZero) && (element.isF32() || element.isF64()) && areMany(type) &&
         type.clone(type.getShape().drop_front(2)).hasStaticShape() &&
         type.getShape().drop_front(2) == otherType.getShape().drop_front(2);
}

static bool isOfPixels(ConvTransposeOp op) { return isGradientOfPixels(op, op.getX(), op.getY(), op.getW().getType()); }
static bool isOfPixels(ConvKernelGradientOp op) { return isGradientOfPixels(op, op.getX(), op.getDy(), op.getType()); }

/// Each image's product with the turned kernel.
static Value productOf(OpBuilder &builder, ConvTransposeOp op) {
  Location loc = op.getLoc();
  Expression images = pixelsOf(builder, loc, op.getX()), kernel(builder, loc, op.getW());
  SmallVector<OpFoldResult> sizes = sizesOf(Expression(builder, loc, op.getX())), ofKernel = sizesOf(kernel);
  Value each = broadcastTo(reshape(kernel, {ofKernel[0], ofKernel[1]}), {sizes[0], ofKernel[0], ofKernel[1]}, {1, 2});
  Value y = MatmulOp::create(builder, loc, each, images, /*transpose_a=*/true, /*transpose_b=*/false,
                             op.getAccumulatorAttr(), op.getOutAttr(), /*allow_tf32=*/false);
  sizes[1] = ofKernel[1];
  return reshape(Expression(builder, loc, y), sizes);
}

/// The sum of all images' products.
static Value productOf(OpBuilder &builder, ConvKernelGradientOp op) {
  Location loc = op.getLoc();
  Expression x = pixelsOf(builder, loc, op.getX()), dy = pixelsOf(builder, loc, op.getDy());
  Value each = MatmulOp::create(builder, loc, dy, x, /*transpose_a=*/false, /*transpose_b=*/true,
                                op.getAccumulatorAttr(), op.getOutAttr(), /*allow_tf32=*/false);
  auto sizes = llvm::map_to_vector(cast<RankedTensorType>(op.getType()).getShape(),
                                   [&](int64_t size) -> OpFoldResult { return builder.getIndexAttr(size); });
  return reshape(sum(Expression(builder, loc, each), {0}), sizes);
}

static Value productOf(OpBuilder &builder, ConvOp op) {
  Location loc = op.getLoc();
  std::optional<Expression> image = pixelsInSteps({builder, loc, op.getX()}, op);
  if (!image)
    return nullptr;
  Expression kernel(builder, loc, op.getW());
  SmallVector<OpFoldResult> sizes = sizesOf(*image), ofKernel = sizesOf(kernel);
  OpFoldResult pixels = product(builder, loc, ArrayRef(sizes).drop_front(2));
  Expression matrix = reshape(kernel, {ofKernel[0], ofKernel[1]});
  Value each = broadcastTo(matrix, {sizes[0], ofKernel[0], ofKernel[1]}, {1, 2});
  Value images = reshape(*image, {sizes[0], sizes[1], pixels});
  Value y = MatmulOp::create(builder, loc, each, images, /*transpose_a=*/false, /*transpose_b=*/false,
                             op.getAccumulatorAttr(), op.getOutAttr(), /*allow_tf32=*/false);
  sizes[1] = ofKernel[0];
  return reshape(Expression(builder, loc, y), sizes);
}

PixelProductFn pixelProductOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, PixelProductFn>(op)
      .Case<ConvOp, ConvTransposeOp, ConvKernelGradientOp>([](auto conv) -> PixelProductFn {
        if (!isOfPixels(conv))
          return nullptr;
        return [conv](OpBuilder &builder) { return productOf(builder, conv); };
      })
      .Default(nullptr);
}

} // namespace weir
