// exp, log, their neighbours expm1 and log1p, those of other bases, and pow of compiled code against long double, over
// the whole range of their types; and what all functions have in common.
#include "lib/Support/Half.h"
#include "unittests/Lowering/MathSamples.h"

#include <functional>

namespace weir::test {
namespace {

// f64 is precise enough to measure f32 by, and ten times faster than long double.
long double exponential(float x) { return std::exp(double(x)); }
long double exponential(double x) { return std::exp(static_cast<long double>(x)); }
long double logarithm(float x) { return std::log(double(x)); }
long double logarithm(double x) { return std::log(static_cast<long double>(x)); }
long double exponentialMinus1(float x) { return std::expm1(double(x)); }
long double exponentialMinus1(double x) { return std::expm1(static_cast<long double>(x)); }
long double logarithmOf1Plus(float x) { return std::log1p(double(x)); }
long double logarithmOf1Plus(double x) { return std::log1p(static_cast<long double>(x)); }
long double powerOf2(float x) { return std::exp2(double(x)); }
long double powerOf2(double x) { return std::exp2(static_cast<long double>(x)); }
long double logarithmTo2(float x) { return std::log2(double(x)); }
long double logarithmTo2(double x) { return std::log2(static_cast<long double>(x)); }
long double logarithmTo10(float x) { return std::log10(double(x)); }
long double logarithmTo10(double x) { return std::log10(static_cast<long double>(x)); }
long double power(float x, float y) { return std::pow(double(x), double(y)); }
long double power(double x, double y) { return std::pow(static_cast<long double>(x), static_cast<long double>(y)); }

INSTANTIATE_TEST_SUITE_P(Cpus, ExpandMath, testing::ValuesIn(testedCpus()));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ExpandMath);

TEST_P(ExpandMath, ExpAndLogOfF32) {
  CompiledModule module(unaryFunction<float>("exp") + unaryFunction<float>("log"), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<float> inputs;
  inputs.addAllF32();
  inputs.addBetween(0.5f, 2.0f, 1 << 20);
  worstOf<float>(module.get<Unary<float>>("exp"), inputs.values, exponential).expectBelow(1.0, "expF32");
  worstOf<float>(module.get<Unary<float>>("log"), inputs.values, logarithm).expectBelow(1.0, "logF32");
}

TEST_P(ExpandMath, ExpAndLogOfF64) {
  CompiledModule module(unaryFunction<double>("exp") + unaryFunction<double>("log"), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<double> inputs;
  inputs.addPatterns(1 << 20);
  inputs.addBetween(-1, 1, 1 << 20);
  inputs.addBetween(-750, 715, 1 << 20);
  worstOf<double>(module.get<Unary<double>>("exp"), inputs.values, exponential).expectBelow(1.0, "expF64");
  inputs.addBetween(0.5, 2, 1 << 20);
  worstOf<double>(module.get<Unary<double>>("log"), inputs.values, logarithm).expectBelow(1.0, "logF64");
}

TEST_P(ExpandMath, Expm1AndLog1pOfF32) {
  CompiledModule module(unaryFunction<float>("expm1") + unaryFunction<float>("log1p"), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<float> inputs;
  inputs.addAllF32(4099);
  inputs.addBetween(-1, 1, 1 << 19);
  worstOf<float>(module.get<Unary<float>>("log1p"), inputs.values, logarithmOf1Plus).expectBelow(1.0, "log1pF32");
  inputs.addBetween(-20, 90, 1 << 19);
  worstOf<float>(module.get<Unary<float>>("expm1"), inputs.values, exponentialMinus1).expectBelow(1.4, "expm1F32");
}

TEST_P(ExpandMath, Expm1AndLog1pOfF64) {
  CompiledModule module(unaryFunction<double>("expm1") + unaryFunction<double>("log1p"), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<double> inputs;
  inputs.addPatterns(1 << 18);
  inputs.addBetween(-1, 1, 1 << 18);
  worstOf<double>(module.get<Unary<double>>("log1p"), inputs.values, logarithmOf1Plus).expectBelow(1.0, "log1pF64");
  inputs.addBetween(-40, 40, 1 << 18);
  worstOf<double>(module.get<Unary<double>>("expm1"), inputs.values, exponentialMinus1).expectBelow(1.4, "expm1F64");
}

template <typename Float> std::string otherBases() {
  return unaryFunction<Float>("exp2") + unaryFunction<Float>("log2") + unaryFunction<Float>("log10");
}

TEST_P(ExpandMath, OtherBasesOfF32) {
  CompiledModule module(otherBases<float>(), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<float> inputs;
  inputs.addAllF32(4099);
  inputs.addBetween(0.5f, 2.0f, 1 << 19);
  worstOf<float>(module.get<Unary<float>>("log2"), inputs.values, logarithmTo2).expectBelow(0.96, "log2F32");
  worstOf<float>(module.get<Unary<float>>("log10"), inputs.values, logarithmTo10).expectBelow(1.08, "log10F32");
  inputs.addBetween(-160, 130, 1 << 19);
  worstOf<float>(module.get<Unary<float>>("exp2"), inputs.values, powerOf2).expectBelow(0.88, "exp2F32");
}

TEST_P(ExpandMath, OtherBasesOfF64) {
  CompiledModule module(otherBases<double>(), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<double> inputs;
  inputs.addPatterns(1 << 18);
  inputs.addBetween(0.5, 2, 1 << 18);
  worstOf<double>(module.get<Unary<double>>("log2"), inputs.values, logarithmTo2).expectBelow(0.6, "log2F64");
  worstOf<double>(module.get<Unary<double>>("log10"), inputs.values, logarithmTo10).expectBelow(0.6, "log10F64");
  inputs.addBetween(-1090, 1040, 1 << 18);
  worstOf<double>(module.get<Unary<double>>("exp2"), inputs.values, powerOf2).expectBelow(1.0, "exp2F64");
}

template <typename Float> void testPowersOfBases(const std::string &cpu) {
  using Limits = std::numeric_limits<Float>;
  CompiledModule module(otherBases<Float>(), cpu);
  for (int n = Limits::min_exponent - Limits::digits; n < Limits::max_exponent; ++n) {
    expectExact<Float>(module, "exp2", n, std::ldexp(Float(1), n));
    expectExact<Float>(module, "log2", std::ldexp(Float(1), n), n);
  }
  Float ten = 1;
  for (int n = 0; n <= 10; ++n, ten *= 10)
    expectExact<Float>(module, "log10", ten, n);
  expectExact<Float>(module, "exp2", Limits::max_exponent, Limits::infinity());
  expectExact<Float>(module, "exp2", Limits::infinity(), Limits::infinity());
  expectExact<Float>(module, "exp2", -Limits::infinity(), 0);
  for (const char *name : {"log2", "log10"}) {
    expectExact<Float>(module, name, Limits::infinity(), Limits::infinity());
    expectExact<Float>(module, name, -Float(0), -Limits::infinity());
    expectNaN(module, name, -Limits::denorm_min());
    expectNaN(module, name, -Limits::infinity());
  }
  for (const char *name : {"exp2", "log2", "log10"})
    expectNaN(module, name, Limits::quiet_NaN());
}

TEST_P(ExpandMath, PowersOfTheBaseAreExact) {
  testPowersOfBases<float>(GetParam());
  testPowersOfBases<double>(GetParam());
}

/// x anywhere and y such that x^y stays in the type's range or passes its ends a little.
template <typename Float> void addPowers(std::vector<Float> &xs, std::vector<Float> &ys, size_t count) {
  std::mt19937_64 random(3);
  double reach = std::numeric_limits<Float>::max_exponent * 1.2;
  std::uniform_real_distribution<double> exponent(-reach, reach), mantissa(0.5, 2);
  for (size_t i = 0; i < count; ++i) {
    Float x = std::fabs(std::bit_cast<Float>(static_cast<PatternOf<Float>>(random())));
    if (i % 2 || !std::isfinite(x) || x == 0)
      x = static_cast<Float>(mantissa(random));
    xs.push_back(x);
    ys.push_back(static_cast<Float>(exponent(random) / std::log2(static_cast<double>(x))));
  }
}

template <typename Float> void testPow(const std::string &cpu, size_t count, double bound, const std::string &what) {
  std::string type = vectorType<Float>();
  CompiledModule module(function("pow", "math.powf %x, %y : " + type, {type, type}, type), cpu);
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  std::vector<Float> xs, ys;
  addPowers(xs, ys, count);
  worstOf<Float>(module.get<Binary<Float>>("pow"), xs, ys, power).expectBelow(bound, what);
}

TEST_P(ExpandMath, PowOfF32) { testPow<float>(GetParam(), 1 << 22, 0.502, "powF32"); }
TEST_P(ExpandMath, PowOfF64) { testPow<double>(GetParam(), 1 << 22, 1.1, "powF64"); }

template <typename Float> void testPowSpecialCases(const std::string &cpu) {
  using Limits = std::numeric_limits<Float>;
  const Float odd = std::ldexp(Float(1), Limits::digits) - 1; // the largest odd number
  std::vector<Float> points = {0,
                               1,
                               0.5,
                               2,
                               3,
                               2.5,
                               7,
                               1e30f,
                               1e-30f,
                               0.1f,
                               odd,
                               odd - 1,
                               odd + 1,
                               odd / 2,
                               5e20f,
                               Limits::infinity(),
                               -odd,
                               1.0f / 3,
                               Limits::max(),
                               1023,
                               1074,
                               Limits::min(),
                               149,
                               Limits::quiet_NaN(),
                               1 + Limits::epsilon(),
                               1 - Limits::epsilon() / 2,
                               Limits::denorm_min()};
  for (size_t i = points.size(); i-- > 0;)
    points.push_back(-points[i]);
  std::vector<Float> xs, ys;
  for (Float x : points)
    for (Float y : points) {
      xs.push_back(x);
      ys.push_back(y);
    }
  std::string type = vectorType<Float>();
  CompiledModule module(function("pow", "math.powf %x, %y : " + type, {type, type}, type), cpu);
  auto *pow = module.get<Binary<Float>>("pow");
  worstOf<Float>(pow, xs, ys, power).expectBelow(1.1, "special cases");
  for (size_t i = 0; i < xs.size(); ++i) {
    Float x[kLanes] = {xs[i]}, y[kLanes] = {ys[i]}, results[kLanes];
    pow(x, y, results);
    Float expected = std::pow(xs[i], ys[i]);
    if (!std::isnan(expected)) {
      EXPECT_EQ(std::signbit(results[0]), std::signbit(expected)) << xs[i] << " to the " << ys[i];
    }
    bool isExact = expected == 0 || std::isinf(expected) || std::fabs(expected) == 1;
    if (isExact) {
      EXPECT_EQ(results[0], expected) << xs[i] << " to the " << ys[i];
    }
  }
}

TEST_P(ExpandMath, PowKeepsTheSpecialCasesOfC) {
  testPowSpecialCases<float>(GetParam());
  testPowSpecialCases<double>(GetParam());
}

/// The last argument at which e^x is finite.
template <typename Float> Float lastFinite() {
  constexpr Float largest = std::numeric_limits<Float>::max();
  Float last = std::log(largest);
  return std::exp(static_cast<long double>(last)) > largest ? std::nextafter(last, Float(0)) : last;
}

template <typename Float> void testExactValues(const std::string &cpu) {
  using Limits = std::numeric_limits<Float>;
  std::string text;
  for (const char *name : {"exp", "expm1", "log", "log1p"})
    text += unaryFunction<Float>(name);
  CompiledModule module(text, cpu);
  const Float infinity = Limits::infinity(), last = lastFinite<Float>();
  expectExact<Float>(module, "exp", -infinity, 0);
  expectExact<Float>(module, "exp", -Limits::max(), 0);
  expectExact<Float>(module, "exp", 0, 1);
  expectExact<Float>(module, "exp", -Float(0), 1);
  expectExact<Float>(module, "exp", Limits::denorm_min(), 1);
  expectExact<Float>(module, "expm1", -infinity, -1);
  expectExact<Float>(module, "expm1", -Limits::max(), -1);
  for (const char *name : {"exp", "expm1"}) {
    expectExact<Float>(module, name, infinity, infinity);
    expectExact<Float>(module, name, Limits::max(), infinity);
    expectExact<Float>(module, name, std::nextafter(last, infinity), infinity);
    EXPECT_LT(resultOf(module, name, last), infinity) << name;
  }
  expectExact<Float>(module, "log", 0, -infinity);
  expectExact<Float>(module, "log", -Float(0), -infinity);
  expectExact<Float>(module, "log", 1, 0);
  expectExact<Float>(module, "log1p", -1, -infinity);
  for (const char *name : {"log", "log1p"})
    expectExact<Float>(module, name, infinity, infinity);
  for (Float x : {-Limits::denorm_min(), -Float(1), -infinity})
    expectNaN(module, "log", x);
  for (Float x : {std::nextafter(Float(-1), -infinity), -Float(2), -Limits::max(), -infinity})
    expectNaN(module, "log1p", x);
  for (const char *name : {"exp", "expm1", "log", "log1p"})
    for (Float x : {Limits::quiet_NaN(), -Limits::quiet_NaN()})
      expectNaN(module, name, x);
  for (const char *name : {"expm1", "log1p"})
    expectIdentityAtZero<Float>(module, name);
}

TEST_P(ExpandMath, LimitsAndDomainErrors) {
  testExactValues<float>(GetParam());
  testExactValues<double>(GetParam());
}

/// The 16-bit types have so few values that each is tried. Each result is the nearest but where f32's error decides.
void testNarrow(const std::string &cpu, const std::string &op, const std::string &element, float (*widen)(uint16_t),
                uint16_t (*narrow)(double), double (*reference)(double)) {
  std::string type = "vector<16x" + element + ">";
  CompiledModule module(function("narrow", op + " %x : " + type, {type}, type), cpu);
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  auto *compiled = module.get<void(const uint16_t *, uint16_t *)>("narrow");
  for (uint32_t first = 0; first < 0x10000; first += kLanes) {
    uint16_t patterns[kLanes], results[kLanes];
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      patterns[lane] = static_cast<uint16_t>(first + lane);
    compiled(patterns, results);
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      double x = widen(patterns[lane]), expected = reference(x);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(widen(results[lane]))) << op << " of " << x << " in " << element;
        continue;
      }
      // Results of f32 within one of its digits of the true one: both ends round to what is allowed.
      uint16_t low = narrow(expected * (1 - 0x1p-23)), high = narrow(expected * (1 + 0x1p-23));
      EXPECT_TRUE(results[lane] == low || results[lane] == high)
          << op << " of " << x << " in " << element << ": got " << widen(results[lane]) << ", expected " << expected;
    }
  }
}

TEST_P(ExpandMath, NarrowTypesGoThroughF32) {
  const std::pair<const char *, double (*)(double)> functions[] = {
      {"math.acos", std::acos}, {"math.asin", std::asin},   {"math.atan", std::atan},   {"math.cos", std::cos},
      {"math.erf", std::erf},   {"math.exp", std::exp},     {"math.exp2", std::exp2},   {"math.expm1", std::expm1},
      {"math.log", std::log},   {"math.log10", std::log10}, {"math.log1p", std::log1p}, {"math.log2", std::log2},
      {"math.sin", std::sin},   {"math.sqrt", std::sqrt},   {"math.tanh", std::tanh}};
  for (auto [op, reference] : functions) {
    testNarrow(GetParam(), op, "f16", f16ToF32, f64ToF16, reference);
    testNarrow(GetParam(), op, "bf16", bf16ToF32, f64ToBf16, reference);
  }
}

/// What the expansions leave is instructions on the plainest CPU, whatever the shape.
TEST(ExpandMathCode, CallsNoLibrary) {
  std::string text;
  for (std::string element : {"f16", "bf16", "f32", "f64"})
    for (std::string prefix : {"", "vector<1x", "vector<3x", "vector<8x", "vector<16x"}) {
      std::string type = prefix.empty() ? element : prefix + element + ">";
      std::string suffix = std::to_string(text.size());
      for (std::string op : {"acos", "asin", "atan", "cos", "erf", "exp", "exp2", "expm1", "log", "log10", "log1p",
                             "log2", "sin", "sqrt", "tanh"})
        text += function(op + suffix, "math." + op + " %x : " + type, {type}, type);
      text += function("pow" + suffix, "math.powf %x, %y : " + type, {type, type}, type);
      text += function("rem" + suffix, "arith.remf %x, %y : " + type, {type, type}, type);
    }
  EXPECT_EQ(CompiledModule(text, kPlainCpu).undefinedSymbols(), std::vector<std::string>());
}

} // namespace
} // namespace weir::test
