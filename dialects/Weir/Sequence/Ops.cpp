// Registration of the Sequence family: inference, iteration rules and gradients.
#include "dialects/Weir/Sequence/Ops.h"

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Sequence/Formulas.h"
#include "dialects/Weir/Sequence/Neighbours.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Weir/Sequence/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerSequenceOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Sequence/Ops.cpp.inc"
      >();
}

static std::optional<Failure> checkDim(const TensorMeta &x, const Attributes &attributes) {
  int64_t dim = attributes.get<int64_t>("dim"), rank = static_cast<int64_t>(x.shape.size());
  if (dim < 0 || dim >= rank)
    return Failure{"expects dim to be in [0, " + std::to_string(rank) + "), got " + std::to_string(dim)};
  return std::nullopt;
}

static Result<Metas> inferCumulative(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkDim(operands[0], attributes))
    return *failure;
  if (operands[0].dtype == DType::Bool)
    return Failure{"expects x to be of numbers, got bool"};
  return Metas{operands[0]};
}

// cumsum

Result<Metas> CumsumOp::inferResults(const Metas &operands, const Attributes &attributes) {
  return inferCumulative(operands, attributes);
}

static Expression cumulativeSum(Expression x, OpBuilder &builder, Location loc, int64_t dim, bool reverse) {
  return {builder, loc, CumsumOp::create(builder, loc, Value(x), dim, reverse)};
}

void CumsumOp::buildGradient(OpBuilder &builder, ValueRange resultGradients, SmallVectorImpl<Value> &operandGradients) {
  Expression dy(builder, getLoc(), resultGradients[0]);
  operandGradients.push_back(cumulativeSum(dy, builder, getLoc(), getDim(), !getReverse()));
}

// cumprod

Result<Metas> CumprodOp::inferResults(const Metas &operands, const Attributes &attributes) {
  return inferCumulative(operands, attributes);
}

/// Before the first 0 of a line, an element gets the sum of dy * y from it on, divided by the element. The first 0 gets
/// the same of what the products are with a 1 in its place. Elements behind it get nothing.
void CumprodOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                              SmallVectorImpl<Value> &operandGradients) {
  Location loc = getLoc();
  bool reverse = getReverse();
  Expression x(builder, loc, getX()), y(builder, loc, getY()), dy(builder, loc, resultGradients[0]);
  Expression nothing = x.constant(0), one = x.constant(1);
  auto isEqual = [&](Expression lhs, Expression rhs) {
    return Expression(builder, loc, CompareOp::create(builder, loc, ComparePredicate::eq, Value(lhs), Value(rhs)));
  };
  Expression isZero = isEqual(x, nothing);
  Expression zeros = cumulativeSum(select(isZero, one, nothing), builder, loc, getDim(), reverse);
  Expression isBefore = isEqual(zeros, nothing), isFirst = isEqual(select(isZero, zeros, nothing), one);
  Expression without(builder, loc,
                     CumprodOp::create(builder, loc, Value(select(isFirst, one, x)), getDim(), getReverse()));
  Expression before = cumulativeSum(dy * y, builder, loc, getDim(), !reverse) / select(isZero, one, x);
  Expression first = cumulativeSum(dy * without, builder, loc, getDim(), !reverse);
  operandGradients.push_back(select(isBefore, before, select(isFirst, first, nothing)));
}

// cumulative_max, cumulative_min

Expression lastEqualAlong(Expression x, Expression extremes, int64_t dim, bool reverse) {
  constexpr double kBeforeAll = -4611686018427387904.0; // -2^62
  OpBuilder &builder = x.getBuilder();
  Expression isFound = (x == extremes) | (x != x), positions = positionsAlong(x, dim);
  Expression found = select(isFound, reverse ? -positions : positions, kBeforeAll);
  Expression last(builder, x.getLoc(),
                  CumulativeMaxOp::create(builder, x.getLoc(), Value(found), static_cast<uint64_t>(dim), reverse));
  return reverse ? -last : last;
}

template <typename Op> static Value gradientOfExtremes(Op op, OpBuilder &builder, Value dy) {
  Location loc = op.getLoc();
  auto dim = static_cast<int64_t>(op.getDim());
  Expression x(builder, loc, op.getX()), y(builder, loc, op.getY());
  Value index = lastEqualAlong(x, y, dim, op.getReverse());
  return ScatterAddOp::create(builder, loc, constantLike(builder, loc, 0, op.getX()), index, dy, op.getDim());
}

Result<Metas> CumulativeMaxOp::inferResults(const Metas &operands, const Attributes &attributes) {
  return inferCumulative(operands, attributes);
}

void CumulativeMaxOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                    SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(gradientOfExtremes(*this, builder, resultGradients[0]));
}

Result<Metas> CumulativeMinOp::inferResults(const Metas &operands, const Attributes &attributes) {
  return inferCumulative(operands, attributes);
}

void CumulativeMinOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                    SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(gradientOfExtremes(*this, builder, resultGradients[0]));
}

// sort

Result<Metas> SortOp::inferResults(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkDim(operands[0], attributes))
    return *failure;
  return Metas{operands[0], {DType::I64, operands[0].shape}};
}

/// Each element's gradient goes to where it stood.
template <typename Op> static Value gradientOfSorted(Op op, OpBuilder &builder, Value dy) {
  Value zeros = constantLike(builder, op.getLoc(), 0, op.getX());
  return ScatterAddOp::create(builder, op.getLoc(), zeros, op.getIndices(), dy, op.getDim());
}

void SortOp::buildGradient(OpBuilder &builder, ValueRange resultGradients, SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(gradientOfSorted(*this, builder, resultGradients[0]));
}

// sort_first

Result<Metas> SortFirstOp::inferResults(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkDim(operands[0], attributes))
    return *failure;
  auto count = attributes.get<int64_t>("count"), dim = attributes.get<int64_t>("dim");
  Shape shape = operands[0].shape;
  if (count < 0 || !shape[dim].isKnown() || count > shape[dim].known())
    return Failure{"expects count to be in [0, " + toString(shape[dim]) + "], which is known, got " +
                   std::to_string(count)};
  shape[dim] = DimSize(count);
  return Metas{{operands[0].dtype, shape}, {DType::I64, shape}};
}

void SortFirstOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(gradientOfSorted(*this, builder, resultGradients[0]));
}

} // namespace weir
