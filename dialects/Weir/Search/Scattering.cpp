// Updates that are joined where they fall: reductions at positions, masks, bags of rows.
#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Search/Formulas.h"
#include "dialects/Weir/Sequence/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/ShapeText.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <cmath>

using namespace mlir;

namespace weir {

/// x with updates joined to it by the op at positions along `dim`.
template <typename Op> static Expression scattered(Expression x, Expression index, Expression updates, int64_t dim) {
  return {x.getBuilder(), x.getLoc(),
          Op::create(x.getBuilder(), x.getLoc(), Value(x), Value(index), Value(updates), static_cast<uint64_t>(dim))};
}

// scatter_reduce

Result<Metas> inferScatterReduce(const Metas &operands, const Attributes &attributes) {
  // As beside the part of x that the index reaches.
  Metas reached = operands;
  auto dim = static_cast<size_t>(attributes.get<int64_t>("dim"));
  Shape &x = reached[0].shape;
  const Shape &index = operands[1].shape;
  for (size_t d = 0; x.size() == index.size() && d < x.size(); ++d)
    if (d != dim && index[d].isKnown() && x[d].isKnown() && index[d].known() < x[d].known())
      x[d] = index[d];
  if (operands[0].dtype == DType::Bool && operands[2].dtype == DType::Bool) {
    if (attributes.get<std::string>("reduce") == "mean")
      return Failure{"expects x and src to be of numbers for mean, got bool"};
    reached[0].dtype = reached[2].dtype = DType::I32;
  }
  if (auto result = ScatterAddOp::inferResults(reached, attributes); !result)
    return result;
  return Metas{operands[0]};
}

/// What stands where updates are to be joined without what was there. An extreme of integers, whose bounds are no
/// doubles, may begin with any of the updates; floats, which have gradients, begin with what no update equals.
static Expression startOf(StringRef reduce, Expression src) {
  if (reduce == "sum" || reduce == "mean" || reduce == "prod")
    return src.constant(reduce == "prod");
  if (!isa<FloatType>(src.type().getElementType()))
    return src;
  return src.constant(reduce == "amax" ? -INFINITY : INFINITY);
}

/// The first elements of x that an index along `dim` reaches.
static Expression reachedBy(Expression index, Expression x, int64_t dim) {
  OpBuilder &builder = x.getBuilder();
  SmallVector<OpFoldResult> reached = sizesOf(index);
  reached[dim] = sizesOf(x)[dim];
  SmallVector<int64_t> shape, starts(x.rank(), 0), steps(x.rank(), 1);
  SmallVector<Value> unknown;
  dispatchIndexOpFoldResults(reached, unknown, shape);
  auto type = RankedTensorType::get(shape, x.type().getElementType());
  if (type == x.type() && unknown.empty())
    return x;
  return {builder, x.getLoc(), SliceOp::create(builder, x.getLoc(), type, Value(x), unknown, starts, steps)};
}

static Expression reducedInReach(Expression x, Expression index, Expression src, int64_t dim, StringRef reduce,
                                 bool includeSelf) {
  if (reduce == "last")
    return scattered<ScatterOp>(x, index, src, dim);
  Expression start = includeSelf ? x : scattered<ScatterOp>(x, index, startOf(reduce, src), dim);
  if (reduce == "prod")
    return scattered<ScatterProdOp>(start, index, src, dim);
  if (reduce == "amax")
    return scattered<ScatterMaxOp>(start, index, src, dim);
  if (reduce == "amin")
    return scattered<ScatterMinOp>(start, index, src, dim);
  Expression sum = scattered<ScatterAddOp>(start, index, src, dim);
  if (reduce == "sum")
    return sum;
  Expression first = x.constant(1);
  if (!includeSelf)
    first = scattered<ScatterOp>(first, index, src.constant(0), dim);
  // An element without updates is its own mean.
  Expression count = maximum(scattered<ScatterAddOp>(first, index, src.constant(1), dim), 1);
  return isa<FloatType>(x.type().getElementType()) ? sum / count : floorDivide(sum, count);
}

Expression scatterReduced(Expression x, Expression index, Expression src, int64_t dim, StringRef reduce,
                          bool includeSelf) {
  Type own = x.type().getElementType(), number = x.getBuilder().getI32Type();
  if (own.isInteger(1) && reduce != "last") {
    bool isAny = reduce == "sum" || reduce == "amax";
    x = x.cast(number);
    src = src.cast(number);
    reduce = isAny ? "amax" : "amin";
  }
  Expression reached = reachedBy(index, x, dim), y = reducedInReach(reached, index, src, dim, reduce, includeSelf);
  if (Value(reached) == Value(x))
    return y.cast(own);
  SmallVector<int64_t> starts(x.rank(), 0), steps(x.rank(), 1);
  return placed(x, y, starts, steps).cast(own);
}

// masked_scatter

Result<Metas> inferMaskedScatter(const Metas &operands) {
  if (auto failure = checkSameDType(operands, {0, 2}))
    return *failure;
  const Shape &input = operands[0].shape, &mask = operands[1].shape;
  if (!std::equal(input.begin(), input.end(), mask.begin(), mask.end(), mayEqual))
    return Failure{"expects input and mask of one shape, got " + tupleText(input) + " and " + tupleText(mask)};
  return Metas{operands[0]};
}

Expression maskedScatter(Expression x, Expression mask, Expression source, bool accumulate) {
  OpBuilder &builder = x.getBuilder();
  auto flat = [&](Expression whole) { return reshape(whole, {product(builder, x.getLoc(), sizesOf(whole))}); };
  Expression isTaken = flat(mask), taken = isTaken.cast(builder.getI64Type());
  Expression numbers(builder, x.getLoc(), CumsumOp::create(builder, x.getLoc(), Value(taken), 0, /*reverse=*/false));
  Expression places = select(isTaken, numbers - 1, 0);
  Expression found = reshape(gather(flat(source), places, 0), sizesOf(x));
  if (accumulate) // a sum of bools is whether one is true
    found = x.type().getElementType().isInteger(1) ? x | found : x + found;
  return select(mask, found, x);
}

// embedding_bag

Result<Metas> inferEmbeddingBag(const Metas &operands, const Attributes &attributes) {
  const Shape &input = operands[0].shape, &weight = operands[1].shape;
  const TensorMeta *offsets = optionalOperand(operands, attributes, 0),
                   *shares = optionalOperand(operands, attributes, 1);
  bool fits = weight.size() == 2 && (offsets ? input.size() == 1 && offsets->shape.size() == 1 : input.size() == 2);
  if (!fits)
    return Failure{"expects input of shape (B, N), or (N,) beside offsets (B,), and weight of shape (V, E), got " +
                   tupleText(input) + " and " + tupleText(weight) +
                   (offsets ? " and offsets " + tupleText(offsets->shape) : "")};
  if (offsets && !offsets->shape[0].isKnown())
    return Failure{"expects a known number of offsets, got " + tupleText(offsets->shape)};
  const auto &mode = attributes.get<std::string>("mode");
  if (shares && (mode != "sum" || shares->shape.size() != input.size()))
    return Failure{"expects per_sample_weights in the shape of input for mode sum, got " + tupleText(shares->shape) +
                   " for mode " + mode};
  DType dtype = shares ? commonFloat({operands[1], *shares}) : operands[1].dtype;
  return Metas{{dtype, {offsets ? offsets->shape[0] : input[0], weight[1]}}};
}

/// Sums, or maxima, over the rows of each bag: (B, E) of (B, N, E), or of (N, E) by the numbers of their bags.
static Expression joinedInBags(Expression rows, Expression bagOfRow, OpFoldResult count, bool isMax) {
  if (!bagOfRow.isPresent())
    return isMax ? max(rows, {1}) : sum(rows, {1});
  auto scalar = RankedTensorType::get({}, rows.type().getElementType());
  Expression nothing = knownElements(rows.getBuilder(), rows.getLoc(), scalar, isMax ? -INFINITY : 0.0);
  Expression start = broadcastTo(nothing, {count, sizesOf(rows)[1]}, {}), bags = spread(bagOfRow, rows, {1});
  return isMax ? scattered<ScatterMaxOp>(start, bags, rows, 0) : scattered<ScatterAddOp>(start, bags, rows, 0);
}

Expression bags(EmbeddingBagOp op, Expression input, Expression weight, Expression offsets, Expression shares) {
  OpBuilder &builder = input.getBuilder();
  Location loc = input.getLoc();
  SmallVector<OpFoldResult> sizes = sizesOf(input);
  Expression flat = reshape(input, {product(builder, loc, sizes)});
  OpFoldResult width = sizesOf(weight)[1];
  Expression rows = gather(weight, broadcastTo(flat, {sizesOf(flat)[0], width}, {0}), 0);
  sizes.push_back(width);
  rows = reshape(rows, sizes);
  int64_t last = input.rank();
  Expression isCounted = input == input;
  if (std::optional<int64_t> row = op.getPaddingIdx())
    isCounted = input != input.constant(static_cast<double>(*row < 0 ? *row + weight.knownSize(0) : *row));
  isCounted = spread(isCounted, rows, {last});

  Expression bagOfRow = offsets;
  OpFoldResult count = sizesOf(input)[0];
  if (offsets.isPresent()) {
    bagOfRow = searched(offsets, positionsAlong(input, 0), /*right=*/true) - 1;
    count = sizesOf(offsets)[0];
  }
  if (op.getMode() == "max") {
    Expression most = joinedInBags(select(isCounted, rows, -INFINITY), bagOfRow, count, /*isMax=*/true);
    return select(most == -INFINITY, 0, most);
  }
  Expression shared = shares.isPresent() ? rows * spread(shares, rows, {last}) : rows;
  Expression total = joinedInBags(select(isCounted, shared, 0), bagOfRow, count, /*isMax=*/false);
  if (op.getMode() == "sum")
    return total;
  Expression numbers = isCounted.cast(rows.type().getElementType());
  return total / maximum(joinedInBags(numbers, bagOfRow, count, /*isMax=*/false), 1);
}

} // namespace weir
