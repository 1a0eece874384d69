// See DepthwiseShape.h.
#include "lib/Target/Cpu/Depthwise/DepthwiseShape.h"

using namespace mlir;

namespace weir::cpu {

using nest::FactorAccess;

namespace {

class DepthwiseReader {
public:
  DepthwiseReader(const nest::Contraction &sum, const KernelSignature &signature) : sum(sum), signature(signature) {}

  std::optional<DepthwiseShape> read() {
    std::optional<FactorAccess> image = nest::accessOf(sum, 0), kernel = nest::accessOf(sum, 1);
    linalg::GenericOp generic = sum.generic;
    AffineMap written = generic.getIndexingMapsArray().back();
    if (!image || !kernel || image->dims.size() < 4 || image->dims.size() > 5 ||
        kernel->dims.size() != image->dims.size() || written.getNumResults() != image->dims.size())
      return std::nullopt;
    unsigned rank = image->dims.size() - 3, channel = rank + 1;
    auto loopOf = [&](unsigned dim) { return written.getDimPosition(dim); };
    bool isLast = isAt(image->dims[0], loopOf(0)) && isAt(image->dims[channel], loopOf(channel)) &&
                  isAt(kernel->dims[rank], loopOf(channel)) && isOne(image->dims[channel + 1]) &&
                  isOne(kernel->dims[rank + 1]) && isOne(kernel->dims[rank + 2]) && sum.sizes[loopOf(channel + 1)] == 1;
    bool isPlain = signature.operands[image->operand].getLayout().isIdentity() &&
                   signature.operands[kernel->operand].getLayout().isIdentity();
    if (!isLast || !isPlain || !image->dims[channel].extent.isKnown())
      return std::nullopt;
    DepthwiseShape shape{.sum = sum,
                         .image = image->operand,
                         .kernel = kernel->operand,
                         .rank = rank,
                         .dims = {{{.extent = 1, .windows = 1, .elements = 1, .stride = 1, .dilation = 1, .low = 0}}},
                         .channels = image->dims[channel].extent.known()};
    for (unsigned d = 0; d < rank; ++d) {
      std::optional<ConvDim> dim = spatialDim(image->dims[d + 1], kernel->dims[d], loopOf(d + 1));
      if (!dim)
        return std::nullopt;
      shape.dims[2 - rank + d] = *dim;
    }
    return shape;
  }

private:
  /// Whether positions are the loop's indices.
  bool isAt(const FactorAccess::Dim &dim, unsigned loop) const {
    return !dim.isPadded && llvm::all_of(llvm::enumerate(dim.steps), [&](auto step) {
      return step.value() == (step.index() == loop ? 1 : 0) || sum.sizes[step.index()] == 1;
    });
  }

  static bool isOne(const FactorAccess::Dim &dim) { return !dim.isPadded && dim.extent == DimSize(1); }

  std::optional<ConvDim> spatialDim(const FactorAccess::Dim &image, const FactorAccess::Dim &kernel,
                                    unsigned window) const {
    int64_t windows = sum.sizes[window];
    if (!image.extent.isKnown() || !kernel.extent.isKnown() || ShapedType::isDynamic(windows))
      return std::nullopt;
    ConvDim dim{.extent = image.extent.known(),
                .windows = windows,
                .elements = kernel.extent.known(),
                .stride = 1,
                .dilation = 1,
                .low = -image.low};
    for (auto [loop, step] : llvm::enumerate(image.steps)) {
      if (step == 0 || sum.sizes[loop] == 1)
        continue;
      bool isElement = llvm::is_contained(sum.loops.depth, loop) && isAt(kernel, loop);
      if (loop == window)
        dim.stride = step;
      else if (isElement)
        dim.dilation = step;
      else
        return std::nullopt;
    }
    return dim.elements > 0 && dim.windows > 0 ? std::optional(dim) : std::nullopt;
  }

  const nest::Contraction &sum;
  const KernelSignature &signature;
};

} // namespace

std::optional<DepthwiseShape> asDepthwise(const nest::Contraction &sum, const KernelSignature &signature) {
  return DepthwiseReader(sum, signature).read();
}

} // namespace weir::cpu
