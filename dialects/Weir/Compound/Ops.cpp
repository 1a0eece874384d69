// Registration of the Compound family: inference and the decompositions that are no single expression.
#include "dialects/Weir/Compound/Ops.h"

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Splat.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include <cmath>
#include <limits>
#include <numbers>

using namespace mlir;

namespace weir {

// What the definitions of records call.

static bool isFloat(Expression x) { return isa<FloatType>(x.type().getElementType()); }

// Integers are always finite: they equal themselves.

static Expression isInfinite(Expression x) {
  return isFloat(x) ? abs(x) == std::numeric_limits<double>::infinity() : x != x;
}

static Expression isFinite(Expression x) {
  return isFloat(x) ? abs(x) < std::numeric_limits<double>::infinity() : x == x;
}

static Expression isClose(Expression x, Expression y, double rtol, double atol, bool equalNan) {
  Expression close = (x == y) | ((abs(x - y) <= abs(y) * rtol + atol) & isFinite(y));
  return equalNan ? close | ((x != x) & (y != y)) : close;
}

static Result<Metas> inferIsClose(const Metas &operands, const Attributes &attributes) {
  for (const char *name : {"rtol", "atol"})
    if (double tolerance = attributes.get<double>(name); !(tolerance >= 0))
      return Failure{"expects " + std::string(name) + " to be at least 0, got " + std::to_string(tolerance)};
  return inferElementwise(operands, DType::Bool);
}

static Result<Metas> inferOfNumbers(const Metas &operands) {
  if (operands[0].dtype == DType::Bool)
    return Failure{"expects operands to be of numbers, got bool"};
  return inferElementwise(operands, operands[0].dtype);
}

static Result<Metas> inferClamp(const Metas &operands) {
  if (operands.size() == 1)
    return Failure{"expects min, max or both, got none"};
  return inferElementwise(operands, operands[0].dtype);
}

/// x, or `bound` where that is NaN or x is beyond it. At the bound, the gradient is that of x; a bound that is NaN has
/// none.
static Expression within(Expression x, Expression bound, Expression isBeyond) {
  return select(isBeyond, bound, isFloat(x) ? select(bound != bound, detach(bound), x) : x);
}

/// NaN is beyond no bound, but has no gradient. Nor has a bound that equals the other.
static Expression clamped(Expression x, Expression min, Expression max) {
  x = isFloat(x) ? select(x == x, x, detach(x)) : x;
  if (isFloat(x) && min.isPresent() && max.isPresent())
    min = select(min == max, detach(min), min);
  if (min.isPresent())
    x = within(x, min, x < min);
  return max.isPresent() ? within(x, max, x > max) : x;
}

/// Quotients of integers are cut already.
static Expression truncated(Expression quotient) { return isFloat(quotient) ? trunc(quotient) : quotient; }

/// By squares: each bit of the exponent says whether one of them is a factor.
static Expression integerPower(Expression base, Expression exponent) {
  Expression power = base.constant(1), square = base;
  auto type = cast<IntegerType>(base.type().getElementType());
  unsigned bits = type.isUnsigned() ? type.getWidth() : type.getWidth() - 1;
  for (unsigned bit = 0; bit < bits; ++bit) {
    Expression isFactor = (exponent & exponent.constant(std::ldexp(1.0, static_cast<int>(bit)))) != 0.0;
    power = select(isFactor, power * square, power);
    square = bit + 1 < bits ? square * square : square;
  }
  Expression isOdd = (exponent & exponent.constant(1)) != 0.0;
  Expression signOnly = select(isOdd, base, base.constant(1));
  Expression inverse = select((base == 1.0) | (base == -1.0), signOnly, 0.0);
  return select(exponent < 0.0, inverse, power);
}

static Result<Metas> inferInFloat(const Metas &operands, DType to) {
  if (!weir::isFloat(to))
    return Failure{"expects the result to be of floats, got " + std::string(name(to))};
  return inferElementwise({{to, operands[0].shape}, {to, operands[1].shape}}, to);
}

static Expression timesPowerOfTwo(Expression x, Expression exponent, Type to) {
  Type wide = to.isF64() ? to : Float32Type::get(to.getContext());
  Expression power = exponent.cast(wide);
  return x.cast(wide) * pow(power.constant(2), power);
}

static Expression widePower(Expression x, Expression exponent) {
  Type wide = x.getBuilder().getF64Type();
  if (isFloat(exponent) && isSplat(exponent, 0.5))
    return sqrt(x.cast(wide)); // NaN of -infinity
  return pow(x.cast(wide), exponent.cast(wide));
}

static Expression scaled(Expression x, double by) { return by == 1 ? x : x * by; }

static Expression roundedTo(Expression x, int64_t decimals) {
  double scale = std::pow(10.0, static_cast<double>(std::abs(decimals)));
  return decimals < 0 ? round(x / scale) * scale : round(x * scale) / scale;
}

// inverses

constexpr double kLarge = 268435456; // 2^28, where 1 is nothing beside a square, in f64 too

/// A function of the magnitude, with the sign of x. At 0 its gradient is that from above, where abs has none.
static Expression odd(Expression x, llvm::function_ref<Expression(Expression)> ofMagnitude) {
  Expression isNegative = x < 0.0;
  Expression y = ofMagnitude(select(isNegative, -x, x));
  return select(isNegative, -y, y);
}

/// log(a + sqrt(a * a + 1)) without 1 + a, which forgets a small a; squares of large ones would overflow. What is not
/// selected has a finite gradient, which times 0 is 0.
static Expression asinh(Expression x) {
  return odd(x, [](Expression a) {
    Expression isLarge = a > kLarge, small = select(isLarge, 1.0, a);
    Expression near = log1p(small * (1 + small / (1 + sqrt(small * small + 1))));
    return select(isLarge, log(select(isLarge, a, 1.0)) + std::numbers::ln2, near);
  });
}

static Expression acosh(Expression x) {
  Expression isLarge = x > kLarge, above = select(isLarge, 1.0, x - 1);
  // Two roots, so that both are NaN below 1.
  return select(isLarge, log(x) + std::numbers::ln2, log1p(above + sqrt(above) * sqrt(above + 2)));
}

static Expression atanh(Expression x) {
  return odd(x, [](Expression a) { return log1p(2 * a / (1 - a)) * 0.5; });
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Compound/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerCompoundOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Compound/Ops.cpp.inc"
      >();
}

} // namespace weir
