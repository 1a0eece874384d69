// Pooling over as many parts as the result has elements: by sums over windows where the parts are equal, else by a
// product with a matrix of shares, or by positions that are known.
#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Layer/Pooling.h"
#include "lib/Support/ShapeText.h"

using namespace mlir;

namespace weir {

// inference

static Result<Metas> inferParts(const TensorMeta &input, const std::vector<int64_t> &size, bool needsSizes) {
  if (input.shape.size() < 3 || size.size() + 2 != input.shape.size())
    return Failure{"expects input (N, C, *) and a size for each dimension behind C, got " + tupleText(input.shape) +
                   " and " + tupleText(size)};
  TensorMeta result = input;
  for (size_t d = 0; d < size.size(); ++d) {
    if (size[d] < 1)
      return Failure{"expects sizes of at least 1, got " + tupleText(size)};
    if (needsSizes && input.shape[d + 2].knownOr(0) < 1)
      return Failure{"expects known sizes of at least 1 behind C, got " + tupleText(input.shape)};
    result.shape[d + 2] = DimSize(size[d]);
  }
  return Metas{result};
}

static bool isOne(int64_t size) { return size == 1; }

Result<Metas> inferAdaptiveAveragePool(const TensorMeta &input, const Attributes &attributes) {
  const auto &size = attributes.get<std::vector<int64_t>>("size");
  return inferParts(input, size, /*needsSizes=*/!llvm::all_of(size, isOne));
}

Result<Metas> inferAdaptiveMaxPool(const TensorMeta &input, const Attributes &attributes) {
  if (input.dtype == DType::Bool)
    return Failure{"expects input to be of numbers, got bool"};
  return inferParts(input, attributes.get<std::vector<int64_t>>("size"), /*needsSizes=*/true);
}

// decomposition

namespace {

/// One of `parts` parts of `extent` elements.
struct PoolPart {
  PoolPart(int64_t number, int64_t parts, int64_t extent)
      : begin(number * extent / parts), end(((number + 1) * extent + parts - 1) / parts) {}

  int64_t size() const { return end - begin; }

  int64_t begin, end;
};

} // namespace

/// The means of parts along one dimension, as a product with a matrix that holds the share of each element in each.
static Expression averagedAlong(Expression x, int64_t dim, int64_t parts) {
  int64_t extent = x.knownSize(dim);
  SmallVector<double> shares(parts * extent, 0.0);
  for (int64_t i = 0; i < parts; ++i) {
    PoolPart part(i, parts, extent);
    for (int64_t k = part.begin; k < part.end; ++k)
      shares[i * extent + k] = 1.0 / static_cast<double>(part.size());
  }
  OpBuilder &builder = x.getBuilder();
  Type type = x.type().getElementType();
  Expression matrix = knownElements(builder, x.getLoc(), RankedTensorType::get({parts, extent}, type), shares);
  SmallVector<OpFoldResult> sizes = sizesOf(x), result = sizes;
  result[dim] = builder.getIndexAttr(parts);
  OpFoldResult before = product(builder, x.getLoc(), ArrayRef(sizes).take_front(dim));
  if (dim + 1 == x.rank())
    return reshape(matmul(reshape(x, {before, sizes[dim]}), matrix, /*transposeB=*/true, type), result);
  OpFoldResult behind = product(builder, x.getLoc(), ArrayRef(sizes).drop_front(dim + 1));
  Expression matrices = broadcastTo(matrix, {before, result[dim], sizes[dim]}, {1, 2});
  return reshape(matmul(matrices, reshape(x, {before, sizes[dim], behind}), /*transposeB=*/false, type), result);
}

/// The means over windows of one size.
static Expression averagedByWindows(Expression x, ArrayRef<int64_t> window) {
  SmallVector<int64_t> none(window.size(), 0);
  return {x.getBuilder(), x.getLoc(),
          AveragePoolOp::create(x.getBuilder(), x.getLoc(), Value(x), window, window, none, none,
                                /*count_include_pad=*/false, /*divisor_override=*/IntegerAttr())};
}

Expression adaptiveAveragePool(Expression x, ArrayRef<int64_t> size) {
  if (llvm::all_of(size, isOne)) {
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(2, x.rank()));
    return kept(mean(x, dims), x, dims, /*keepdim=*/true);
  }
  SmallVector<int64_t> window;
  for (int64_t d = 0; d < static_cast<int64_t>(size.size()) && x.knownSize(d + 2) % size[d] == 0; ++d)
    window.push_back(x.knownSize(d + 2) / size[d]);
  if (window.size() == size.size())
    return averagedByWindows(x, window);
  for (int64_t d = 0; d < static_cast<int64_t>(size.size()); ++d)
    x = averagedAlong(x, d + 2, size[d]);
  return x;
}

Expression adaptiveMaxPool(Expression x, ArrayRef<int64_t> size) {
  for (int64_t dim = 2; dim < x.rank(); ++dim) {
    int64_t parts = size[dim - 2], extent = x.knownSize(dim), longest = 0;
    for (int64_t i = 0; i < parts; ++i)
      longest = std::max(longest, PoolPart(i, parts, extent).size());
    // Shorter parts hold their last position several times, which changes no maximum.
    SmallVector<double> positions;
    for (int64_t i = 0; i < parts; ++i) {
      PoolPart part(i, parts, extent);
      for (int64_t k = 0; k < longest; ++k)
        positions.push_back(static_cast<double>(std::min(part.begin + k, part.end - 1)));
    }
    SmallVector<OpFoldResult> sizes = sizesOf(x);
    sizes[dim] = x.getBuilder().getIndexAttr(parts);
    sizes.insert(sizes.begin() + dim + 1, x.getBuilder().getIndexAttr(longest));
    x = max(reshape(takeAt(x, positions, dim), sizes), {dim + 1});
  }
  return x;
}

} // namespace weir
