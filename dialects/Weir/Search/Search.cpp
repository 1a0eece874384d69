// Members of sets, places in an order, and counts of values.
#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Reduce/Ops.h"
#include "dialects/Weir/Search/Formulas.h"
#include "lib/Support/ShapeText.h"

using namespace mlir;

namespace weir {

/// The elements as a vector.
static Expression flattened(Expression x) { return reshape(x, {product(x.getBuilder(), x.getLoc(), sizesOf(x))}); }

static SmallVector<int64_t> dimsUpTo(int64_t rank) { return llvm::to_vector(llvm::seq<int64_t>(0, rank)); }

// isin

Result<Metas> inferIsin(const Metas &operands) {
  if (auto failure = checkSameDType(operands, {0, 1}))
    return *failure;
  return Metas{{DType::Bool, operands[0].shape}};
}

Expression isin(Expression elements, Expression among, bool invert) {
  OpBuilder &builder = elements.getBuilder();
  int64_t last = elements.rank();
  Expression candidates = flattened(among);
  SmallVector<OpFoldResult> sizes = sizesOf(elements);
  sizes.push_back(sizesOf(candidates)[0]);
  Expression isEqual = broadcastTo(elements, sizes, dimsUpTo(last)) == broadcastTo(candidates, sizes, {last});
  Expression found(builder, elements.getLoc(),
                   ReduceAnyOp::create(builder, elements.getLoc(), Value(isEqual), ArrayRef<int64_t>{last}));
  return invert ? ~found : found;
}

// searchsorted

Result<Metas> inferSearch(const Metas &operands, const Attributes &attributes) {
  const Shape &sorted = operands[0].shape, &values = operands[1].shape;
  bool fits = !sorted.empty() && (sorted.size() == 1 || sorted.size() == values.size());
  for (size_t d = 0; fits && d + 1 < sorted.size(); ++d)
    fits = mayEqual(sorted[d], values[d]);
  if (!fits)
    return Failure{
        "expects sorted_sequence to be a vector or to agree with values in all dimensions but the last, got " +
        tupleText(sorted) + " and " + tupleText(values)};
  if (!sorted.back().isKnown())
    return Failure{"expects a known last size of sorted_sequence, got " + tupleText(sorted)};
  if (auto failure = checkSameDType(operands, {0, 1}))
    return *failure;
  const TensorMeta *sorter = optionalOperand(operands, attributes, 0);
  if (sorter && !std::equal(sorted.begin(), sorted.end(), sorter->shape.begin(), sorter->shape.end(), mayEqual))
    return Failure{"expects sorter in the shape of sorted_sequence, got " + tupleText(sorter->shape) + " for " +
                   tupleText(sorted)};
  return Metas{{attributes.has("out_int32") ? DType::I32 : DType::I64, values}};
}

Expression inOrder(Expression sorted, Expression sorter) {
  return sorter.isPresent() ? gather(sorted, sorter, sorted.rank() - 1) : sorted;
}

Expression searched(Expression sorted, Expression values, bool right) {
  OpBuilder &builder = values.getBuilder();
  SmallVector<OpFoldResult> sizes = sizesOf(values);
  if (sorted.rank() == 1)
    values = flattened(values);
  int64_t dim = sorted.rank() - 1, size = sorted.knownSize(dim);
  Expression found = values.cast(builder.getI64Type()).constant(0);
  // The number of elements before a value, bit by bit from the highest one.
  for (int64_t step = static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(size))); step > 0; step /= 2) {
    Expression next = found + static_cast<double>(step);
    Expression isThere = next <= static_cast<double>(size);
    Expression last = gather(sorted, select(isThere, next, static_cast<double>(size)) - 1, dim);
    // A NaN stands behind all numbers, and is put behind all elements.
    Expression isBefore = (right ? last <= values : last < values) | (values != values);
    found = select(isThere & isBefore, next, found);
  }
  return reshape(found, sizes);
}

// histc

Result<Metas> inferHistc(const TensorMeta &input, const Attributes &attributes) {
  if (int64_t bins = attributes.get<int64_t>("bins"); bins < 1)
    return Failure{"expects bins to be at least 1, got " + std::to_string(bins)};
  if (double min = attributes.get<double>("min"), max = attributes.get<double>("max"); !(min <= max))
    return Failure{"expects min to be at most max, got " + std::to_string(min) + " and " + std::to_string(max)};
  return Metas{{input.dtype, {DimSize(attributes.get<int64_t>("bins"))}}};
}

/// x added to zeros of a known size at positions in a vector.
static Expression addedAt(Expression positions, Expression x, int64_t size) {
  OpBuilder &builder = x.getBuilder();
  auto type = RankedTensorType::get({size}, x.type().getElementType());
  Expression zeros = knownElements(builder, x.getLoc(), type, SmallVector<double>(size, 0));
  return {builder, x.getLoc(), ScatterAddOp::create(builder, x.getLoc(), zeros, positions, x, /*dim=*/0)};
}

Expression histogram(Expression x, int64_t bins, double least, double most) {
  x = flattened(x);
  Expression low = min(x, {0}), high = max(x, {0});
  if (least != most) {
    low = low.constant(least);
    high = high.constant(most);
  } else {
    Expression isOne = low == high;
    low = select(isOne, low - 1, low);
    high = select(low == high, high, select(isOne, high + 1, high));
  }
  Expression from = broadcast(low, x, {}), to = broadcast(high, x, {});
  Expression isCounted = (x >= from) & (x <= to);
  auto last = static_cast<double>(bins - 1);
  Expression place = floor((x - from) / (to - from) * static_cast<double>(bins));
  place = select(isCounted & (place == place), minimum(maximum(place, 0), last), 0);
  return addedAt(place.cast(x.getBuilder().getI64Type()), isCounted.cast(x.type().getElementType()), bins);
}

// bincount

Result<Metas> inferBincount(const Metas &operands, const Attributes &attributes) {
  const Shape &input = operands[0].shape;
  if (input.size() != 1)
    return Failure{"expects input to be a vector, got " + tupleText(input)};
  int64_t length = attributes.get<int64_t>("minlength");
  if (length < 1)
    return Failure{"expects minlength to be at least 1, got " + std::to_string(length)};
  const TensorMeta *weights = optionalOperand(operands, attributes, 0);
  if (weights && (weights->shape.size() != 1 || !mayEqual(weights->shape[0], input[0])))
    return Failure{"expects a weight for each element of input, got " + tupleText(weights->shape) + " for " +
                   tupleText(input)};
  return Metas{{weights ? weights->dtype : DType::I64, {DimSize(length)}}};
}

Expression counts(Expression input, Expression weights, int64_t length) {
  return addedAt(input, weights.isPresent() ? weights : input.constant(1), length);
}

} // namespace weir
