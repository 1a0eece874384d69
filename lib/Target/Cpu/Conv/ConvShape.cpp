// See ConvShape.h.
#include "lib/Target/Cpu/Conv/ConvShape.h"

#include "lib/Target/Nest/PanelConvolution.h"

using namespace mlir;

namespace weir::cpu {

/// Whether only one loop moves along a dimension.
static bool isAlong(ArrayRef<int64_t> steps, unsigned loop) {
  return llvm::all_of(llvm::enumerate(steps), [&](auto step) { return step.index() == loop || step.value() == 0; });
}

/// The dimension along which the windows of a row loop move, and their elements by one of the depth.
static std::optional<ConvDim> spatialDim(const nest::Contraction &sum, const nest::ImageDim &dim, unsigned loop) {
  int64_t elements = sum.sizes[sum.loops.depth[loop]], step = dim.depthSteps[loop];
  if (!isAlong(dim.rowSteps, loop) || !isAlong(dim.depthSteps, loop) || (step == 0 && elements != 1))
    return std::nullopt;
  return ConvDim{.extent = dim.extent.known(),
                 .windows = sum.sizes[sum.loops.rows[loop]],
                 .elements = elements,
                 .stride = dim.rowSteps[loop],
                 .dilation = std::max<int64_t>(1, step),
                 .low = -dim.low};
}

constexpr ConvDim kOnePlace{.extent = 1, .windows = 1, .elements = 1, .stride = 1, .dilation = 1, .low = 0};

/// The depth is (blocks of channels, elements along each spatial dimension, channels of a block).
std::optional<ConvShape> asConvolution(const nest::Contraction &sum, const KernelSignature &signature) {
  std::optional<nest::PanelConvolution> conv = nest::asPanelConvolution(sum);
  auto isOf = [&](Type element) { return element == sum.accumulator && (element.isF32() || element.isF64()); };
  if (!conv || !isOf(sum.element(0)) || !isOf(sum.element(1)) || !isOf(signature.operands.back().getElementType()))
    return std::nullopt;
  MemRefType image = signature.operands[conv->image];
  ArrayRef<unsigned> depth = sum.loops.depth;
  auto rank = static_cast<unsigned>(sum.loops.rows.size()) - 1;
  if (rank < 1 || rank > 3 || depth.size() != rank + 2 || conv->dims.size() != rank + 2 ||
      !image.getLayout().isIdentity() || !signature.operands[conv->kernel].getLayout().isIdentity())
    return std::nullopt;
  ConvShape shape{.generic = sum.generic,
                  .image = conv->image,
                  .kernel = conv->kernel,
                  .rank = rank,
                  .batch = image.getDimSize(0),
                  .dims = {kOnePlace, kOnePlace, kOnePlace},
                  .channels = image.getShape().back(),
                  .block = sum.sizes[depth.back()],
                  .columns = sum.sizes[sum.loops.columns[0]],
                  .panel = conv->panel,
                  .element = sum.accumulator};
  for (unsigned d = 1; d <= rank; ++d) {
    std::optional<ConvDim> dim = spatialDim(sum, conv->dims[d], d);
    if (!dim)
      return std::nullopt;
    shape.dims[2 - rank + d] = *dim;
  }
  SmallVector<int64_t> steps(rank + 2, 0);
  steps.front() = shape.block;
  steps.back() = 1;
  const nest::ImageDim &channels = conv->dims.back();
  bool isWhole = channels.rowSteps == SmallVector<int64_t>(rank + 1, 0) && channels.depthSteps == steps &&
                 !channels.isPadded && shape.channels == sum.sizes[depth[0]] * shape.block;
  return isWhole ? std::optional(shape) : std::nullopt;
}

} // namespace weir::cpu
