// Registration of the Loss family: inference and decompositions.
#include "dialects/Weir/Loss/Ops.h"

#include "dialects/Weir/Activation/Formulas.h"
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
  if (operands.size() == 3 && !broadcastsTo(operands[2].shape, target))
    return Failure{"expects pos_weight to broadcast to " + tupleText(target) + ", got " + tupleText(operands[2].shape)};
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

static Result<Metas> inferClassLoss(const Metas &operands, const Attributes &attributes) {
  const Shape &input = operands[0].shape, &target = operands[1].shape;
  bool fits = (input.size() == 1 || input.size() == 2) && target.size() + 1 == input.size();
  if (!fits || (target.size() == 1 && !mayEqual(target[0], input[0])))
    return Failure{"expects input of shape (N, C) and target of shape (N,), got " + tupleText(operands[0].shape) +
                   " and " + tupleText(operands[1].shape)};
  return reducedLosses({operands[0].dtype, target}, attributes);
}

Result<IterationRule> lossRule(const Metas &operands, const Metas &results, const Attributes &attributes) {
  if (attributes.get<std::string>("reduction") == "none")
    return elementwiseRule(operands, results);
  return wholeRule(operands, results);
}

// Decompositions

Expression reducedLoss(Expression losses, StringRef reduction) {
  if (reduction == "none")
    return losses;
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, losses.rank()));
  if (reduction == "mean")
    return mean(losses, all);
  Expression total = sum(losses, all);
  return reduction == "sum" || losses.rank() == 0 ? total : total / countAlong(losses, {0});
}

static Expression smoothL1(Expression input, Expression target, double beta) {
  Expression difference = abs(input - target);
  if (beta == 0)
    return difference;
  return select(difference < beta, difference * difference * (0.5 / beta), difference - 0.5 * beta);
}

static Expression huber(Expression input, Expression target, double delta) {
  Expression difference = abs(input - target);
  return select(difference <= delta, difference * difference * 0.5, (difference - 0.5 * delta) * delta);
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

static Expression binaryCrossEntropy(Expression input, Expression target) {
  Expression on = maximum(log(input), -100), off = maximum(log1p(-input), -100);
  return -(target * on + (1 - target) * off);
}

static Expression crossEntropyOfLogits(Expression input, Expression target, Expression posWeight) {
  // log(sigmoid(-x)) is log(sigmoid(x)) - x.
  Expression softplus = maximum(-input, 0) + log1p(exp(-abs(input)));
  if (!posWeight.isPresent())
    return (1 - target) * input + softplus;
  Expression weight = target * (broadcastTrailing(posWeight, target) - 1) + 1;
  return (1 - target) * input + weight * softplus;
}

static Expression divergence(Expression input, Expression target, bool isLogarithm) {
  if (isLogarithm)
    return exp(target) * (target - input);
  // 0 log 0 is 0.
  return target * (log(select(target == 0.0, 1.0, target)) - input);
}

static Expression lossOfClass(Expression logarithms, Expression target) {
  int64_t classes = logarithms.rank() - 1;
  return -without(gather(logarithms, unsqueezed(target, classes), classes), classes);
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Loss/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerLossOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Loss/Ops.cpp.inc"
      >();
}

} // namespace weir
