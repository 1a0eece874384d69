// sin, cos and their inverses of compiled code against long double, over the whole range of their types.
#include "unittests/Lowering/MathSamples.h"

#include <numbers>

namespace weir::test {
namespace {

long double sine(float x) { return std::sin(double(x)); }
long double sine(double x) { return std::sin(static_cast<long double>(x)); }
long double cosine(float x) { return std::cos(double(x)); }
long double cosine(double x) { return std::cos(static_cast<long double>(x)); }

long double arcsine(float x) { return std::asin(double(x)); }
long double arcsine(double x) { return std::asin(static_cast<long double>(x)); }
long double arccosine(float x) { return std::acos(double(x)); }
long double arccosine(double x) { return std::acos(static_cast<long double>(x)); }
long double arctangent(float x) { return std::atan(double(x)); }
long double arctangent(double x) { return std::atan(static_cast<long double>(x)); }

/// Floats next to multiples of pi/2, of all sizes.
template <typename Float> void addMultiplesOfHalfPi(Inputs<Float> &inputs, size_t count) {
  std::mt19937_64 random(4);
  for (size_t i = 0; i < count; ++i) {
    uint64_t quadrants = random() >> (random() % 64);
    auto x = static_cast<Float>(static_cast<long double>(quadrants) * std::numbers::pi_v<long double> / 2);
    inputs.add(x);
    inputs.add(-x);
  }
}

TEST_P(ExpandMath, SinAndCosOfF32) {
  CompiledModule module(unaryFunction<float>("sin") + unaryFunction<float>("cos"), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<float> inputs;
  inputs.addAllF32(4099);
  inputs.addBetween(-1, 1, 1 << 18);
  inputs.addBetween(-100, 100, 1 << 18);
  addMultiplesOfHalfPi(inputs, 1 << 18);
  worstOf<float>(module.get<Unary<float>>("sin"), inputs.values, sine).expectBelow(0.84, "sinF32");
  worstOf<float>(module.get<Unary<float>>("cos"), inputs.values, cosine).expectBelow(0.86, "cosF32");
}

TEST_P(ExpandMath, SinAndCosOfF64) {
  CompiledModule module(unaryFunction<double>("sin") + unaryFunction<double>("cos"), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<double> inputs;
  inputs.addPatterns(1 << 18);
  inputs.addBetween(-1, 1, 1 << 18);
  inputs.addBetween(-100, 100, 1 << 18);
  addMultiplesOfHalfPi(inputs, 1 << 17);
  // The f64 nearest to multiples of pi/2: the first leaves 2^-61.5 quadrants, the others at most 2^-59.5.
  for (double x : {0x1.6ac5b262ca1ffp+849, 0x1.6c6cbc45dc8dep+5, 0x1.6ac5b262ca1ffp+850, 0x1.6c6cbc45dc8dep+6,
                   0x1.b951f1572eba5p+23, 0x1.504cac51f1eafp+131, 0x1.6ac5b262ca1ffp+851}) {
    inputs.add(x);
    inputs.add(-x);
  }
  worstOf<double>(module.get<Unary<double>>("sin"), inputs.values, sine).expectBelow(0.85, "sinF64");
  worstOf<double>(module.get<Unary<double>>("cos"), inputs.values, cosine).expectBelow(0.85, "cosF64");
}

template <typename Float> void testLimits(const std::string &cpu) {
  using Limits = std::numeric_limits<Float>;
  CompiledModule module(unaryFunction<Float>("sin") + unaryFunction<Float>("cos"), cpu);
  for (const char *name : {"sin", "cos"})
    for (Float x : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::quiet_NaN()})
      expectNaN(module, name, x);
  expectIdentityAtZero<Float>(module, "sin");
  for (Float x : {Float(0), -Float(0), Limits::denorm_min(), -Limits::min()})
    expectExact<Float>(module, "cos", x, 1);
}

TEST_P(ExpandMath, LimitsOfSinAndCos) {
  testLimits<float>(GetParam());
  testLimits<double>(GetParam());
}

template <typename Float> std::string inverses() {
  return unaryFunction<Float>("asin") + unaryFunction<Float>("acos") + unaryFunction<Float>("atan");
}

TEST_P(ExpandMath, InversesOfF32) {
  CompiledModule module(inverses<float>(), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<float> inputs;
  inputs.addAllF32(4099);
  inputs.addBetween(-1, 1, 1 << 19);
  worstOf<float>(module.get<Unary<float>>("asin"), inputs.values, arcsine).expectBelow(1.6, "asinF32");
  worstOf<float>(module.get<Unary<float>>("acos"), inputs.values, arccosine).expectBelow(1.5, "acosF32");
  inputs.addBetween(-10, 10, 1 << 19);
  worstOf<float>(module.get<Unary<float>>("atan"), inputs.values, arctangent).expectBelow(1.5, "atanF32");
}

TEST_P(ExpandMath, InversesOfF64) {
  CompiledModule module(inverses<double>(), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<double> inputs;
  inputs.addPatterns(1 << 17);
  inputs.addBetween(-1, 1, 1 << 18);
  worstOf<double>(module.get<Unary<double>>("asin"), inputs.values, arcsine).expectBelow(1.65, "asinF64");
  worstOf<double>(module.get<Unary<double>>("acos"), inputs.values, arccosine).expectBelow(1.5, "acosF64");
  inputs.addBetween(-10, 10, 1 << 18);
  worstOf<double>(module.get<Unary<double>>("atan"), inputs.values, arctangent).expectBelow(1.5, "atanF64");
}

template <typename Float> void testLimitsOfInverses(const std::string &cpu) {
  using Limits = std::numeric_limits<Float>;
  CompiledModule module(inverses<Float>(), cpu);
  const auto halfPi = static_cast<Float>(std::numbers::pi_v<long double> / 2);
  for (const char *name : {"asin", "atan"})
    expectIdentityAtZero<Float>(module, name);
  for (Float sign : {1, -1}) {
    expectExact<Float>(module, "asin", sign, sign * halfPi);
    expectExact<Float>(module, "atan", sign * Limits::infinity(), sign * halfPi);
    expectExact<Float>(module, "atan", sign * Limits::max(), sign * halfPi);
    expectExact<Float>(module, "acos", sign * Float(0), halfPi);
    for (Float x : {std::nextafter(Float(1), Float(2)), Limits::max(), Limits::infinity(), Limits::quiet_NaN()}) {
      expectNaN(module, "asin", sign * x);
      expectNaN(module, "acos", sign * x);
    }
    expectNaN(module, "atan", sign * Limits::quiet_NaN());
  }
  expectExact<Float>(module, "acos", 1, 0);
  expectExact<Float>(module, "acos", -1, 2 * halfPi);
}

TEST_P(ExpandMath, LimitsOfInverses) {
  testLimitsOfInverses<float>(GetParam());
  testLimitsOfInverses<double>(GetParam());
}

} // namespace
} // namespace weir::test
