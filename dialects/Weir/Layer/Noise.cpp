// See Noise.h.
#include "dialects/Weir/Layer/Noise.h"

#include "dialects/Weir/Activation/Formulas.h"
#include "dialects/Weir/Random/Draws.h"
#include "lib/Support/ShapeText.h"

#include <cmath>

using namespace mlir;

namespace weir {

// dropout, alpha_dropout

Result<Metas> inferDropout(const Metas &operands, const Attributes &attributes) {
  if (double p = attributes.get<double>("p"); !(p >= 0 && p < 1))
    return Failure{"expects p in [0, 1), got " + std::to_string(p)};
  int64_t rank = static_cast<int64_t>(operands[0].shape.size()), shared = attributes.get<int64_t>("shared_dims");
  if (shared < 0 || shared > rank)
    return Failure{"expects shared_dims to be in [0, " + std::to_string(rank) + "], got " + std::to_string(shared)};
  return Metas{operands[0]};
}

Expression dropped(Expression x, Expression seed, Expression step, double p, int64_t ordinal, int64_t shared) {
  return select(keptAtRandom(x, seed, step, p, ordinal, shared), x * (1 / (1 - p)), 0);
}

Expression alphaDropped(Expression x, Expression seed, Expression step, double p, int64_t ordinal, int64_t shared) {
  constexpr double kLeast = -1.7580993408473766; // of selu, near -infinity
  double scale = 1 / std::sqrt((1 - p) * (1 + p * kLeast * kLeast)), offset = -scale * p * kLeast;
  return select(keptAtRandom(x, seed, step, p, ordinal, shared), x * scale + offset, kLeast * scale + offset);
}

// rrelu

Result<Metas> inferRrelu(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkStream(operands[1], operands[2]))
    return *failure;
  double lower = attributes.get<double>("lower"), upper = attributes.get<double>("upper");
  if (!(lower <= upper))
    return Failure{"expects lower to be at most upper, got " + std::to_string(lower) + " and " + std::to_string(upper)};
  return Metas{operands[0]};
}

Expression randomlySloped(Expression x, Expression seed, Expression step, double lower, double upper, int64_t ordinal) {
  Expression slopes = unitsLike(x, seed, step, ordinal) * (upper - lower) + lower;
  return select(x > 0.0, x, x * slopes);
}

// gumbel_softmax

Result<Metas> inferGumbelSoftmax(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkStream(operands[1], operands[2]))
    return *failure;
  if (double tau = attributes.get<double>("tau"); !(tau > 0))
    return Failure{"expects tau above 0, got " + std::to_string(tau)};
  return inferAlong(operands[0], attributes.get<int64_t>("dim"));
}

/// 1 at the first of the largest along `dim`, else 0.
static Expression largestOf(Expression y, int64_t dim) {
  Expression position = positionsAlong(y, dim), beyond = position.constant(0x1p62);
  Expression first = min(select(y == spread(max(y, {dim}), y, {dim}), position, beyond), {dim});
  return select(position == spread(first, position, {dim}), y.constant(1), y.constant(0));
}

Expression gumbelSoftmax(Expression x, Expression seed, Expression step, double tau, bool isHard, int64_t dim,
                         int64_t ordinal) {
  // Half a step above the numbers drawn, where none is 0, and below 1 so that no wait is infinite.
  Expression units = unitsLike(x, seed, step, ordinal);
  bool isDouble = x.type().getElementType().isF64();
  Expression waits = -log1p(-minimum(units + (isDouble ? 0x1p-54 : 0x1p-25), isDouble ? 1 - 0x1p-53 : 1 - 0x1p-24));
  Expression y = softmax((x - log(waits)) / tau, dim);
  return isHard ? largestOf(detach(y), dim) + (y - detach(y)) : y;
}

} // namespace weir
