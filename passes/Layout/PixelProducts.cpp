// See PixelProducts.h.
#include "passes/Layout/PixelProducts.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Reduce/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

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

static bool areAll(ArrayRef<int64_t> numbers, int64_t number) {
  return llvm::all_of(numbers, [&](int64_t each) { return each == number; });
}

/// Whether windows of a kernel [columns, channels, window...] are one pixel, without zeros around images.
template <typename Op> static bool hasPixelWindows(Op op, Type kernel) {
  ArrayRef<int64_t> window = cast<RankedTensorType>(kernel).getShape().drop_front(2);
  return !op.getGrouped() && !op.getChannelsLast() && !op.getKernelChannelsLast() && areAll(window, 1) &&
         areAll(op.getPaddingLow(), 0) && areAll(op.getPaddingHigh(), 0);
}

/// Of a gradient, whose images are to have the same pixels, of known number: floats of 16 bits have their channels
/// last.
template <typename Op> static bool hasPixelGradient(Op op, Type kernel, Value image, Value other) {
  auto type = cast<RankedTensorType>(image.getType()), otherType = cast<RankedTensorType>(other.getType());
  ArrayRef<int64_t> pixels = type.getShape().drop_front(2);
  bool isWide = type.getElementType().isF32() || type.getElementType().isF64();
  return isWide && hasPixelWindows(op, kernel) && areAll(op.getStrides(), 1) && areMany(type) &&
         !ShapedType::isDynamicShape(pixels) && pixels == otherType.getShape().drop_front(2);
}

bool isOfPixels(ConvOp op) {
  return hasPixelWindows(op, op.getW().getType()) && areMany(cast<RankedTensorType>(op.getType()));
}
bool isOfPixels(ConvTransposeOp op) { return hasPixelGradient(op, op.getW().getType(), op.getX(), op.getY()); }
bool isOfPixels(ConvKernelGradientOp op) {
  auto kernel = cast<RankedTensorType>(op.getType());
  ArrayRef<int64_t> shape = kernel.getShape(), image = cast<RankedTensorType>(op.getX().getType()).getShape();
  if (!kernel.hasStaticShape() || !hasPixelGradient(op, kernel, op.getX(), op.getDy()))
    return false;
  // What is summed is a kernel for each image, which may take twice the image's memory.
  return std::min(shape[0], shape[1]) <= 2 * ShapedType::getNumElements(image.drop_front(2));
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

/// [channels or columns, pixels] of each image.
static Expression matricesOf(Expression images) {
  SmallVector<OpFoldResult> sizes = sizesOf(images);
  OpFoldResult pixels = product(images.getBuilder(), images.getLoc(), ArrayRef(sizes).drop_front(2));
  return reshape(images, {sizes[0], sizes[1], pixels});
}

/// The product of the kernel's matrix, turned for a gradient, and each image.
template <typename Op> static Value withEach(Op op, Expression images, bool isTurned) {
  OpBuilder &builder = images.getBuilder();
  Expression kernel(builder, op.getLoc(), op.getW());
  SmallVector<OpFoldResult> sizes = sizesOf(images), ofKernel = sizesOf(kernel);
  Expression matrix = reshape(kernel, {ofKernel[0], ofKernel[1]});
  Value each = broadcastTo(matrix, {sizes[0], ofKernel[0], ofKernel[1]}, {1, 2});
  Value y = MatmulOp::create(builder, op.getLoc(), each, matricesOf(images), /*transpose_a=*/isTurned,
                             /*transpose_b=*/false, op.getAccumulatorAttr(), op.getOutAttr(), /*allow_tf32=*/false);
  sizes[1] = ofKernel[isTurned ? 1 : 0];
  return reshape(Expression(builder, op.getLoc(), y), sizes);
}

Value productOfPixels(OpBuilder &builder, ConvOp op) {
  std::optional<Expression> images = pixelsInSteps({builder, op.getLoc(), op.getX()}, op);
  return images ? withEach(op, *images, /*isTurned=*/false) : Value();
}

Value productOfPixels(OpBuilder &builder, ConvTransposeOp op) {
  return withEach(op, {builder, op.getLoc(), op.getX()}, /*isTurned=*/true);
}

Value productOfPixels(OpBuilder &builder, ConvKernelGradientOp op) {
  Location loc = op.getLoc();
  Expression x(builder, loc, op.getX()), dy(builder, loc, op.getDy());
  Value each = MatmulOp::create(builder, loc, matricesOf(dy), matricesOf(x), /*transpose_a=*/false,
                                /*transpose_b=*/true, op.getAccumulatorAttr(), op.getOutAttr(), /*allow_tf32=*/false);
  auto sizes = llvm::map_to_vector(cast<RankedTensorType>(op.getType()).getShape(),
                                   [&](int64_t size) -> OpFoldResult { return builder.getIndexAttr(size); });
  return reshape(sum(Expression(builder, loc, each), {0}), sizes);
}

} // namespace weir
