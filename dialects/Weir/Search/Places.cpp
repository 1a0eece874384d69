// Elements in place of others: in slices, at positions along a dimension, at tuples of positions.
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Search/Formulas.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Shape/Strides.h"
#include "lib/Support/ShapeText.h"

#include <cmath>

using namespace mlir;

namespace weir {

// slice_scatter

Result<Metas> inferSliceScatter(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkSameDType(operands, {0, 1}))
    return *failure;
  const Shape &input = operands[0].shape, &src = operands[1].shape;
  const auto &starts = attributes.get<std::vector<int64_t>>("starts"),
             &steps = attributes.get<std::vector<int64_t>>("steps");
  if (src.size() != input.size() || starts.size() != input.size() || steps.size() != input.size())
    return Failure{"expects src, starts and steps for each dimension of " + tupleText(input) + ", got " +
                   tupleText(src) + ", " + std::to_string(starts.size()) + " and " + std::to_string(steps.size())};
  for (size_t d = 0; d < input.size(); ++d) {
    bool isPlace = starts[d] >= 0 && steps[d] >= 1;
    if (isPlace && src[d].isKnown() && input[d].isKnown())
      isPlace = liesWithin(input[d].known(), starts[d], steps[d], src[d].known());
    if (!isPlace)
      return Failure{"expects src to lie inside of input, got " + tupleText(src) + " from " +
                     std::to_string(starts[d]) + " in steps of " + std::to_string(steps[d]) + " for " +
                     tupleText(input) + " in dimension " + std::to_string(d)};
  }
  return Metas{operands[0]};
}

Expression placed(Expression x, Expression part, ArrayRef<int64_t> starts, ArrayRef<int64_t> steps) {
  OpBuilder &builder = x.getBuilder();
  Location loc = x.getLoc();
  auto inside = [&](Value value) -> Expression {
    Type type = RankedTensorType::get(x.type().getShape(), getElementTypeOrSelf(value.getType()));
    return {builder, loc,
            PadOp::create(builder, loc, type, value, dynamicSizes(builder, loc, x),
                          builder.getDenseI64ArrayAttr(starts), builder.getDenseI64ArrayAttr(steps),
                          builder.getF64FloatAttr(0))};
  };
  auto isTrue = RankedTensorType::get({}, builder.getI1Type());
  Value everywhere = ConstantOp::create(builder, loc, part.type().clone(builder.getI1Type()),
                                        DenseElementsAttr::get(isTrue, true), dynamicSizes(builder, loc, part));
  return select(inside(everywhere), inside(part), x);
}

// at positions

Expression fromFront(Expression positions, Expression x, int64_t dim) {
  Expression size = x.type().isDynamicDim(dim)
                        ? broadcast(countAlong(x.cast(x.getBuilder().getI64Type()), {dim}), positions, {})
                        : positions.constant(static_cast<double>(x.knownSize(dim)));
  return select((positions < 0) & (positions >= -size), positions + size, positions);
}

Result<Metas> inferIndexUpdate(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &input = operands[0], &index = operands[1], &source = operands[2];
  int64_t dim = attributes.get<int64_t>("dim");
  if (auto failure = checkDims(input, {dim}))
    return *failure;
  if (auto failure = checkSameDType(operands, {0, 2}))
    return *failure;
  Shape wanted = input.shape;
  if (index.shape.size() == 1)
    wanted[dim] = index.shape[0];
  if (index.shape.size() != 1 ||
      !std::equal(wanted.begin(), wanted.end(), source.shape.begin(), source.shape.end(), mayEqual))
    return Failure{"expects a vector as the index and source of shape " + tupleText(wanted) + ", got " +
                   tupleText(index.shape) + " and " + tupleText(source.shape)};
  double alpha = attributes.getOr<double>("alpha", 1);
  if (!isFloat(input.dtype) && alpha != std::floor(alpha))
    return Failure{"expects alpha to be an integer for " + std::string(name(input.dtype)) + ", got " +
                   std::to_string(alpha)};
  return Metas{input};
}

template <typename Op> static Expression updated(Expression x, Expression index, Expression updates, int64_t dim) {
  return {x.getBuilder(), x.getLoc(),
          Op::create(x.getBuilder(), x.getLoc(), Value(x), Value(index), Value(updates), static_cast<uint64_t>(dim))};
}

Expression indexCopy(Expression x, Expression index, Expression source, int64_t dim) {
  return updated<ScatterOp>(x, broadcast(fromFront(index, x, dim), source, {dim}), source, dim);
}

static Expression asNumbers(Expression x) {
  return x.type().getElementType().isInteger(1) ? x.cast(x.getBuilder().getI64Type()) : x;
}

/// A sum of bools is whether one is true.
static Expression added(Expression x, Expression index, Expression updates, int64_t dim) {
  return updated<ScatterAddOp>(asNumbers(x), index, asNumbers(updates), dim).cast(x.type().getElementType());
}

Expression indexAdd(Expression x, Expression index, Expression source, int64_t dim, double alpha) {
  Expression updates = alpha == 1 ? source : asNumbers(source) * alpha;
  return added(x, broadcast(fromFront(index, x, dim), source, {dim}), updates, dim);
}

// at tuples of positions

/// The shape of what stands at tuples of positions in the first dimensions of a tensor.
static Result<Shape> shapeAt(const Shape &input, ArrayRef<TensorMeta> indices) {
  if (indices.empty() || indices.size() > input.size())
    return Failure{"expects an index for one to all dimensions of " + tupleText(input) + ", got " +
                   std::to_string(indices.size())};
  Shape shape = indices.front().shape;
  for (const TensorMeta &index : indices)
    if (index.dtype != DType::I64 ||
        !std::equal(shape.begin(), shape.end(), index.shape.begin(), index.shape.end(), mayEqual))
      return Failure{"expects indices of i64 and of one shape, got " + toString(index)};
  shape.insert(shape.end(), input.begin() + static_cast<ptrdiff_t>(indices.size()), input.end());
  return shape;
}

Result<Metas> inferIndexGet(const Metas &operands) {
  Result<Shape> shape = shapeAt(operands[0].shape, ArrayRef(operands).drop_front(1));
  if (!shape)
    return shape.failure();
  return Metas{{operands[0].dtype, *shape}};
}

Result<Metas> inferIndexPut(const Metas &operands) {
  const Shape &values = operands[1].shape;
  if (auto failure = checkSameDType(operands, {0, 1}))
    return *failure;
  Result<Shape> wanted = shapeAt(operands[0].shape, ArrayRef(operands).drop_front(2));
  if (!wanted)
    return wanted.failure();
  if (!std::equal(wanted->begin(), wanted->end(), values.begin(), values.end(), mayEqual))
    return Failure{"expects values of shape " + tupleText(*wanted) + ", got " + tupleText(values)};
  return Metas{operands[0]};
}

/// A vector of positions among the elements of the dimensions of x that have an index. A tuple of which one is not in
/// its dimension is in none.
static Expression numbersOf(OperandRange indices, Expression x) {
  OpBuilder &builder = x.getBuilder();
  std::optional<Expression> number;
  for (auto [d, index] : llvm::enumerate(indices)) {
    auto dim = static_cast<int64_t>(d);
    Expression place = fromFront({builder, x.getLoc(), index}, x, dim);
    if (d == 0) {
      number = place;
      continue;
    }
    Expression size = x.type().isDynamicDim(dim) ? broadcast(sizeAlong(x, dim), place, {})
                                                 : place.constant(static_cast<double>(x.knownSize(dim)));
    number = select((place >= 0.0) & (place < size), *number * size + place, -1.0);
  }
  return reshape(*number, {product(builder, x.getLoc(), sizesOf(*number))});
}

/// x with its first dimensions as one.
static Expression withRows(Expression x, int64_t leading) {
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  SmallVector<OpFoldResult> joined = {product(x.getBuilder(), x.getLoc(), ArrayRef(sizes).take_front(leading))};
  joined.append(sizes.begin() + leading, sizes.end());
  return reshape(x, joined);
}

Expression indexGet(IndexGetOp op, Expression x) {
  auto count = static_cast<int64_t>(op.getIndices().size());
  Expression rows = withRows(x, count), numbers = numbersOf(op.getIndices(), x);
  Expression first(x.getBuilder(), x.getLoc(), op.getIndices()[0]);
  SmallVector<OpFoldResult> found = sizesOf(rows), shape = sizesOf(first);
  shape.append(found.begin() + 1, found.end());
  found.front() = sizesOf(numbers).front();
  return reshape(gather(rows, broadcastTo(numbers, found, {0}), 0), shape);
}

Expression indexPut(IndexPutOp op, Expression x, Expression values) {
  auto count = static_cast<int64_t>(op.getIndices().size());
  int64_t ofIndex = cast<RankedTensorType>(op.getIndices()[0].getType()).getRank();
  Expression rows = withRows(x, count), updates = withRows(values, ofIndex);
  Expression index = broadcast(numbersOf(op.getIndices(), x), updates, {0});
  Expression written =
      op.getAccumulate() ? added(rows, index, updates, 0) : updated<ScatterOp>(rows, index, updates, 0);
  return reshape(written, sizesOf(x));
}

// unravel_index

Result<Metas> inferUnravelIndex(const TensorMeta &indices, const Attributes &attributes) {
  const auto &sizes = attributes.get<std::vector<int64_t>>("sizes");
  if (sizes.empty() || llvm::any_of(sizes, [](int64_t size) { return size < 1; }))
    return Failure{"expects sizes of at least 1, got " + std::to_string(sizes.size()) + " of them"};
  Shape shape = indices.shape;
  shape.insert(shape.begin(), DimSize(static_cast<int64_t>(sizes.size())));
  return Metas{{DType::I64, shape}};
}

/// The size beside the positions: as a double a large one would be rounded.
static Expression sizeLike(Expression positions, int64_t size) {
  OpBuilder &builder = positions.getBuilder();
  Type element = positions.type().getElementType();
  if (!element.isInteger(64))
    return positions.constant(static_cast<double>(size));
  auto scalar = RankedTensorType::get({}, element);
  auto value = SplatElementsAttr::get(scalar, builder.getIntegerAttr(element, size));
  Expression number(builder, positions.getLoc(),
                    ConstantOp::create(builder, positions.getLoc(), scalar, value, ValueRange()));
  return spread(number, positions, llvm::to_vector(llvm::seq<int64_t>(0, positions.rank())));
}

Expression coordinates(Expression positions, ArrayRef<int64_t> sizes) {
  OpBuilder &builder = positions.getBuilder();
  std::optional<Expression> all;
  for (int64_t size : llvm::reverse(sizes)) {
    Expression by = sizeLike(positions, size), rest = floorDivide(positions, by);
    Expression one = unsqueezed(positions - rest * by, 0);
    all = all ? Expression(builder, positions.getLoc(), ConcatOp::create(builder, positions.getLoc(), one, *all, 0))
              : one;
    positions = rest;
  }
  return *all;
}

} // namespace weir
