// See DepthwiseShape.h.
#include "lib/Target/Cpu/Depthwise/DepthwiseShape.h"

using namespace mlir;

namespace weir::cpu {

using nest::FactorAccess;

namespace {

/// Of three tensors: the image, one with a position for each window, and the kernel. One of the last two is the result,
/// whose dimensions are loops.
class DepthwiseReader {
public:
  DepthwiseReader(const nest::Contraction &sum, const KernelSignature &signature) : sum(sum), signature(signature) {}

  std::optional<DepthwiseShape> read(bool isGradient) {
    std::optional<FactorAccess> image = nest::accessOf(sum, 0), other = nest::accessOf(sum, 1);
    if (!image || !other || !isPlain(image->operand) || !isPlain(other->operand))
      return std::nullopt;
    linalg::GenericOp generic = sum.generic;
    AffineMap written = generic.getIndexingMapsArray().back();
    size_t dims = image->dims.size(), rank = dims - 3;
    if (dims < 4 || dims > 5 || other->dims.size() != dims || written.getNumResults() != dims)
      return std::nullopt;
    auto loopOf = [&](size_t dim) { return written.getDimPosition(dim); };
    auto hasOneFrom = [&](size_t first) {
      return llvm::all_of(llvm::seq(first, dims), [&](size_t dim) { return sum.sizes[loopOf(dim)] == 1; });
    };
    // [batch, windows..., channels, 1] and [elements..., channels, 1, 1], of the result and of the other factor.
    size_t inResult = isGradient ? rank : rank + 1, inOther = isGradient ? rank + 1 : rank;
    unsigned channel = loopOf(inResult);
    bool isEach = isAt(image->dims[rank + 1], channel) && isAt(other->dims[inOther], channel) &&
                  isOne(image->dims[rank + 2]) && llvm::all_of(ArrayRef(other->dims).drop_front(inOther + 1), isOne) &&
                  hasOneFrom(inResult + 1) && image->dims[rank + 1].extent.isKnown();
    bool isBatchFirst = isGradient ? image->dims[0].steps == other->dims[0].steps && isSummed(image->dims[0])
                                   : isAt(image->dims[0], loopOf(0));
    if (!isEach || !isBatchFirst)
      return std::nullopt;
    DepthwiseShape shape{.sum = sum,
                         .image = image->operand,
                         .other = other->operand,
                         .rank = static_cast<unsigned>(rank),
                         .dims = {{{.extent = 1, .windows = 1, .elements = 1, .stride = 1, .dilation = 1, .low = 0}}},
                         .channels = image->dims[rank + 1].extent.known()};
    for (size_t d = 0; d < rank; ++d) {
      const FactorAccess::Dim &beside = other->dims[isGradient ? d + 1 : d];
      unsigned ofResult = loopOf(isGradient ? d : d + 1);
      std::optional<ConvDim> dim = spatialDim(image->dims[d + 1], beside, ofResult, isGradient);
      if (!dim)
        return std::nullopt;
      shape.dims[2 - rank + d] = *dim;
    }
    return shape;
  }

private:
  bool isPlain(unsigned operand) const { return signature.operands[operand].getLayout().isIdentity(); }

  /// Whether positions are the loop's indices.
  bool isAt(const FactorAccess::Dim &dim, unsigned loop) const {
    return !dim.isPadded && llvm::all_of(llvm::enumerate(dim.steps), [&](auto step) {
      return step.value() == (step.index() == loop ? 1 : 0) || sum.sizes[step.index()] == 1;
    });
  }

  /// Whether positions are the indices of a loop that is summed over.
  bool isSummed(const FactorAccess::Dim &dim) const {
    return dim.extent == DimSize(1) || llvm::any_of(sum.loops.depth, [&](unsigned loop) { return isAt(dim, loop); });
  }

  static bool isOne(const FactorAccess::Dim &dim) { return !dim.isPadded && dim.extent == DimSize(1); }

  /// `beside`: the other factor's dimension, of elements or windows; the result's are the loop's.
  std::optional<ConvDim> spatialDim(const FactorAccess::Dim &image, const FactorAccess::Dim &beside, unsigned ofResult,
                                    bool isGradient) const {
    int64_t inResult = sum.sizes[ofResult];
    if (!image.extent.isKnown() || !beside.extent.isKnown() || ShapedType::isDynamic(inResult))
      return std::nullopt;
    // Else it is the batch, as in products of one row and one column each.
    auto sumsBeside = [&](unsigned loop) { return isAt(beside, loop) && image.steps[loop] != 0; };
    if (beside.extent != DimSize(1) && llvm::none_of(sum.loops.depth, sumsBeside))
      return std::nullopt;
    ConvDim dim{.extent = image.extent.known(),
                .windows = isGradient ? beside.extent.known() : inResult,
                .elements = isGradient ? inResult : beside.extent.known(),
                .stride = 1,
                .dilation = 1,
                .low = -image.low};
    for (auto [loop, step] : llvm::enumerate(image.steps)) {
      if (step == 0 || sum.sizes[loop] == 1)
        continue;
      if (loop != ofResult && (!llvm::is_contained(sum.loops.depth, loop) || !isAt(beside, loop)))
        return std::nullopt;
      ((loop == ofResult) != isGradient ? dim.stride : dim.dilation) = step;
    }
    return dim.elements > 0 && dim.windows > 0 ? std::optional(dim) : std::nullopt;
  }

  const nest::Contraction &sum;
  const KernelSignature &signature;
};

} // namespace

std::optional<DepthwiseShape> asDepthwise(const nest::Contraction &sum, const KernelSignature &signature) {
  return DepthwiseReader(sum, signature).read(/*isGradient=*/false);
}

std::optional<DepthwiseShape> asDepthwiseGradient(const nest::Contraction &sum, const KernelSignature &signature) {
  return DepthwiseReader(sum, signature).read(/*isGradient=*/true);
}

} // namespace weir::cpu
