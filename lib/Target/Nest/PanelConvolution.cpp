// See PanelConvolution.h.
#include "lib/Target/Nest/PanelConvolution.h"

#include "dialects/Interfaces/DimSizes.h"

using namespace mlir;

namespace weir::nest {
namespace {

class ConvolutionReader {
public:
  explicit ConvolutionReader(const Contraction &sum) : sum(sum) {}

  std::optional<PanelConvolution> read() {
    const ContractionLoops &loops = sum.loops;
    bool hasForm = isInOrder(sum) && loops.batch.empty() && !loops.rows.empty() && loops.columns.size() == 1;
    auto isKnown = [&](unsigned loop) { return loop == loops.rows[0] || sum.sizes[loop] > 0; };
    if (!hasForm || !llvm::all_of(llvm::seq<unsigned>(sum.sizes.size()), isKnown) || !readKernel() || !readImage())
      return std::nullopt;
    return conv;
  }

private:
  bool readKernel() {
    auto kernel = dyn_cast<BlockArgument>(sum.factor(1));
    auto type = cast<RankedTensorType>(sum.factor(1).getType());
    if (!kernel || type.getRank() != 3 || !dimSize(type, 2).isKnown())
      return false;
    conv.kernel = tensorNumber(kernel);
    conv.panel = type.getDimSize(2);
    auto indexOf = [&](unsigned loop) { return getAffineDimExpr(loop, type.getContext()); };
    AffineExpr column = indexOf(sum.loops.columns[0]), point = getAffineConstantExpr(0, type.getContext());
    for (unsigned loop : sum.loops.depth)
      point = point * sum.sizes[loop] + indexOf(loop);
    AffineExpr expected[] = {column.floorDiv(conv.panel), point, column % conv.panel};
    return sum.access[1].getResults() == ArrayRef(expected);
  }

  /// Images, or what they are inserted in.
  bool readImage() {
    std::optional<FactorAccess> access = accessOf(sum, 0);
    if (!access)
      return false;
    conv.image = access->operand;
    for (const FactorAccess::Dim &read : access->dims) {
      ImageDim &dim = conv.dims.emplace_back();
      dim.extent = read.extent, dim.low = read.low, dim.isPadded = read.isPadded;
      for (unsigned loop : sum.loops.rows)
        dim.rowSteps.push_back(read.steps[loop]);
      for (unsigned loop : sum.loops.depth)
        dim.depthSteps.push_back(read.steps[loop]);
    }
    return isBatchFirst() && findStrides();
  }

  /// The first loop alone runs over the first dimension, and over no other: both may be of any size.
  bool isBatchFirst() {
    AffineExpr first = getAffineDimExpr(sum.loops.rows[0], sum.access[0].getContext());
    return !conv.dims.empty() && sum.access[0].getResult(0) == first && !conv.dims[0].isPadded &&
           llvm::none_of(ArrayRef(conv.dims).drop_front(), [](const ImageDim &dim) { return dim.rowSteps[0] != 0; });
  }

  bool findStrides() {
    int64_t stride = 1;
    for (ImageDim &dim : llvm::reverse(MutableArrayRef(conv.dims).drop_front())) {
      if (!dim.extent.isKnown())
        return false;
      dim.stride = stride;
      stride *= dim.extent.known();
    }
    conv.dims[0].stride = stride;
    return true;
  }

  const Contraction &sum;
  PanelConvolution conv{};
};

} // namespace

std::optional<PanelConvolution> asPanelConvolution(const Contraction &sum) { return ConvolutionReader(sum).read(); }

} // namespace weir::nest
