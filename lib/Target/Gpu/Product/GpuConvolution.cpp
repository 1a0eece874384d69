// Convolutions as products of images and a kernel in one panel.
#include "lib/Target/Gpu/Product/GpuProduct.h"

#include "lib/Target/Gpu/Product/GpuProductTile.h"

using namespace mlir;

namespace weir::gpu {
namespace {

/// More rows than any tile has.
constexpr int64_t kMostRows = 128;

/// Without the loops of the depth that have one index, as those of windows of one element.
ProductImage imageOf(const nest::Contraction &sum, ArrayRef<ImageDim> dims) {
  ProductImage image{SmallVector<ImageDim>(dims), {}, {}};
  for (unsigned loop : sum.loops.rows)
    image.rowSizes.push_back(sum.sizes[loop]);
  for (ImageDim &dim : image.dims)
    dim.depthSteps.clear();
  for (auto [number, loop] : llvm::enumerate(sum.loops.depth))
    if (int64_t size = sum.sizes[loop]; size != 1) {
      image.depthSizes.push_back(size);
      for (auto [dim, all] : llvm::zip(image.dims, dims))
        dim.depthSteps.push_back(all.depthSteps[number]);
    }
  return image;
}

/// Whether 32 bits say where in memory an element is that a tile reads, counted from the tile's first image.
bool isAddressed(const ProductImage &image, Type element) {
  int64_t rowsOfImage = 1, bytes = element.getIntOrFloatBitWidth() / 8;
  for (int64_t size : ArrayRef(image.rowSizes).drop_front())
    rowsOfImage *= size;
  return image.dims[0].stride <= std::numeric_limits<int32_t>::max() / bytes / ((kMostRows - 1) / rowsOfImage + 2);
}

int64_t totalStep(ArrayRef<ImageDim> dims, llvm::function_ref<int64_t(const ImageDim &)> step) {
  int64_t total = 0;
  for (const ImageDim &dim : dims)
    total += step(dim) * dim.stride;
  return total;
}

} // namespace

int64_t ProductImage::rowStep(unsigned loop) const {
  return totalStep(dims, [&](const ImageDim &dim) { return dim.rowSteps[loop]; });
}

int64_t ProductImage::depthStep(unsigned loop) const {
  return totalStep(dims, [&](const ImageDim &dim) { return dim.depthSteps[loop]; });
}

int64_t ProductImage::start() const {
  return totalStep(dims, [&](const ImageDim &dim) { return dim.low; });
}

std::optional<GpuProduct> asImplicitProduct(const nest::Contraction &sum, Type multiplied,
                                            const KernelSignature &signature) {
  std::optional<nest::PanelConvolution> conv = nest::asPanelConvolution(sum);
  auto isWhole = [&](unsigned operand) { return signature.operands[operand].getLayout().isIdentity(); };
  if (!conv || !isWhole(conv->image) || !isWhole(conv->kernel))
    return std::nullopt;
  ProductImage image = imageOf(sum, conv->dims);
  int64_t m = 1, n = sum.sizes[sum.loops.columns[0]], k = 1;
  for (int64_t size : llvm::reverse(image.rowSizes))
    m = ShapedType::isDynamic(size) ? size : m * size;
  for (int64_t size : image.depthSizes)
    k *= size;
  ArrayRef<int64_t> panels = signature.operands[conv->kernel].getShape();
  if (panels[0] != 1 || n > conv->panel || panels[1] != k || !isAddressed(image, sum.element(0)))
    return std::nullopt;
  ProductFactor a{conv->image, /*sideDim=*/0, /*depthDim=*/0, /*depthInner=*/true, {}};
  ProductFactor b{conv->kernel, /*sideDim=*/2, /*depthDim=*/1, /*depthInner=*/false, {}};
  return GpuProduct{sum.generic, a, b, image, sum.element(0), multiplied, {m, n}, k};
}

PackedKernelLayout gpuPackedKernel(DType dtype, int64_t columns, int64_t channels) {
  if (dtype != DType::BF16 && dtype != DType::F16 && dtype != DType::F32)
    return {};
  int64_t multiple = kChunkBytes / byteSize(dtype);
  return {.panel = (columns + multiple - 1) / multiple * multiple, .block = channels};
}

} // namespace weir::gpu
