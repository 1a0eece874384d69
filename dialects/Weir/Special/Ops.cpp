// Registration of the Special family: the decompositions that are no single expression.
#include "dialects/Weir/Special/Ops.h"

#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Special/Formulas.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace weir {

// What the definitions of records call: signs

static bool isFloat(Expression x) { return isa<FloatType>(x.type().getElementType()); }

Expression isNegative(Expression x) {
  if (!isFloat(x))
    return x < x.constant(0);
  // Only -0 has the inverse -infinity and is not below 0.
  return (x < 0.0) | ((x == 0.0) & (1 / x < 0.0));
}

Expression withSignOf(Expression x, Expression y) {
  Expression isBelow = isNegative(y), differs = isNegative(x) ^ isBelow;
  // A NaN's sign is nobody's.
  return select(differs, -x, x);
}

static Expression isEqualTo(Expression x, double number) { return isFloat(x) ? x == number : x != x; }

// pairs

static Expression angle(Expression y, Expression x) {
  OpBuilder &builder = x.getBuilder();
  Expression height = abs(y), width = abs(x);
  Expression most = maximum(height, width), least = minimum(height, width);
  // Of two zeros it is 0, of two infinities 1.
  Expression ratio = select(most == 0.0, 0.0, select(least == most, 1.0, least / most));
  Expression small(builder, x.getLoc(), AtanOp::create(builder, x.getLoc(), Value(ratio)));
  Expression upright = select(height > width, std::numbers::pi / 2 - small, small);
  return withSignOf(select(isNegative(x), std::numbers::pi - upright, upright), y);
}

/// 1 / (x^2 + y^2), and 0 where that has no value.
static Expression overSquares(Expression x, Expression y) {
  Expression sum = x * x + y * y;
  return select(sum == 0.0, 0.0, 1 / select(sum == 0.0, 1.0, sum));
}

static Expression hypotenuse(Expression x, Expression y) {
  Expression a = abs(x), b = abs(y), most = maximum(a, b), least = minimum(a, b);
  Expression ratio = least / select(most == 0.0, 1.0, most);
  Expression length = most * sqrt(1 + ratio * ratio);
  // An infinite leg is one beside NaN, too.
  return select((a == INFINITY) | (b == INFINITY), INFINITY, length);
}

static Expression logAddExp2(Expression x, Expression y) {
  // Equal infinities have no difference.
  Expression apart = select(x == y, 0.0, abs(x - y));
  return maximum(x, y) + log1p(exp(apart * -std::numbers::ln2)) / std::numbers::ln2;
}

// of one number

static Expression logit(Expression x, std::optional<double> eps) {
  Expression z = eps ? select(x < *eps, *eps, select(x > 1 - *eps, 1 - *eps, x)) : x;
  // Near 1/2 the quotient is near 1, and its logarithm has to be exact: what rounding 1 and the rest leaves is added.
  Expression isCentral = (z > 0.25) & (z < 0.75), quotient = select(isCentral, 2 * z - 1, z) / (1 - z);
  Expression whole = select(isCentral, 1 + quotient, quotient);
  return log(whole) + select(isCentral, (quotient - (whole - 1)) / whole, 0);
}

static Expression logitSlope(Expression x, std::optional<double> eps) {
  Expression isInside = (x >= eps.value_or(0)) & (x <= 1 - eps.value_or(0));
  return select(isInside, 1 / (x * (1 - x)), eps ? 0 : NAN);
}

static Expression sinc(Expression x) {
  Expression isZero = x == 0.0, angle = select(isZero, 1.0, x * std::numbers::pi);
  return select(isZero, 1.0, sin(angle) / angle);
}

/// Divides the difference of two numbers up to 1: the square of a small angle would be 0.
static Expression sincSlope(Expression x) {
  Expression isZero = x == 0.0, divisor = select(isZero, 1.0, x);
  return select(isZero, 0.0, (cos(x * std::numbers::pi) - sinc(x)) / divisor);
}

static Expression withNumbers(Expression x, double nan, std::optional<double> posinf, std::optional<double> neginf) {
  auto type = dyn_cast<FloatType>(x.type().getElementType());
  if (!type)
    return x;
  double most = APFloat::getLargest(type.getFloatSemantics()).convertToDouble();
  x = select(x != x, nan, x);
  x = select(x == INFINITY, posinf.value_or(most), x);
  return select(x == -INFINITY, neginf.value_or(-most), x);
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Special/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerSpecialOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Special/Ops.cpp.inc"
      >();
}

} // namespace weir
