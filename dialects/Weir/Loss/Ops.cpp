// Registration of the Loss family: inference and decompositions.
#include "dialects/Weir/Loss/Ops.h"

#include "dialects/Weir/Activation/Formulas.h"
#include "dialects/Weir/IR/WideSums.h"
#include "dialects/Weir/Loss/Formulas.h"
#include "lib/Support/ShapeText.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace weir {

// What the definitions of records call: inference

Metas reducedLosses(TensorMeta losses, const Attributes &attributes) {
  if (attributes.get<std::string>("reduction") != "none")
    losses.shape.clear();
  return Metas{losses};
}

static Result<Metas> inferElementLoss(const Metas &operands, const Attributes &attributes) {
  const Shape &input = operands[0].shape, &target = operands[1].shape;
  if (!std::equal(input.begin(), input.end(), target.begin(), target.end(), mayEqual))
    return Failure{"expects input and target of one shape, got " + tupleText(operands[0].shape) + " and " +
                   tupleText(operands[1].shape)};
  for (size_t i = 2; i < operands.size(); ++i)
    if (!broadcastsTo(operands[i].shape, target))
      return Failure{"expects weights to broadcast to " + tupleText(target) + ", got " + tupleText(operands[i].shape)};
  return reducedLosses({commonFloat(operands), operands[0].shape}, attributes);
}

static Result<Metas> inferSmoothL1(const Metas &operands, const Attributes &attributes) {
  if (double beta = attributes.get<double>("beta"); beta < 0)
    return Failure{"expects beta to be at least 0, got " + std::to_string(beta)};
  return inferElementLoss(operands, attributes);
}

static Result<Metas> inferHuber(const Metas &operands, const Attributes &attributes) {
  if (double delta = attributes.get<double>("delta"); !(delta > 0))
    return Failure{"expects delta to be above 0, got " + std::to_string(delta)};
  return inferElementLoss(operands, attributes);
}

static Result<Metas> inferGaussian(const Metas &operands, const Attributes &attributes) {
  const Shape &input = operands[0].shape;
  if (!broadcastsTo(operands[2].shape, input))
    return Failure{"expects var to broadcast to " + tupleText(input) + ", got " + tupleText(operands[2].shape)};
  if (double eps = attributes.get<double>("eps"); !(eps > 0))
    return Failure{"expects eps to be above 0, got " + std::to_string(eps)};
  Result<Metas> losses = inferElementLoss({operands[0], operands[1]}, attributes);
  if (losses)
    (*losses)[0].dtype = commonFloat(operands);
  return losses;
}

/// The dimension of an input (N, C, *) or (C,) that is of classes.
static int64_t classDim(int64_t rank) { return rank == 1 ? 0 : 1; }

/// `losses` is what is lost of each row of classes.
static Result<Metas> inferWithClasses(const Metas &operands, const Shape &losses, const Attributes &attributes) {
  DimSize classes = operands[0].shape[classDim(static_cast<int64_t>(operands[0].shape.size()))];
  const TensorMeta *weight = optionalOperand(operands, attributes, 0);
  if (weight && (weight->shape.size() != 1 || !mayEqual(weight->shape[0], classes)))
    return Failure{"expects a weight for each of " + toString(classes) + " classes, got shape " +
                   tupleText(weight->shape)};
  return reducedLosses({operands[0].dtype, losses}, attributes);
}

static Result<Metas> inferClassLoss(const Metas &operands, const Attributes &attributes) {
  Shape rows = operands[0].shape;
  const Shape &target = operands[1].shape;
  if (!rows.empty())
    rows.erase(rows.begin() + classDim(static_cast<int64_t>(rows.size())));
  if (operands[0].shape.empty() || !std::equal(rows.begin(), rows.end(), target.begin(), target.end(), mayEqual))
    return Failure{"expects input of shape (N, C, *) and target of shape (N, *), got " + tupleText(operands[0].shape) +
                   " and " + tupleText(target)};
  return inferWithClasses(operands, target, attributes);
}

static Result<Metas> inferProbabilitiesLoss(const Metas &operands, const Attributes &attributes) {
  Shape rows = operands[0].shape;
  const Shape &target = operands[1].shape;
  if (rows.empty() || !std::equal(rows.begin(), rows.end(), target.begin(), target.end(), mayEqual))
    return Failure{"expects input and target of one shape (N, C, *), got " + tupleText(rows) + " and " +
                   tupleText(target)};
  rows.erase(rows.begin() + classDim(static_cast<int64_t>(rows.size())));
  return inferWithClasses(operands, rows, attributes);
}

Result<IterationRule> lossRule(const Metas &operands, const Metas &results, const Attributes &attributes) {
  if (attributes.get<std::string>("reduction") == "none")
    return elementwiseRule(operands, results);
  return wholeRule(operands, results);
}

// Decompositions

static SmallVector<int64_t> allDims(Expression x) { return llvm::to_vector(llvm::seq<int64_t>(0, x.rank())); }

Expression reducedLoss(Expression losses, StringRef reduction) {
  if (reduction == "none")
    return losses;
  if (reduction == "mean")
    return wideMean(losses, allDims(losses)).cast(losses.type().getElementType());
  Expression total = sum(losses, allDims(losses));
  return reduction == "sum" || losses.rank() == 0 ? total : total / countAlong(losses, {0});
}

/// Half the square of x, and 0 of what is large, whose square may overflow.
static Expression halfSquare(Expression x, Expression isLarge) {
  Expression small = select(isLarge, 0.0, x);
  return small * small * 0.5;
}

static Expression smoothL1(Expression input, Expression target, double beta) {
  Expression difference = abs(input - target);
  if (beta == 0)
    return difference;
  Expression isLarge = difference >= beta;
  return select(isLarge, difference - 0.5 * beta, halfSquare(difference, isLarge) / beta);
}

static Expression huber(Expression input, Expression target, double delta) {
  Expression difference = abs(input - target);
  Expression isLarge = difference > delta;
  return select(isLarge, (difference - 0.5 * delta) * delta, halfSquare(difference, isLarge));
}

static Expression poissonLoss(Expression input, Expression target, bool isLogarithm, bool isFull, double eps) {
  Expression loss = isLogarithm ? exp(input) - target * input : input - target * log(input + eps);
  if (!isFull)
    return loss;
  Expression isCounted = target > 1.0, count = select(isCounted, target, 1.0);
  Expression stirling = count * log(count) - count + log(count * (2 * std::numbers::pi)) * 0.5;
  return loss + select(isCounted, stirling, 0);
}

static Expression gaussianLoss(Expression input, Expression target, Expression variance, bool isFull, double eps) {
  variance = variance + detach(maximum(variance, eps) - variance);
  variance = broadcastTrailing(variance, input);
  Expression difference = input - target;
  Expression loss = (log(variance) + difference * difference / variance) * 0.5;
  return isFull ? loss + 0.5 * std::log(2 * std::numbers::pi) : loss;
}

static Expression bernoulliEntropyFormula(Expression input, Expression target) {
  Expression on = maximum(log(input), -100), off = maximum(log1p(-input), -100);
  return -(target * on + (1 - target) * off);
}

/// An op, which has a gradient of its own.
static Expression bernoulliEntropy(Expression input, Expression target);

static Expression weighed(Expression losses, Expression weight) {
  return weight.isPresent() ? losses * broadcastTrailing(weight, losses) : losses;
}

static Expression crossEntropyOfLogits(Expression input, Expression target, Expression posWeight) {
  // log(sigmoid(-x)) is log(sigmoid(x)) - x. What the two sides of 0 have is told apart, as below it neither the loss
  // nor its slope is a small difference then; and not by abs, which has no slope at 0.
  Expression isBelow = input < 0.0, rest = log1p(exp(select(isBelow, input, -input)));
  if (!posWeight.isPresent())
    return input * select(isBelow, -target, 1 - target) + rest;
  Expression weight = broadcastTrailing(posWeight, target);
  return input * select(isBelow, -(target * weight), 1 - target) + (target * (weight - 1) + 1) * rest;
}

static Expression divergence(Expression input, Expression target, bool isLogarithm) {
  if (isLogarithm)
    return exp(target) * (target - input);
  // 0 log 0 is 0.
  return target * (log(select(target == 0.0, 1.0, target)) - input);
}

static int64_t classDim(Expression input) { return classDim(input.rank()); }

/// `smoothing` is the part of the loss that is the mean over all classes.
static Expression classLoss(Expression logarithms, Expression target, Expression weight, int64_t ignored,
                            double smoothing, StringRef reduction) {
  int64_t classes = classDim(logarithms);
  Expression counts = target != static_cast<double>(ignored);
  Expression index = unsqueezed(select(counts, target, 0.0), classes);
  auto ofTarget = [&](Expression x) { return without(gather(x, index, classes), classes); };
  Expression losses = -ofTarget(logarithms), share = losses.constant(1);
  if (weight.isPresent()) {
    Expression weights = broadcast(weight, logarithms, {classes});
    share = ofTarget(weights);
    losses = losses * share;
    logarithms = logarithms * weights;
  }
  if (smoothing != 0)
    losses = losses * (1 - smoothing) - mean(logarithms, {classes}) * smoothing;
  losses = select(counts, losses, 0.0);
  if (reduction == "none")
    return losses;
  Expression total = sum(losses, allDims(losses));
  return reduction == "sum" ? total : total / sum(select(counts, share, 0.0), allDims(losses));
}

static Expression probabilitiesLoss(Expression input, Expression target, Expression weight, double smoothing,
                                    StringRef reduction) {
  int64_t classes = classDim(input);
  if (smoothing != 0)
    target = target * (1 - smoothing) + broadcast(smoothing / countAlong(target, {classes}), target, {});
  Expression logarithms = logSoftmax(input, classes);
  if (weight.isPresent())
    logarithms = logarithms * broadcast(weight, logarithms, {classes});
  return reducedLoss(-sum(logarithms * target, {classes}), reduction);
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Loss/Ops.cpp.inc"

namespace weir {

Expression bernoulliEntropy(Expression input, Expression target) {
  OpBuilder &builder = input.getBuilder();
  return {builder, input.getLoc(), BernoulliEntropyOp::create(builder, input.getLoc(), input, target)};
}

void WeirDialect::registerLossOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Loss/Ops.cpp.inc"
      >();
}

} // namespace weir
