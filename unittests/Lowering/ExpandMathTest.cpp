// exp, log and pow of compiled code against long double, over the whole range of their types.
#include "lib/Support/Half.h"
#include "unittests/Lowering/CompiledModule.h"
#include "unittests/Lowering/UlpError.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace weir::test {
namespace {

constexpr size_t kLanes = 16;

template <typename Float> using Unary = void(const Float *, Float *);
template <typename Float> using Binary = void(const Float *, const Float *, Float *);

template <typename Float> using PatternOf = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;

template <typename Float> std::string vectorType() {
  return std::string("vector<16x") + (sizeof(Float) == 4 ? "f32>" : "f64>");
}

template <typename Float> std::string unaryFunction(const std::string &name) {
  return function(name, "math." + name + " %x : " + vectorType<Float>(), {vectorType<Float>()}, vectorType<Float>());
}

/// The largest error seen, and where.
template <typename Float> struct Worst {
  double error = 0;
  Float x = 0, y = 0, got = 0;

  void add(Float atX, Float atY, Float result, long double expected) {
    double found = ulpError(result, expected);
    if (found > error)
      *this = {found, atX, atY, result};
  }

  void expectBelow(double bound, const std::string &what) const {
    testing::Test::RecordProperty(what, std::to_string(error));
    EXPECT_LE(error, bound) << what << ": got " << got << " at x = " << x << ", y = " << y;
  }
};

template <typename Float> std::vector<Float> edges() {
  using Limits = std::numeric_limits<Float>;
  std::vector<Float> points = {0,
                               0.5,
                               1,
                               1.5,
                               2,
                               3,
                               2.0f / 3,
                               4.0f / 3,
                               104,
                               103,
                               89,
                               88,
                               87,
                               746,
                               745,
                               709,
                               710,
                               7,
                               1023,
                               127,
                               64,
                               -1,
                               Limits::infinity(),
                               Limits::max(),
                               1e-3f,
                               1e30f,
                               Limits::min(),
                               Limits::denorm_min()};
  points.push_back(std::sqrt(Float(0.5)));
  points.push_back(std::sqrt(Float(2)));
  points.push_back(std::log(Limits::max()));
  points.push_back(std::log(Limits::min()));
  points.push_back(std::log(Limits::denorm_min()));
  points.push_back(std::log(Limits::denorm_min()) - std::log(Float(2)));
  for (int k = 1; k < 150; ++k) // where exp changes from one power of two to the next
    points.push_back((Float(k) - Float(0.5)) * std::log(Float(2)));
  return points;
}

/// Numbers that are likely to go wrong with their neighbours, both signs, and a NaN.
template <typename Float> std::vector<Float> edgesAndNeighbours() {
  using Pattern = PatternOf<Float>;
  std::vector<Float> result = {std::numeric_limits<Float>::quiet_NaN(), std::numeric_limits<Float>::signaling_NaN()};
  for (Float edge : edges<Float>())
    for (int step = -40; step <= 40; ++step) {
      Float neighbour = std::bit_cast<Float>(static_cast<Pattern>(std::bit_cast<Pattern>(edge) + step));
      result.insert(result.end(), {neighbour, -neighbour});
    }
  return result;
}

template <typename Float> class Inputs {
public:
  void add(Float x) { values.push_back(x); }

  /// Every 257th of all patterns of f32.
  void addAllF32() {
    for (uint64_t pattern = 0; pattern < uint64_t{1} << 32; pattern += 257)
      add(std::bit_cast<float>(static_cast<uint32_t>(pattern)));
  }

  /// Patterns without regard to their value: all exponents are equally likely.
  void addPatterns(size_t count) {
    std::mt19937_64 random(1);
    for (size_t i = 0; i < count; ++i)
      add(std::bit_cast<Float>(static_cast<PatternOf<Float>>(random())));
  }

  void addBetween(Float low, Float high, size_t count) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<Float> distribution(low, high);
    for (size_t i = 0; i < count; ++i)
      add(distribution(random));
  }

  std::vector<Float> values = edgesAndNeighbours<Float>();
};

template <typename Float>
Worst<Float> worstOf(Unary<Float> *compiled, std::vector<Float> inputs, long double (*reference)(Float)) {
  inputs.resize((inputs.size() + kLanes - 1) / kLanes * kLanes, Float(1));
  Worst<Float> worst;
  Float results[kLanes];
  for (size_t i = 0; i < inputs.size(); i += kLanes) {
    compiled(&inputs[i], results);
    for (size_t lane = 0; lane < kLanes; ++lane)
      worst.add(inputs[i + lane], 0, results[lane], reference(inputs[i + lane]));
  }
  return worst;
}

template <typename Float>
Worst<Float> worstOf(Binary<Float> *compiled, std::vector<Float> xs, std::vector<Float> ys,
                     long double (*reference)(Float, Float)) {
  xs.resize((xs.size() + kLanes - 1) / kLanes * kLanes, Float(1));
  ys.resize(xs.size(), Float(1));
  Worst<Float> worst;
  Float results[kLanes];
  for (size_t i = 0; i < xs.size(); i += kLanes) {
    compiled(&xs[i], &ys[i], results);
    for (size_t lane = 0; lane < kLanes; ++lane)
      worst.add(xs[i + lane], ys[i + lane], results[lane], reference(xs[i + lane], ys[i + lane]));
  }
  return worst;
}

// f64 is precise enough to measure f32 by, and ten times faster than long double.
long double exponential(float x) { return std::exp(double(x)); }
long double exponential(double x) { return std::exp(static_cast<long double>(x)); }
long double logarithm(float x) { return std::log(double(x)); }
long double logarithm(double x) { return std::log(static_cast<long double>(x)); }
long double power(float x, float y) { return std::pow(double(x), double(y)); }
long double power(double x, double y) { return std::pow(static_cast<long double>(x), static_cast<long double>(y)); }

class ExpandMath : public testing::TestWithParam<std::string> {};
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

template <typename Float> void testExactValues(const std::string &cpu) {
  using Limits = std::numeric_limits<Float>;
  CompiledModule module(unaryFunction<Float>("exp") + unaryFunction<Float>("log"), cpu);
  auto apply = [&](const char *name, Float x) {
    Float values[kLanes] = {x}, results[kLanes];
    module.get<Unary<Float>>(name)(values, results);
    return results[0];
  };
  const Float infinity = Limits::infinity();
  EXPECT_EQ(apply("exp", -infinity), 0);
  EXPECT_FALSE(std::signbit(apply("exp", -infinity)));
  EXPECT_EQ(apply("exp", infinity), infinity);
  EXPECT_EQ(apply("exp", Limits::max()), infinity);
  EXPECT_EQ(apply("exp", -Limits::max()), 0);
  EXPECT_EQ(apply("exp", Float(0)), 1);
  EXPECT_EQ(apply("exp", -Float(0)), 1);
  EXPECT_EQ(apply("exp", Limits::denorm_min()), 1);
  EXPECT_TRUE(std::isnan(apply("exp", Limits::quiet_NaN())));
  EXPECT_TRUE(std::isnan(apply("exp", -Limits::quiet_NaN())));
  EXPECT_EQ(apply("log", Float(0)), -infinity);
  EXPECT_EQ(apply("log", -Float(0)), -infinity);
  EXPECT_EQ(apply("log", infinity), infinity);
  EXPECT_EQ(apply("log", Float(1)), 0);
  EXPECT_FALSE(std::signbit(apply("log", Float(1))));
  for (Float x : {-Limits::denorm_min(), -Float(1), -infinity, Limits::quiet_NaN(), -Limits::quiet_NaN()})
    EXPECT_TRUE(std::isnan(apply("log", x))) << x;
  // The last argument whose result is finite, and the first whose result is infinite.
  Float last = std::log(Limits::max());
  if (std::exp(static_cast<long double>(last)) > Limits::max())
    last = std::nextafter(last, Float(0));
  EXPECT_LT(apply("exp", last), infinity);
  EXPECT_EQ(apply("exp", std::nextafter(last, infinity)), infinity);
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
      {"math.exp", [](double x) { return std::exp(x); }},
      {"math.log", [](double x) { return std::log(x); }},
      {"math.sqrt", [](double x) { return std::sqrt(x); }}};
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
      for (std::string op : {"exp", "log", "sqrt"})
        text += function(op + suffix, "math." + op + " %x : " + type, {type}, type);
      text += function("pow" + suffix, "math.powf %x, %y : " + type, {type, type}, type);
    }
  EXPECT_EQ(CompiledModule(text, kPlainCpu).undefinedSymbols(), std::vector<std::string>());
}

} // namespace
} // namespace weir::test
