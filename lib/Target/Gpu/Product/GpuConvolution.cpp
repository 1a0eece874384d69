// Convolutions as products: recognized in the form that weir.conv_packed is lowered to.
#include "lib/Target/Gpu/Product/GpuProduct.h"

#include "dialects/Interfaces/DimSizes.h"
#include "lib/Target/Gpu/Product/GpuProductTile.h"
#include "lib/Target/Nest/Product.h"

#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace weir::gpu {
namespace {

/// More rows than any tile has.
constexpr int64_t kMostRows = 128;

class ConvolutionMatcher {
public:
  ConvolutionMatcher(linalg::GenericOp generic, const KernelSignature &signature)
      : generic(generic), signature(signature), maps(generic.getIndexingMapsArray()),
        ranges(cast<linalg::LinalgOp>(generic.getOperation()).getStaticLoopRanges()) {}

  std::optional<GpuProduct> match() {
    Type multiplied = multipliedType(generic);
    if (!multiplied || !matchResult() || !matchKernel() || !matchImage() || !isAddressed())
      return std::nullopt;
    int64_t m = 1, k = 1;
    for (int64_t size : image.rowSizes)
      m = ShapedType::isDynamic(m) || ShapedType::isDynamic(size) ? ShapedType::kDynamic : m * size;
    for (int64_t size : image.depthSizes)
      k *= size;
    ProductFactor a{imageOperand, /*sideDim=*/0, /*depthDim=*/0, /*depthInner=*/true, {}};
    ProductFactor b{kernelOperand, /*sideDim=*/2, /*depthDim=*/1, /*depthInner=*/false, {}};
    Type element = getElementTypeOrSelf(generic.getInputs()[0].getType());
    return GpuProduct{generic, a, b, image, element, multiplied, {m, ranges[columnLoop]}, k};
  }

private:
  /// Rows of the product are all loops of the result but the last, of which only the first may have an unknown size.
  bool matchResult() {
    AffineMap result = maps.back();
    if (!result.isProjectedPermutation() || result.getNumResults() < 2 ||
        generic.getNumLoops() != result.getNumResults() + generic.getNumReductionLoops())
      return false;
    for (unsigned d = 0; d + 1 < result.getNumResults(); ++d)
      rowLoops.push_back(result.getDimPosition(d));
    columnLoop = result.getDimPosition(result.getNumResults() - 1);
    for (unsigned loop : rowLoops)
      image.rowSizes.push_back(ranges[loop]);
    return ranges[columnLoop] > 0 &&
           llvm::all_of(ArrayRef(image.rowSizes).drop_front(), [](int64_t size) { return size > 0; });
  }

  /// One panel that holds all columns; its rows are the points of the loops that are summed over, in row-major order.
  bool matchKernel() {
    auto type = dyn_cast_if_present<MemRefType>(wholeOperand(generic.getInputs()[1], kernelOperand));
    AffineMap map = maps[1];
    if (!type || type.getRank() != 3 || type.getDimSize(0) != 1 || ShapedType::isDynamic(type.getDimSize(2)))
      return false;
    AffineExpr column = getAffineDimExpr(columnLoop, generic.getContext());
    uint64_t panel = type.getDimSize(2);
    if (ranges[columnLoop] > type.getDimSize(2) || (map.getResult(2) != column && map.getResult(2) != column % panel))
      return false;
    std::optional<SmallVector<int64_t>> steps = stepsOf(map.getResult(1));
    if (!steps)
      return false;
    SmallVector<unsigned> reductions;
    generic.getReductionDims(reductions);
    for (unsigned loop : reductions)
      if (ranges[loop] != 1)
        depthLoops.push_back(loop);
    llvm::sort(depthLoops, [&](unsigned x, unsigned y) { return (*steps)[x] > (*steps)[y]; });
    int64_t inside = 1;
    for (unsigned loop : llvm::reverse(depthLoops)) {
      if ((*steps)[loop] != inside || ranges[loop] <= 0)
        return false;
      inside *= ranges[loop];
    }
    for (unsigned loop : depthLoops)
      image.depthSizes.push_back(ranges[loop]);
    return inside == type.getDimSize(1);
  }

  /// The image, or it inserted into zeros.
  bool matchImage() {
    Value whole = generic.getInputs()[0];
    auto insertion = whole.getDefiningOp<tensor::InsertSliceOp>();
    auto type = dyn_cast_if_present<MemRefType>(wholeOperand(insertion ? insertion.getSource() : whole, imageOperand));
    if (!type || type.getRank() < 2 || (insertion && !isZeros(insertion.getDest())))
      return false;
    auto padded = cast<RankedTensorType>(whole.getType());
    int64_t stride = 1;
    image.dims.resize(type.getRank());
    for (int64_t d = type.getRank() - 1; d >= 0; --d) {
      ImageDim &dim = image.dims[d];
      dim.stride = stride;
      dim.extent = dimSize(type, d);
      if (!matchPosition(maps[0].getResult(d), dim) || (insertion && !matchPadding(insertion, d, dim)))
        return false;
      dim.isPadded = dim.low != 0 || dimSize(padded, d) != dim.extent;
      if (d == 0) // the batch may be of any size: no dimension lies outside of it
        break;
      if (!dim.extent.isKnown() || dim.rowSteps[0] != 0)
        return false;
      stride *= dim.extent.known();
    }
    // The first dimension is the first loop: it may be of any size.
    const ImageDim &batch = image.dims[0];
    auto isZero = [](int64_t step) { return step == 0; };
    return maps[0].getResult(0) == getAffineDimExpr(rowLoops[0], generic.getContext()) && !batch.isPadded &&
           llvm::all_of(batch.depthSteps, isZero);
  }

  static bool isZeros(Value tensor) {
    auto fill = tensor.getDefiningOp<linalg::FillOp>();
    return fill && matchPattern(fill.getInputs()[0], m_AnyZeroFloat());
  }

  bool matchPosition(AffineExpr position, ImageDim &dim) {
    std::optional<SmallVector<int64_t>> steps = stepsOf(position);
    if (!steps || (*steps)[columnLoop] != 0)
      return false;
    for (unsigned loop : rowLoops)
      dim.rowSteps.push_back((*steps)[loop]);
    for (unsigned loop : depthLoops)
      dim.depthSteps.push_back((*steps)[loop]);
    return true;
  }

  static bool matchPadding(tensor::InsertSliceOp insertion, unsigned d, ImageDim &dim) {
    std::optional<int64_t> offset = getConstantIntValue(insertion.getMixedOffsets()[d]);
    dim.low = -offset.value_or(0);
    return offset && isOneInteger(insertion.getMixedStrides()[d]);
  }

  /// What a sum of multiples of loops grows by with each of them.
  std::optional<SmallVector<int64_t>> stepsOf(AffineExpr position) {
    SmallVector<int64_t> steps;
    unsigned loops = generic.getNumLoops();
    if (failed(getFlattenedAffineExpr(position, loops, /*numSymbols=*/0, &steps)) || steps.size() != loops + 1 ||
        steps.back() != 0)
      return std::nullopt;
    steps.pop_back();
    return steps;
  }

  /// The type of an operand of the kernel without gaps, and its number.
  MemRefType wholeOperand(Value tensor, unsigned &number) {
    auto argument = dyn_cast<BlockArgument>(tensor);
    if (!argument)
      return nullptr;
    number = nest::tensorNumber(argument);
    MemRefType type = signature.operands[number];
    return type.getLayout().isIdentity() ? type : nullptr;
  }

  /// Whether 32 bits say where in memory an element is that a tile reads, counted from the tile's first image.
  bool isAddressed() {
    int64_t rowsOfImage = 1, bytes = getElementTypeOrSelf(generic.getInputs()[0].getType()).getIntOrFloatBitWidth() / 8;
    for (int64_t size : ArrayRef(image.rowSizes).drop_front())
      rowsOfImage *= size;
    return image.dims[0].stride <= std::numeric_limits<int32_t>::max() / bytes / ((kMostRows - 1) / rowsOfImage + 2);
  }

  linalg::GenericOp generic;
  const KernelSignature &signature;
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> ranges;
  SmallVector<unsigned> rowLoops, depthLoops; ///< depthLoops without those of size 1
  unsigned columnLoop = 0, imageOperand = 0, kernelOperand = 0;
  ProductImage image;
};

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

std::optional<GpuProduct> asImplicitProduct(linalg::GenericOp generic, const KernelSignature &signature) {
  return ConvolutionMatcher(generic, signature).match();
}

PackedKernelLayout gpuPackedKernel(DType dtype, int64_t columns, int64_t channels) {
  if (dtype != DType::BF16 && dtype != DType::F16 && dtype != DType::F32)
    return {};
  int64_t multiple = kChunkBytes / byteSize(dtype);
  return {.panel = (columns + multiple - 1) / multiple * multiple, .block = channels};
}

} // namespace weir::gpu
