// Elements by their rank along a dimension: medians, k-th values, quantiles.
#include "dialects/Weir/Search/Formulas.h"
#include "dialects/Weir/Sequence/Ops.h"
#include "lib/Support/ShapeText.h"

#include <cmath>

using namespace mlir;

namespace weir {

// inference

Result<Metas> inferRanked(const TensorMeta &input, const Attributes &attributes) {
  int64_t dim = attributes.get<int64_t>("dim");
  Result<Metas> results = inferReduced(input, {dim}, attributes.has("keepdim"));
  if (!results)
    return results;
  if (input.dtype == DType::Bool)
    return Failure{"expects input to be of numbers, got bool"};
  if (input.shape[dim] == 0)
    return Failure{"expects elements along dimension " + std::to_string(dim) + ", got shape " + tupleText(input.shape)};
  return Metas{(*results)[0], {DType::I64, (*results)[0].shape}};
}

Result<Metas> inferOverallMedian(const TensorMeta &input) {
  if (input.dtype == DType::Bool)
    return Failure{"expects input to be of numbers, got bool"};
  if (llvm::any_of(input.shape, [](DimSize size) { return size == 0; }))
    return Failure{"expects elements, got shape " + tupleText(input.shape)};
  return Metas{{input.dtype, {}}};
}

Result<Metas> inferKthvalue(const TensorMeta &input, const Attributes &attributes) {
  Result<Metas> results = inferRanked(input, attributes);
  int64_t k = attributes.get<int64_t>("k");
  if (!results)
    return results;
  if (DimSize size = input.shape[attributes.get<int64_t>("dim")]; k < 1 || k > size.knownOr(k))
    return Failure{"expects k to be in [1, " + toString(size) + "], got " + std::to_string(k)};
  return results;
}

Result<Metas> inferQuantile(const Metas &operands, const Attributes &attributes) {
  if (operands[1].shape.size() != 1)
    return Failure{"expects q to be a vector, got " + tupleText(operands[1].shape)};
  int64_t dim = attributes.get<int64_t>("dim");
  if (auto failure = checkDims(operands[0], {dim}))
    return *failure;
  if (operands[0].shape[dim] == 0)
    return Failure{"expects elements along dimension " + std::to_string(dim) + ", got shape " +
                   tupleText(operands[0].shape)};
  TensorMeta result{commonFloat(operands), operands[0].shape};
  result.shape[dim] = operands[1].shape[0];
  return Metas{result};
}

// decomposition

namespace {

/// The elements of x in order along `dim`, and where they stood.
struct Sorted {
  Sorted(Expression x, int64_t dim) : x(x), values(x), positions(x), dim(dim) {
    auto sorted = SortOp::create(x.getBuilder(), x.getLoc(), x, dim, /*descending=*/false);
    values = {x.getBuilder(), x.getLoc(), sorted.getValues()};
    positions = {x.getBuilder(), x.getLoc(), sorted.getIndices()};
  }

  /// The numbers of elements that are no NaN, along a dimension of size 1; NaN comes last.
  Expression numbers() const {
    return kept(sum((x == x).cast(x.getBuilder().getI64Type()), {dim}), x, {dim}, /*keepdim=*/true);
  }
  /// The numbers of all elements, in the shape of `like`.
  Expression all(Expression like) const {
    Expression each = positionsAlong(x, dim);
    return kept(max(each, {dim}), x, {dim}, true) + like.constant(1);
  }
  /// The elements of one rank for each line, and their positions; only they get gradients.
  SmallVector<Value> at(Expression rank, bool keepdim) const {
    Expression index = gather(positions, rank, dim), found = gather(x, index, dim);
    if (keepdim)
      return {found, index};
    return {without(found, dim), without(index, dim)};
  }

  Expression x, values, positions;
  int64_t dim;
};

} // namespace

SmallVector<Value> median(Expression x, int64_t dim, bool keepdim, bool ignoreNan) {
  Sorted sorted(x, dim);
  Expression numbers = sorted.numbers(), all = sorted.all(numbers);
  Expression middle = floorDivide((ignoreNan ? numbers : all) - 1, numbers.constant(2));
  Expression rank = ignoreNan ? maximum(middle, 0) : select(numbers == all, middle, numbers);
  return sorted.at(rank, keepdim);
}

Expression overallMedian(Expression x, bool ignoreNan) {
  Expression flat = reshape(x, {product(x.getBuilder(), x.getLoc(), sizesOf(x))});
  Expression found(x.getBuilder(), x.getLoc(), median(flat, 0, /*keepdim=*/false, ignoreNan)[0]);
  if (!isa<FloatType>(x.type().getElementType()))
    return found;
  // As the largest of those that equal it, it has their gradient.
  Expression equal = select(flat == spread(found, flat, {0}), flat, -INFINITY);
  return select(found == found, max(equal, {0}), found);
}

SmallVector<Value> kthvalue(Expression x, int64_t k, int64_t dim, bool keepdim) {
  Sorted sorted(x, dim);
  return sorted.at(sorted.numbers().constant(static_cast<double>(k - 1)), keepdim);
}

Expression quantiles(Expression x, Expression q, int64_t dim, StringRef interpolation, bool ignoreNan) {
  OpBuilder &builder = x.getBuilder();
  Type own = x.type().getElementType(), i64 = builder.getI64Type();
  Sorted sorted(x, dim);
  Expression numbers = sorted.numbers(), all = sorted.all(numbers);
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  sizes[dim] = sizesOf(q)[0];
  SmallVector<int64_t> others = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  others.erase(others.begin() + dim);
  auto perLine = [&](Expression one) { return broadcastTo(without(one, dim), sizes, others); };

  Expression last = maximum((ignoreNan ? numbers : all) - 1, 0);
  Expression rank = broadcastTo(q, sizes, {dim}) * perLine(last).cast(own);
  if (interpolation == "lower")
    rank = floor(rank);
  if (interpolation == "higher")
    rank = -floor(-rank);
  if (interpolation == "nearest") {
    Expression down = floor(rank), rest = rank - down, half = down * 0.5;
    // Of two neighbours as near the even one.
    Expression isUp = (rest > 0.5) | ((rest == 0.5) & (half != floor(half)));
    rank = select(isUp, down + 1, down);
  }
  Expression below = floor(rank), share = rank - below, above = -floor(-rank);
  if (interpolation == "midpoint")
    share = select(share == 0.0, 0.0, share.constant(0.5));
  auto at = [&](Expression place) { return gather(sorted.values, place.cast(i64), dim); };
  Expression low = at(below), high = at(above);
  // Equal infinities have no difference, and nothing finite is far from -infinity.
  Expression isAlike = (low == high) | ((low == -INFINITY) & (high < INFINITY));
  Expression y = select(isAlike, low, low + share * (select(isAlike, low, high) - low));
  return ignoreNan ? y : select(perLine(numbers) == perLine(all), y, NAN);
}

} // namespace weir
