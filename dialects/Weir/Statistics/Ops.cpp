// Registration of the Statistics family: inference and the decompositions that are no single expression.
#include "dialects/Weir/Statistics/Ops.h"

#include "dialects/Weir/Compound/Ops.h"
#include "dialects/Weir/IR/WideSums.h"
#include "dialects/Weir/Reduce/Ops.h"
#include "dialects/Weir/Sequence/Ops.h"
#include "dialects/Weir/Statistics/Formulas.h"
#include "lib/Support/ShapeText.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include <cmath>

using namespace mlir;

namespace weir {

// What the definitions of records call.

static Expression variance(Expression x, ArrayRef<int64_t> dims, double correction) {
  Expression around = x - spread(wideMean(x, dims).cast(x.type().getElementType()), x, dims);
  Expression squares = wideSum(around * around, dims), count = broadcast(wideCount(x, dims), squares, {});
  // Each square counts too much by that of what the mean in x's type is off. The distances say it better than the mean
  // does, which may have been summed of numbers that are large beside them. Squares that overflow are infinite, unless
  // the mean is, too.
  Expression off = detach(wideMean(around, dims));
  squares = select(squares == INFINITY, squares - abs(off), maximum(squares - off * off * count, 0));
  return (squares / maximum(count - correction, 0)).cast(x.type().getElementType());
}

/// Of the variance's gradient that of x. The square of a distance, which may overflow, has no part in it.
static Expression varianceGradient(Expression dy, Expression x, ArrayRef<int64_t> dims, double correction,
                                   bool keepdim) {
  Type type = x.type().getElementType();
  Expression middle = wideMean(x, dims);
  Expression around = (x.cast(middle.type().getElementType()) - spread(middle, x, dims)).cast(type);
  Expression share = (2 / maximum(wideCount(x, dims) - correction, 0)).cast(type);
  Expression each = keepdim ? broadcastTrailing(dy, x) : spread(dy, x, dims);
  return each * broadcast(share, x, {}) * around;
}

/// Of the gradient of a root that of what it is the root of.
static Expression squareGradient(Expression dy, Expression root) { return select(root == 0.0, 0.0, dy / (2 * root)); }

static Expression meanOfNumbers(Expression x, ArrayRef<int64_t> dims) {
  Expression isNumber = x == x;
  Expression count = wideSum(isNumber.cast(x.type().getElementType()), dims);
  return (wideSum(select(isNumber, x, 0), dims) / count).cast(x.type().getElementType());
}

static Result<Metas> inferSum(const TensorMeta &input, const Attributes &attributes) {
  if (input.dtype == DType::Bool)
    return Failure{"expects input to be of numbers, got bool"};
  return inferReduced(input, attributes.get<std::vector<int64_t>>("dims"), attributes.has("keepdim"));
}

static Result<Metas> inferCount(const TensorMeta &input, const Attributes &attributes) {
  return inferReduced({DType::I64, input.shape}, attributes.get<std::vector<int64_t>>("dims"),
                      attributes.has("keepdim"));
}

static Expression countNonzero(Expression x, ArrayRef<int64_t> dims) {
  return sum((x != x.constant(0)).cast(x.getBuilder().getI64Type()), dims);
}

/// The p-th root, without a gradient where x is 0.
static Expression rootOf(Expression x, double p) {
  Expression isZero = x == 0.0, inner = select(isZero, 1.0, x);
  return select(isZero, 0.0, p == 2 ? sqrt(inner) : pow(inner, 1 / p));
}

Expression norm(Expression x, ArrayRef<int64_t> dims, double p) {
  if (p == 2)
    return rootOf(sum(x * x, dims), p);
  if (p == 0)
    return sum((x != 0.0).cast(x.type().getElementType()), dims);
  Expression magnitude = abs(x);
  if (std::isinf(p))
    return p > 0 ? max(magnitude, dims) : min(magnitude, dims);
  if (p == 1)
    return sum(magnitude, dims);
  // The power of 0 has no gradient.
  Expression isZero = magnitude == 0.0;
  return rootOf(sum(select(isZero, p < 0 ? INFINITY : 0.0, pow(select(isZero, 1.0, magnitude), p)), dims), p);
}

// two results

/// Each of what `dims` are reduced to.
static Result<Metas> inferTwo(const TensorMeta &input, const Attributes &attributes) {
  Result<Metas> one = inferReduced(input, attributes.get<std::vector<int64_t>>("dims"), attributes.has("keepdim"));
  if (!one)
    return one;
  return Metas{(*one)[0], (*one)[0]};
}

template <typename Op>
static SmallVector<Value> andMean(Expression x, ArrayRef<int64_t> dims, bool keepdim, double correction) {
  OpBuilder &builder = x.getBuilder();
  Value around = Op::create(builder, x.getLoc(), Value(x), dims, keepdim, correction);
  return {around, MeanOp::create(builder, x.getLoc(), Value(x), dims, keepdim)};
}

static SmallVector<Value> extremes(Expression x, ArrayRef<int64_t> dims, bool keepdim) {
  bool isBool = x.type().getElementType().isInteger(1);
  Expression comparable = isBool ? x.cast(x.getBuilder().getI32Type()) : x;
  return {kept(min(comparable, dims), x, dims, keepdim), kept(max(comparable, dims), x, dims, keepdim)};
}

// all of two tensors

static SmallVector<int64_t> allDims(Expression x) { return llvm::to_vector(llvm::seq<int64_t>(0, x.rank())); }

static Result<Metas> inferOfTwo(const Metas &operands, DType dtype) {
  const Shape &input = operands[0].shape, &other = operands[1].shape;
  if (!std::equal(input.begin(), input.end(), other.begin(), other.end(), mayEqual))
    return Failure{"expects input and other of one shape, got " + tupleText(input) + " and " + tupleText(other)};
  return Metas{{dtype, {}}};
}

static Result<Metas> inferEqual(const Metas &operands) {
  if (auto failure = checkSameDType(operands, {0, 1}))
    return *failure;
  return inferOfTwo(operands, DType::Bool);
}

static Result<Metas> inferAllClose(const Metas &operands, const Attributes &attributes) {
  if (Result<Metas> each = IscloseOp::inferResults(operands, attributes); !each)
    return each;
  return inferOfTwo(operands, DType::Bool);
}

static Expression holdsForAll(Expression each) {
  return {each.getBuilder(), each.getLoc(),
          ReduceAllOp::create(each.getBuilder(), each.getLoc(), Value(each), allDims(each))};
}

static Expression allClose(Expression x, Expression y, double rtol, double atol, bool equalNan) {
  OpBuilder &builder = x.getBuilder();
  Value each = IscloseOp::create(builder, x.getLoc(), x, y, rtol, atol, equalNan);
  return holdsForAll({builder, x.getLoc(), each});
}

static Result<Metas> inferRenorm(const TensorMeta &input, const Attributes &attributes) {
  if (auto failure = checkDims(input, {attributes.get<int64_t>("dim")}))
    return *failure;
  double p = attributes.get<double>("p"), most = attributes.get<double>("maxnorm");
  if (input.shape.size() < 2 || !(p > 0) || !(most >= 0))
    return Failure{"expects two dimensions, p above 0 and maxnorm of at least 0, got shape " + tupleText(input.shape) +
                   ", " + std::to_string(p) + " and " + std::to_string(most)};
  return Metas{input};
}

static Expression renormed(Expression x, double p, int64_t dim, double most) {
  SmallVector<int64_t> others = allDims(x);
  others.erase(others.begin() + dim);
  Expression norms = norm(x, others, p);
  // What keeps the quotient finite lets a norm end a little below the largest.
  return x * spread(select(norms > most, most / (norms + 1e-7), 1), x, others);
}

/// No gradient flows through the shift, because the result doesn't depend on it. A maximum that is infinite would make
/// the difference NaN.
static Expression logSumExp(Expression x, ArrayRef<int64_t> dims) {
  Expression most = detach(max(x, dims));
  Expression shift = select(abs(most) == INFINITY, 0.0, most);
  return log(sum(exp(x - spread(shift, x, dims)), dims)) + shift;
}

// positions

static Result<Metas> inferPosition(const TensorMeta &input, const Attributes &attributes) {
  int64_t dim = attributes.get<int64_t>("dim");
  Result<Metas> results = inferReduced(input, {dim}, attributes.has("keepdim"));
  if (!results)
    return results;
  if (input.shape[dim] == 0)
    return Failure{"expects elements along dimension " + std::to_string(dim) + ", got shape " + tupleText(input.shape)};
  (*results)[0].dtype = DType::I64;
  return results;
}

static Result<Metas> inferExtreme(const TensorMeta &input, const Attributes &attributes) {
  Result<Metas> positions = inferPosition(input, attributes);
  if (!positions)
    return positions;
  return Metas{{input.dtype, (*positions)[0].shape}, (*positions)[0]};
}

static Expression reduced(Combiner by, Expression x, int64_t dim) {
  return by == Combiner::Max ? max(x, {dim}) : min(x, {dim});
}

Expression firstExtreme(Expression x, int64_t dim, Combiner by) {
  bool isBool = x.type().getElementType().isInteger(1);
  Expression comparable = isBool ? x.cast(x.getBuilder().getI32Type()) : x;
  Expression isExtreme = comparable == spread(reduced(by, comparable, dim), comparable, {dim});
  if (isa<FloatType>(x.type().getElementType()))
    isExtreme = isExtreme | (x != x);
  Expression positions = positionsAlong(x, dim);
  // The number of elements is a position behind all of them.
  Expression behind = x.type().isDynamicDim(dim) ? spread(max(positions, {dim}) + 1, positions, {dim})
                                                 : positions.constant(static_cast<double>(x.knownSize(dim)));
  return min(select(isExtreme, positions, behind), {dim});
}

static SmallVector<Value> extreme(Expression x, int64_t dim, Combiner by, bool keepdim) {
  Expression index = kept(firstExtreme(x, dim, by), x, {dim}, true);
  Expression values = gather(x, index, dim);
  if (keepdim)
    return {values, index};
  return {without(values, dim), without(index, dim)};
}

static Result<Metas> inferTopk(TensorMeta input, const Attributes &attributes) {
  int64_t dim = attributes.get<int64_t>("dim"), k = attributes.get<int64_t>("k");
  if (auto failure = checkDims(input, {dim}))
    return *failure;
  DimSize &size = input.shape[dim];
  if (k < 0 || k > size.knownOr(k))
    return Failure{"expects k to be in [0, " + toString(size) + "], got " + std::to_string(k)};
  size = DimSize(k);
  return Metas{input, {DType::I64, input.shape}};
}

static SmallVector<Value> topk(Expression x, int64_t k, int64_t dim, bool isLargest) {
  if (!x.type().isDynamicDim(dim)) {
    auto first = SortFirstOp::create(x.getBuilder(), x.getLoc(), x, k, dim, isLargest);
    return {first.getValues(), first.getIndices()};
  }
  auto sorted = SortOp::create(x.getBuilder(), x.getLoc(), x, dim, isLargest);
  auto first = [&](Value value) { return slice(Expression(x.getBuilder(), x.getLoc(), value), dim, 0, k); };
  return {first(sorted.getValues()), first(sorted.getIndices())};
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Statistics/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerStatisticsOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Statistics/Ops.cpp.inc"
      >();
}

} // namespace weir
