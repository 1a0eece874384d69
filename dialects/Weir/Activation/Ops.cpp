// Registration of the Activation family: inference and the decompositions that are no single expression.
#include "dialects/Weir/Activation/Ops.h"

#include "dialects/Weir/Activation/Formulas.h"
#include "dialects/Weir/Math/Ops.h"
#include "lib/Support/ShapeText.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include <limits>

using namespace mlir;

namespace weir {

// What the definitions of records call.

Result<Metas> inferAlong(const TensorMeta &input, int64_t dim) {
  int64_t rank = static_cast<int64_t>(input.shape.size());
  if (dim < 0 || dim >= rank)
    return Failure{"expects dim to be in [0, " + std::to_string(rank) + "), got " + std::to_string(dim)};
  return Metas{input};
}

static Result<Metas> inferOfNumbers(const TensorMeta &input) {
  if (input.dtype == DType::Bool)
    return Failure{"expects input to be of numbers, got bool"};
  return Metas{input};
}

static Result<Metas> inferHardtanh(const TensorMeta &input, const Attributes &attributes) {
  double least = attributes.get<double>("min_val"), most = attributes.get<double>("max_val");
  if (least > most)
    return Failure{"expects min_val to be at most max_val, got " + std::to_string(least) + " and " +
                   std::to_string(most)};
  return inferOfNumbers(input);
}

static Result<Metas> inferSoftshrink(const TensorMeta &input, const Attributes &attributes) {
  if (double lambd = attributes.get<double>("lambd"); !(lambd >= 0))
    return Failure{"expects lambd to be at least 0, got " + std::to_string(lambd)};
  return Metas{input};
}

static Result<Metas> inferPrelu(const Metas &operands) {
  const Shape &input = operands[0].shape, &weight = operands[1].shape;
  DimSize channels = input.size() > 1 ? input[1] : 1;
  if (weight.size() > 1 || (weight.size() == 1 && weight[0] != 1 && !mayEqual(weight[0], channels)))
    return Failure{"expects weight of shape (1,) or (" + toString(channels) + ",), got " + tupleText(weight)};
  return Metas{operands[0]};
}

static Result<Metas> inferGlu(TensorMeta input, int64_t dim) {
  Result<Metas> along = inferAlong(input, dim);
  if (!along)
    return along;
  DimSize &size = input.shape[dim];
  if (!size.isKnown() || size.known() % 2)
    return Failure{"expects an even size of dimension " + std::to_string(dim) + ", got " + tupleText(input.shape)};
  size = DimSize(size.known() / 2);
  return Metas{input};
}

/// Checks that `gates` are `count` times as many as elements of the state, along the last dimension.
static std::optional<Failure> checkGates(const char *name, const TensorMeta &gates, const char *stateName,
                                         const TensorMeta &state, int64_t count) {
  const Shape &shape = gates.shape, &own = state.shape;
  bool isRight = !shape.empty() && shape.size() == own.size() && gates.dtype == state.dtype && own.back().isKnown() &&
                 shape.back() == DimSize(count * own.back().known());
  for (size_t d = 0; isRight && d + 1 < shape.size(); ++d)
    isRight = mayEqual(shape[d], own[d]);
  if (isRight)
    return std::nullopt;
  return Failure{std::string("expects ") + name + " of " + stateName + "'s dtype and shape with " +
                 std::to_string(count) + " times its last size, which is known, got " + tupleText(shape) + " and " +
                 tupleText(own)};
}

static Result<Metas> inferLstm(const Metas &operands) {
  if (auto failure = checkGates("gates", operands[0], "cell", operands[1], 4))
    return *failure;
  return Metas{operands[1], operands[1]};
}

static Result<Metas> inferGru(const Metas &operands) {
  if (auto failure = checkGates("of_input", operands[0], "hidden", operands[2], 3))
    return *failure;
  if (auto failure = checkGates("of_state", operands[1], "hidden", operands[2], 3))
    return *failure;
  return Metas{operands[2]};
}

/// x where it is negative, else 0. Of large numbers, exp and its gradient would be infinite, which times 0 is NaN.
static Expression belowZero(Expression x) { return select(x <= 0.0, x, 0.0); }

/// x, but no less than `least` and no more than `most`: constants, whose gradient is 0 at both.
static Expression between(Expression x, double least, double most) {
  return select(x <= least, least, select(x >= most, most, x));
}

/// NaN has no gradient.
static Expression hardSigmoid(Expression x) {
  Expression y = between(x + 3, 0, 6) / 6;
  return select(x == x, y, detach(y));
}

/// Where it is x, and for NaN, the gradient is that of x.
static Expression hardSwish(Expression x) {
  Expression isBelow = x < 3.0, below = select(isBelow, x, 0.0);
  return select(isBelow, below * (between(below + 3, 0, 6) / 6), x);
}

static Expression towardsZero(Expression x, double by) {
  // What is left of numbers in between is 0, and of NaN NaN.
  return select(x > by, x - by, select(x < -by, x + by, select(x != x, x, 0.0)));
}

/// The weight of `prelu` as a slope for each element of the input. One of unknown size is for channels, if there are
/// any.
static Expression slopesFor(Expression input, Expression weight) {
  if (weight.rank() == 0)
    return broadcast(weight, input, {});
  bool isShared = input.rank() < 2 || weight.type().getDimSize(0) == 1;
  if (!isShared)
    return broadcast(weight, input, {1});
  return broadcast(without(weight, 0), input, {});
}

/// One of `count` parts of x along `dim`.
static Expression part(Expression x, int64_t dim, int64_t number, int64_t count) {
  int64_t size = x.knownSize(dim) / count;
  return slice(x, dim, number * size, size);
}

/// The first half (number 0) of x along `dim`, or the second.
static Expression half(Expression x, int64_t dim, int64_t number) { return part(x, dim, number, 2); }

static SmallVector<Value> lstmStep(Expression gates, Expression cell) {
  int64_t last = gates.rank() - 1;
  auto gate = [&](int64_t number) { return part(gates, last, number, 4); };
  Expression next = sigmoid(gate(1)) * cell + sigmoid(gate(0)) * tanh(gate(2));
  return {sigmoid(gate(3)) * tanh(next), next};
}

static Expression gruStep(Expression ofInput, Expression ofState, Expression hidden) {
  int64_t last = ofInput.rank() - 1;
  auto both = [&](int64_t number) { return part(ofInput, last, number, 3) + part(ofState, last, number, 3); };
  Expression fresh = tanh(part(ofInput, last, 2, 3) + sigmoid(both(0)) * part(ofState, last, 2, 3));
  return fresh + sigmoid(both(1)) * (hidden - fresh);
}

/// x tanh(log(1 + e^x)) = x s (1 + t) / (1 + t^2), where s is the sigmoid of x and t that of -x. x s is taken as one
/// op, because s is a denormal before x s is.
static Expression mish(Expression x) {
  Expression product(x.getBuilder(), x.getLoc(), SiluOp::create(x.getBuilder(), x.getLoc(), x));
  Expression t = sigmoid(-x);
  return product * ((t + 1) / (t * t + 1));
}

/// x less its maximum along `dim`, so that exp overflows nowhere. What is normalized afterwards does not depend on the
/// shift, so no gradient flows through it.
static Expression belowMaximum(Expression x, int64_t dim) { return x - spread(detach(max(x, {dim})), x, {dim}); }

static Expression softmaxFormula(Expression x, int64_t dim) {
  Expression powers = exp(belowMaximum(x, dim));
  return powers / spread(sum(powers, {dim}), x, {dim});
}

Expression logSoftmax(Expression x, int64_t dim) {
  Expression shifted = belowMaximum(x, dim);
  return shifted - spread(log(sum(exp(shifted), {dim})), x, {dim});
}

static Expression maskedSoftmaxFormula(Expression x, int64_t dim) {
  Expression most = detach(max(x, {dim}));
  Expression shift = select(most == -std::numeric_limits<double>::infinity(), 0.0, most);
  Expression powers = exp(x - spread(shift, x, {dim}));
  Expression total = sum(powers, {dim});
  return powers * spread(1.0 / select(total == 0.0, 1.0, total), x, {dim}); // a division for each line
}

/// The gradient of an input whose softmax is y.
static Expression softmaxGradient(Expression y, Expression dy, int64_t dim) {
  return y * (dy - spread(sum(dy * y, {dim}), y, {dim}));
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Activation/Ops.cpp.inc"

namespace weir {

template <typename Op> static Expression along(Expression x, int64_t dim) {
  return {x.getBuilder(), x.getLoc(), Op::create(x.getBuilder(), x.getLoc(), x, dim)};
}

Expression softmax(Expression x, int64_t dim) { return along<SoftmaxOp>(x, dim); }
Expression maskedSoftmax(Expression x, int64_t dim) { return along<MaskedSoftmaxOp>(x, dim); }

void WeirDialect::registerActivationOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Activation/Ops.cpp.inc"
      >();
}

} // namespace weir
