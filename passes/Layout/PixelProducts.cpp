// See PixelProducts.h.
#include "passes/Layout/PixelProducts.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/IR/Expression.h"
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

Value productOfPixels(OpBuilder &builder, ConvOp op) {
  if (!isOfPixels(op))
    return nullptr;
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

} // namespace weir
