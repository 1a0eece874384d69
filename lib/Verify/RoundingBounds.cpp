// Per-op bounds, and what they add up to.
#include "lib/Verify/RoundingBounds.h"

#include "dialects/Check/CompareTensors.h"
#include "dialects/Interfaces/Elementwise.h"
#include "lib/Reference/Evaluate.h"
#include "lib/Reference/Numbers.h"

#include <cmath>
#include <limits>
#include <unordered_set>

using namespace mlir;

namespace weir {

namespace {

constexpr int kDisturbedRuns = 4;
/// Disturbances partly cancel, so the largest of a few runs is not yet the largest possible.
constexpr double kSafety = 4;

/// How far a number that is computed in the dtype or wider, and rounded once, may be off.
double roundingAt(DType dtype, double number) { return Tolerance::of(dtype).ulps * ulpAt(dtype, number); }

/// The sum of the magnitudes of the terms of each element: the op on the operands' magnitudes.
Result<Tensors> onMagnitudes(Operation *op, const EvalScope &scope, ArrayRef<HostTensor> operands) {
  Tensors magnitudes(operands.begin(), operands.end());
  for (HostTensor &operand : magnitudes)
    for (double &number : operand.floats)
      number = std::fabs(number);
  return evaluate(op, magnitudes, scope);
}

bool multiplies(const EvalScope &scope) {
  return llvm::any_of(scope.rule.factors, [](const Factor &factor) {
    return factor.kind == FactorKind::Reduction && factor.combiner == Combiner::Prod;
  });
}

/// A product that leaves its type's range on the way in some order of its factors, and not in another, may be anything:
/// infinite, 0, or, where one factor is 0, NaN.
void forgetWhereOrderDecides(Operation *op, const EvalScope &scope, ArrayRef<HostTensor> operands, HostTensor &result) {
  auto productOf = [&](llvm::function_ref<double(double)> part) {
    Tensors parts(operands.begin(), operands.end());
    for (HostTensor &operand : parts)
      for (double &number : operand.floats)
        number = part(std::fabs(number));
    return evaluate(op, parts, scope);
  };
  Result<Tensors> large = productOf([](double size) { return std::max(size, 1.0); });
  Result<Tensors> small = productOf([](double size) { return size == 0 ? 1.0 : std::min(size, 1.0); });
  bool isDouble = defaultAccumulator(result.meta.dtype) == DType::F64;
  double most = isDouble ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
  double least = isDouble ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
  for (size_t i = 0; large && small && i < result.floats.size(); ++i) {
    bool overflows = (*large)[0].floats[i] > most, underflows = (*small)[0].floats[i] < least;
    if (overflows || (underflows && std::fabs(result.floats[i]) > least))
      result.floats[i] = std::numeric_limits<double>::quiet_NaN();
  }
}

/// A number in [-1, 1] that is not near 0.
double randomPart(RandomNumbers &numbers) {
  double size = numbers.between(0.5, 1);
  return numbers.between(0, 1) < 0.5 ? -size : size;
}

void disturbBy(double relative, HostTensor &tensor, RandomNumbers &numbers) {
  for (double &number : tensor.floats)
    if (double moved = number * (1 + relative * randomPart(numbers)); std::isfinite(moved))
      number = moved;
}

/// What the op makes of disturbed operands; its results as they are if it refuses them.
void disturbOperands(double relative, Operation *op, const EvalScope &scope, ArrayRef<HostTensor> operands,
                     Tensors &results, RandomNumbers &numbers) {
  Tensors disturbed(operands.begin(), operands.end());
  for (HostTensor &operand : disturbed)
    disturbBy(relative, operand, numbers);
  if (Result<Tensors> found = evaluate(op, disturbed, scope))
    results = std::move(*found);
}

/// Whether each number is 0, NaN or, up to its sign, one of an operand of the dtype.
bool areAmong(ArrayRef<double> numbers, DType dtype, ArrayRef<HostTensor> operands) {
  std::unordered_set<double> sought;
  for (double number : numbers)
    if (!std::isnan(number) && number != 0) // no NaN is equal to another, so that a set would keep and compare them all
      sought.insert(std::fabs(number));
  for (const HostTensor &operand : operands)
    for (size_t i = 0; operand.meta.dtype == dtype && i < operand.floats.size() && !sought.empty(); ++i)
      sought.erase(std::fabs(operand.floats[i]));
  return sought.empty();
}

/// Whether every float of the result is 0 or, up to its sign, one of an operand of the same dtype: then the op only
/// selects and moves, and rounds nothing. To move a maximum would part it from the element that it is.
bool onlySelects(const HostTensor &result, ArrayRef<HostTensor> operands) {
  ArrayRef<double> numbers = result.floats;
  constexpr size_t kFew = 16; // which tell nearly always that it does not
  return areAmong(numbers.take_front(kFew), result.meta.dtype, operands) &&
         areAmong(numbers, result.meta.dtype, operands);
}

/// The floats of all results of all ops, in the order in which a run computes them.
using Floats = std::vector<std::vector<double>>;

/// Keeps the furthest that each number of a result came from the exact one.
void keepFurthest(const HostTensor &result, ArrayRef<double> exact, MutableArrayRef<double> furthest) {
  for (auto [number, from, most] : llvm::zip(result.floats, exact, furthest))
    if (std::isfinite(number) && std::isfinite(from))
      most = std::max(most, std::fabs(number - from));
}

/// Makes 0 what may be 0: a number whose bound reaches 0. By chance no disturbance meets 0, but numbers that cancel do,
/// and a quotient by their difference is not finite then.
void cancel(HostTensor &result, ArrayRef<double> exact, ArrayRef<double> furthest) {
  for (auto [number, from, most] : llvm::zip(result.floats, exact, furthest))
    if (std::isfinite(number) && kSafety * most >= std::fabs(from))
      number = 0;
}

bool sameKind(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b))
    return a == b;
  return true;
}

} // namespace

void disturb(Operation *op, const EvalScope &scope, ArrayRef<HostTensor> operands, Tensors &results,
             const OpBoundFn &boundOf, RandomNumbers &numbers) {
  for (size_t r = 0; r < results.size(); ++r) {
    OpBound bound = boundOf(op, scope, r);
    if (bound.ofOperands != 0 && r == 0)
      disturbOperands(bound.ofOperands, op, scope, operands, results, numbers);
    HostTensor &result = results[r];
    if (multiplies(scope) && !result.floats.empty())
      forgetWhereOrderDecides(op, scope, operands, result);
    bool adds = bound.ofTerms != 0 && !result.floats.empty();
    Result<Tensors> magnitudes = adds ? onMagnitudes(op, scope, operands) : Tensors();
    // Terms that cancel leave 0, too, but none of the operands' magnitudes.
    if (onlySelects(result, operands) && (!adds || !magnitudes || onlySelects((*magnitudes)[r], operands)))
      continue;
    if (bound.relative != 0)
      disturbBy(bound.relative, result, numbers);
    for (size_t i = 0; adds && magnitudes && i < result.floats.size(); ++i) {
      double moved = result.floats[i] + bound.ofTerms * (*magnitudes)[r].floats[i] * randomPart(numbers);
      if (std::isfinite(moved))
        result.floats[i] = moved;
    }
  }
}

int64_t termsOf(const EvalScope &scope) {
  int64_t terms = 1;
  for (auto [factor, range] : llvm::zip(scope.rule.factors, scope.box))
    if ((factor.kind == FactorKind::Reduction && factor.combiner == Combiner::Sum) ||
        (factor.kind == FactorKind::Whole && !scope.rule.linearGroups.empty()))
      terms *= range.size();
  return terms;
}

/// The number of roundings one after another in each element of a product or of what an op accumulates along a
/// dimension.
static int64_t stepsOf(const EvalScope &scope) {
  int64_t steps = 1;
  bool addsAlong = !scope.rule.linearGroups.empty(); // which is a sum
  for (auto [factor, range] : llvm::zip(scope.rule.factors, scope.box))
    if ((factor.kind == FactorKind::Whole && !addsAlong) ||
        (factor.kind == FactorKind::Reduction && factor.combiner == Combiner::Prod))
      steps *= range.size();
  return steps;
}

/// Of a chain in a sum: longer ones are cut into blocks, and what the sums of these lose is made up for.
constexpr int64_t kMostTerms = 256;

OpBound ownTypesBound(Operation *op, const EvalScope &scope, unsigned result) {
  DType dtype = scope.results[result].whole.dtype;
  int64_t terms = termsOf(scope);
  bool computesNothing = scope.operands.empty();
  if (!isFloat(dtype) || computesNothing)
    return {};
  OpBound bound{.relative = roundingAt(dtype, 1)};
  if (terms > 1)
    bound.ofTerms =
        (std::sqrt(static_cast<double>(std::min(terms, kMostTerms))) + 1) * ulpAt(defaultAccumulator(dtype), 1);
  if (int64_t steps = stepsOf(scope); steps > 1)
    bound.relative += (std::sqrt(static_cast<double>(steps)) + 1) * ulpAt(defaultAccumulator(dtype), 1);
  if (isa<ElementwiseInterface>(op) && scope.operands.size() > 3)
    bound.ofOperands = bound.relative;
  return bound;
}

Result<RoundingBounds> RoundingBounds::of(const RunFn &run, const OpBoundFn &boundOf, uint64_t seed, bool jumps) {
  RoundingBounds bounds;
  Floats floats, furthest;
  auto keep = [&](Operation *, const EvalScope &, ArrayRef<HostTensor>, Tensors &results) {
    for (const HostTensor &result : results) {
      floats.push_back(result.floats);
      furthest.emplace_back(result.floats.size());
    }
  };
  Result<std::vector<HostTensor>> exact = run({.widened = true, .afterOp = keep});
  if (!exact)
    return exact.failure();
  Result<std::vector<HostTensor>> native = run({});
  if (!native)
    return native.failure();
  bounds.exact = std::move(*exact);
  bounds.native = std::move(*native);
  RandomNumbers numbers(seed);
  for (int i = 0; i < kDisturbedRuns + 1; ++i) {
    bool cancels = i == kDisturbedRuns;
    size_t next = 0;
    auto afterOp = [&](Operation *op, const EvalScope &scope, ArrayRef<HostTensor> operands, Tensors &results) {
      disturb(op, scope, operands, results, boundOf, numbers);
      for (HostTensor &result : results) {
        size_t number = next++;
        if (number >= floats.size() || result.floats.size() != floats[number].size())
          continue; // a loop that another number of steps ended
        keepFurthest(result, floats[number], furthest[number]);
        if (cancels)
          cancel(result, floats[number], furthest[number]);
      }
    };
    // A disturbance may lead out of an op's domain, as an index that is computed from floats; that run tells nothing.
    Result<std::vector<HostTensor>> disturbed = run({.widened = true, .afterOp = afterOp});
    if (disturbed)
      bounds.disturbed.push_back(std::move(*disturbed));
  }
  for (size_t t = 0; t < bounds.exact.size(); ++t) {
    bounds.jump.push_back(0);
    for (size_t i = 0; jumps && i < bounds.exact[t].floats.size(); ++i)
      if (double moved = bounds.movedAt(t, i); std::isfinite(moved))
        bounds.jump[t] = std::max(bounds.jump[t], moved);
  }
  return bounds;
}

void RoundingBounds::add(RoundingBounds others) {
  std::move(others.disturbed.begin(), others.disturbed.end(), std::back_inserter(disturbed));
  for (auto [own, other] : llvm::zip_equal(jump, others.jump))
    own = std::max(own, other);
}

/// The furthest that any run came from the exact number.
double RoundingBounds::movedAt(size_t tensor, size_t i) const {
  double expected = exact[tensor].floats[i];
  double furthest = std::fabs(native[tensor].floats[i] - expected);
  for (const std::vector<HostTensor> &results : disturbed)
    furthest = std::max(furthest, std::fabs(results[tensor].floats[i] - expected));
  return furthest;
}

/// Where rounding decides whether a number is finite, or which way a comparison goes, any result is right.
bool RoundingBounds::isSettled(size_t tensor, size_t i) const {
  auto agrees = [&](const HostTensor &other) {
    if (exact[tensor].floats.empty())
      return other.integers[i] == exact[tensor].integers[i];
    return sameKind(other.floats[i], exact[tensor].floats[i]);
  };
  return agrees(native[tensor]) &&
         llvm::all_of(disturbed, [&](const auto &results) { return agrees(results[tensor]); });
}

int64_t RoundingBounds::numElements() const {
  int64_t count = 0;
  for (const HostTensor &result : exact)
    count += result.numElements();
  return count;
}

int64_t RoundingBounds::numUnsettled() const {
  int64_t count = 0;
  for (size_t tensor = 0; tensor < exact.size(); ++tensor)
    for (size_t i = 0; i < static_cast<size_t>(exact[tensor].numElements()); ++i)
      count += !isSettled(tensor, i);
  return count;
}

Expectation RoundingBounds::expectationAt(size_t tensor, size_t i) const {
  if (!isSettled(tensor, i))
    return {.any = true};
  double expected = exact[tensor].floats[i];
  if (!std::isfinite(expected))
    return {.expected = expected};
  DType dtype = exact[tensor].meta.dtype;
  return {.expected = expected, .allowed = kSafety * movedAt(tensor, i) + jump[tensor] + roundingAt(dtype, expected)};
}

std::optional<Difference> RoundingBounds::firstOutside(const std::vector<HostTensor> &actual, int64_t &numbers) const {
  for (size_t t = 0; t < exact.size(); ++t) {
    auto text = largestDifference(
        actual[t], exact[t], [&](size_t i) { return expectationAt(t, i); }, [&](size_t i) { return isSettled(t, i); },
        numbers);
    if (text)
      return Difference{t, *text};
  }
  return std::nullopt;
}

} // namespace weir
