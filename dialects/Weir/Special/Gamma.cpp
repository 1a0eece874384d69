// The complement of erf, and gamma's logarithm with its derivative: fitted polynomials where they are curved, series
// where those converge, reflection for negative numbers.
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Special/Formulas.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace weir {

static Expression polynomial(ArrayRef<double> coefficients, Expression x) {
  Expression sum = x.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = sum * x + coefficient;
  return sum;
}

// erfc

/// (1 + 2 x) exp(x^2) erfc(x) for x >= 0 over t = (x - 3.75) / (x + 3.75): the interpolation at Chebyshev's points,
/// relative error 3e-16.
constexpr double kScaledErfc[] = {
    1.2375126308378275,     -0.14024059858554702,    0.003585415485463656,    0.08227673849015103,
    -0.10880393014170556,   0.09230432116019804,     -0.05869339859058929,    0.028362277421519668,
    -0.009746579547145438,  0.0017556258323895534,   0.000293713591593492,    -0.0002901539791322486,
    5.1649421745236465e-05, 2.2383911531916976e-05,  -1.144508983794941e-05,  -9.728484952656482e-07,
    1.7535246298697825e-06, -5.826439766695699e-08,  -2.6125820988901525e-07, 2.429131177189471e-08,
    4.107398937332565e-08,  -4.390251943140879e-09,  -6.606829477916605e-09,  5.460657473630792e-10,
    9.234867707529155e-10,  -3.7587308035623257e-11, -7.666209795998097e-11};

Expression complementOfErf(Expression x) {
  // From 30 on it is 0 in f64, too. NaN stays.
  Expression magnitude = minimum(abs(x), 30);
  Expression scaled = polynomial(kScaledErfc, (magnitude - 3.75) / (magnitude + 3.75));
  // A square's rounding error would be magnified by the exponential: the square of a few digits is exact.
  Expression coarse = floor(magnitude * 16) / 16;
  Expression rest = (magnitude - coarse) * (magnitude + coarse);
  Expression above = scaled * exp(-(coarse * coarse)) * exp(-rest) / (1 + 2 * magnitude);
  return select(x < 0.0, 2 - above, above);
}

// lgamma

/// lgamma(1 + z) / z for z from -1/2 to 1/2: the interpolation at Chebyshev's points, relative error 5e-16.
constexpr double kLogGammaOverZ[] = {
    -0.577215664901533,   0.8224670334241133,   -0.40068563438641297, 0.27058080842766985,   -0.20738555105511874,
    0.16955717702301196,  -0.14404989445673963, 0.12550966728619478,  -0.1113343705307012,   0.10009955884220252,
    -0.09095120955569909, 0.083351122405785,    -0.0769806014859367,  0.07147949763866082,   -0.0661207930000262,
    0.0619705453805316,   -0.06305418850791684, 0.05965056083204593,  -0.030552885081952974, 0.02863010683126879,
    -0.12342319639170146, 0.11881437465322976,  0.11607286096230729,  -0.1127030830745222,   -0.21134667460212017,
    0.20416227090942643};

/// Bernoulli's numbers B2, B4, ... over 2k (2k - 1): the terms of Stirling's series.
constexpr double kStirling[] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 5.0 / 5940, -691.0 / 360360, 1.0 / 156};

constexpr double kSeriesFrom = 8; ///< where Stirling's series is exact

constexpr double kNearZero = 0x1p-64; ///< below which x is nothing beside log(x)

/// For x >= 1/2.
static Expression logGammaOfPositive(Expression x) {
  // Down to [1/2, 3/2]: gamma(x) is the product of what x passes on its way times gamma of what is left. There are no
  // more than seven steps below `kSeriesFrom`.
  Expression left = x, passed = x.constant(1);
  for (int step = 0; step < kSeriesFrom - 1; ++step) {
    Expression isAbove = (left > 1.5) & (x < kSeriesFrom);
    passed = select(isAbove, passed * (left - 1), passed);
    left = select(isAbove, left - 1, left);
  }
  Expression z = select(x < kSeriesFrom, left - 1, 0);
  // Near 2 the product is near 1, whose logarithm has to be exact: it is left + 1 - 1 there.
  Expression below =
      z * polynomial(kLogGammaOverZ, z) + select((x > 1.5) & (x < 2.5), log1p(select(x < 2.5, x - 2, 0)), log(passed));
  Expression large = maximum(x, kSeriesFrom), inverse = 1 / large;
  Expression series = (large - 0.5) * (log(large) - 1) + (0.5 * std::log(2 * std::numbers::pi) - 0.5) +
                      inverse * polynomial(kStirling, inverse * inverse);
  return select(x < kSeriesFrom, below, series);
}

/// sin(pi x) of the distance to the next integer, which is exact.
static Expression sineOfPi(Expression x) { return sin((x - floor(x + 0.5)) * std::numbers::pi); }

Expression logGamma(Expression x) {
  Expression isReflected = x < 0.5;
  Expression value = logGammaOfPositive(select(isReflected, 1 - x, x));
  // Near 0 the gamma function is 1 / x, whose multiple with pi is no denormal before x is.
  Expression isNear = abs(x) < kNearZero, sine = abs(sineOfPi(select(isReflected, x, 0.5)));
  Expression rest = select(isNear, 0.0, std::log(std::numbers::pi) - value);
  Expression reflected = rest - log(select(isNear, abs(x), sine));
  // There is a pole at each integer that is not positive, and at -infinity, where both differ by infinities.
  Expression isPole = (x <= 0.0) & (x == floor(x));
  return select(isPole | (x == INFINITY), INFINITY, select(isReflected, reflected, value));
}

// digamma

/// B2k / 2k: the terms of the series of digamma.
constexpr double kDigamma[] = {1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 5.0 / 660, -691.0 / 32760, 1.0 / 12};

constexpr double kDigammaFrom = 10;

Expression digammaFormula(Expression x) {
  OpBuilder &builder = x.getBuilder();
  Expression isReflected = x < 0.5;
  Expression large = select(isReflected, 1 - x, x), below = x.constant(0);
  for (int step = 0; step < kDigammaFrom; ++step) {
    Expression isSmall = large < kDigammaFrom;
    below = below + select(isSmall, 1 / select(isSmall, large, 1), 0);
    large = select(isSmall, large + 1, large);
  }
  Expression inverse = 1 / large, squared = inverse * inverse;
  Expression value = log(large) - 0.5 * inverse - squared * polynomial(kDigamma, squared) - below;
  Expression angle = select(isReflected, (x - floor(x + 0.5)) * std::numbers::pi, 1);
  Expression tangent(builder, x.getLoc(), TanOp::create(builder, x.getLoc(), Value(angle)));
  // A negative integer has no value, and 0 the side that its sign says.
  Expression isPole = isReflected & (floor(x) == x);
  Expression atPole = select(x == 0.0, -1 / x, NAN);
  Expression reflected = value - std::numbers::pi / select(isPole, 1, tangent);
  return select(isPole, atPole, select(isReflected, reflected, value));
}

} // namespace weir
