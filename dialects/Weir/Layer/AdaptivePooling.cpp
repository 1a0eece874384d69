// Pooling over as many parts as the result has elements: by sums over windows where the parts are equal, else by
// positions that are known.
#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Layer/Pooling.h"
#include "dialects/Weir/Statistics/Formulas.h"
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
  Result<Metas> results = inferParts(input, attributes.get<std::vector<int64_t>>("size"), /*needsSizes=*/true);
  if (results)
    results->push_back({DType::I64, results->front().shape});
  return results;
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

/// How the parts of a dimension lie, each of them with as many positions as the longest one. Shorter ones repeat their
/// last position.
struct PartsAlong {
  PartsAlong(int64_t parts, int64_t extent) : count(parts) {
    for (int64_t i = 0; i < parts; ++i) {
      sizes.push_back(static_cast<double>(PoolPart(i, parts, extent).size()));
      longest = std::max(longest, PoolPart(i, parts, extent).size());
    }
    for (int64_t i = 0; i < parts; ++i) {
      PoolPart part(i, parts, extent);
      for (int64_t k = 0; k < longest; ++k) {
        positions.push_back(static_cast<double>(std::min(part.begin + k, part.end - 1)));
        isInside.push_back(part.begin + k < part.end ? 1 : 0);
      }
    }
  }

  /// x with a dimension of parts, and behind it one of their positions, in the place of `dim`.
  Expression of(Expression x, int64_t dim) const {
    SmallVector<OpFoldResult> apart = sizesOf(x);
    apart[dim] = x.getBuilder().getIndexAttr(count);
    apart.insert(apart.begin() + dim + 1, x.getBuilder().getIndexAttr(longest));
    return reshape(takeAt(x, positions, dim), apart);
  }

  int64_t count, longest = 0;
  SmallVector<double> sizes, positions, isInside;
};

} // namespace

/// The means of parts along one dimension.
static Expression averagedAlong(Expression x, int64_t dim, int64_t parts) {
  PartsAlong along(parts, x.knownSize(dim));
  OpBuilder &builder = x.getBuilder();
  Expression apart = along.of(x, dim);
  // What is repeated is not multiplied by 0, because it may be infinite.
  Expression isInside = knownElements(
      builder, x.getLoc(), RankedTensorType::get({parts, along.longest}, builder.getI1Type()), along.isInside);
  Expression total = sum(select(broadcast(isInside, apart, {dim, dim + 1}), apart, 0.0), {dim + 1});
  auto type = RankedTensorType::get({parts}, x.type().getElementType());
  return total / broadcast(knownElements(builder, x.getLoc(), type, along.sizes), total, {dim});
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

SmallVector<Value> adaptiveMaxPool(Expression x, ArrayRef<int64_t> size) {
  OpBuilder &builder = x.getBuilder();
  Expression flat = positionsAlong(x, x.rank() - 1).constant(0);
  int64_t below = 1;
  // The last dimension first, so that of equal maxima the first one in row-major order is found.
  for (int64_t dim = x.rank() - 1; dim >= 2; --dim) {
    int64_t extent = x.knownSize(dim);
    PartsAlong along(size[dim - 2], extent);
    Expression apart = along.of(x, dim);
    Expression first = unsqueezed(firstExtreme(apart, dim + 1, Combiner::Max), dim + 1);
    auto type = RankedTensorType::get({along.count, along.longest}, builder.getI64Type());
    Expression positions = broadcast(knownElements(builder, x.getLoc(), type, along.positions), apart, {dim, dim + 1});
    flat = along.of(flat, dim) + positions * static_cast<double>(below);
    x = without(gather(apart, first, dim + 1), dim + 1);
    flat = without(gather(flat, first, dim + 1), dim + 1);
    below *= extent;
  }
  return {x, flat};
}

} // namespace weir
