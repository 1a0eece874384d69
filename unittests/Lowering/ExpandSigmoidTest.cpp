// tanh, erf, sigmoid and silu of compiled code against long double, over the whole range of their types.
#include "unittests/Lowering/MathSamples.h"

namespace weir::test {
namespace {

long double hyperbolicTangent(float x) { return std::tanh(double(x)); }
long double hyperbolicTangent(double x) { return std::tanh(static_cast<long double>(x)); }
long double errorFunction(float x) { return std::erf(double(x)); }
long double errorFunction(double x) { return std::erf(static_cast<long double>(x)); }

TEST_P(ExpandMath, TanhAndErfOfF32) {
  CompiledModule module(unaryFunction<float>("tanh") + unaryFunction<float>("erf"), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<float> inputs;
  inputs.addAllF32(4099);
  inputs.addBetween(-1, 1, 1 << 19);
  inputs.addBetween(-10, 10, 1 << 19);
  worstOf<float>(module.get<Unary<float>>("tanh"), inputs.values, hyperbolicTangent).expectBelow(1.6, "tanhF32");
  worstOf<float>(module.get<Unary<float>>("erf"), inputs.values, errorFunction).expectBelow(1.1, "erfF32");
}

TEST_P(ExpandMath, TanhAndErfOfF64) {
  CompiledModule module(unaryFunction<double>("tanh") + unaryFunction<double>("erf"), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<double> inputs;
  inputs.addPatterns(1 << 17);
  inputs.addBetween(-1, 1, 1 << 18);
  inputs.addBetween(-6, 6, 1 << 18);
  worstOf<double>(module.get<Unary<double>>("erf"), inputs.values, errorFunction).expectBelow(1.2, "erfF64");
  inputs.addBetween(-20, 20, 1 << 17);
  worstOf<double>(module.get<Unary<double>>("tanh"), inputs.values, hyperbolicTangent).expectBelow(1.7, "tanhF64");
}

template <typename Float> void testLimits(const std::string &cpu) {
  using Limits = std::numeric_limits<Float>;
  CompiledModule module(unaryFunction<Float>("tanh") + unaryFunction<Float>("erf"), cpu);
  for (const char *name : {"tanh", "erf"}) {
    for (Float x : {Limits::infinity(), Limits::max(), Float(100)}) {
      expectExact<Float>(module, name, x, 1);
      expectExact<Float>(module, name, -x, -1);
    }
    for (Float x : {Limits::quiet_NaN(), -Limits::quiet_NaN()})
      expectNaN(module, name, x);
    expectIdentityAtZero<Float>(module, name);
  }
}

TEST_P(ExpandMath, LimitsOfTanhAndErf) {
  testLimits<float>(GetParam());
  testLimits<double>(GetParam());
}

/// @sigmoid and @silu: 1 and x over 1 + exp(-x), of ops that may be contracted.
template <typename Float> std::string logisticFunctions() {
  std::string type = vectorType<Float>(), text;
  for (auto [name, numerator] : {std::pair("sigmoid", "%one"), std::pair("silu", "%x")}) {
    std::string quotient = std::string("arith.divf ") + numerator + ", %sum fastmath<contract> : " + type;
    std::string whole = function(name, quotient, {type}, type);
    text += whole.insert(whole.find("  %r = "),
                         "  %one = arith.constant dense<1.0> : " + type + "\n  %minus = arith.negf %x : " + type +
                             "\n  %power = math.exp %minus : " + type +
                             "\n  %sum = arith.addf %one, %power fastmath<contract> : " + type + "\n");
  }
  return text;
}

template <typename Float> long double sigmoid(Float x) { return 1 / (1 + std::exp(-static_cast<long double>(x))); }
template <typename Float> long double silu(Float x) { return x / (1 + std::exp(-static_cast<long double>(x))); }

template <typename Float> void testLogistic(const std::string &cpu, Inputs<Float> inputs, const std::string &type) {
  CompiledModule module(logisticFunctions<Float>(), cpu);
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  worstOf<Float>(module.get<Unary<Float>>("sigmoid"), inputs.values, sigmoid).expectBelow(2.4, "sigmoid" + type);
  worstOf<Float>(module.get<Unary<Float>>("silu"), inputs.values, silu).expectBelow(2.4, "silu" + type);
  for (const char *name : {"sigmoid", "silu"})
    expectNaN(module, name, std::numeric_limits<Float>::quiet_NaN());
  expectExact<Float>(module, "sigmoid", -std::numeric_limits<Float>::max(), 0);
  expectExact<Float>(module, "silu", -std::numeric_limits<Float>::max(), Float(-0.0));
  expectExact<Float>(module, "sigmoid", -std::numeric_limits<Float>::infinity(), 0);
  expectNaN(module, "silu", -std::numeric_limits<Float>::infinity()); // times 0
}

TEST_P(ExpandMath, LogisticQuotients) {
  Inputs<float> narrow;
  narrow.addAllF32(4099);
  narrow.addBetween(-110, -80, 1 << 18);
  narrow.addBetween(-20, 20, 1 << 19);
  testLogistic<float>(GetParam(), narrow, "F32");
  Inputs<double> wide;
  wide.addPatterns(1 << 17);
  wide.addBetween(-760, -700, 1 << 18);
  wide.addBetween(-40, 40, 1 << 18);
  testLogistic<double>(GetParam(), wide, "F64");
}

/// @normal: erf(x) + 1, which may be contracted.
std::string normalFunction() {
  std::string type = vectorType<float>();
  std::string whole = function("normal", "arith.addf %erf, %one fastmath<contract> : " + type, {type}, type);
  return whole.insert(whole.find("  %r = "),
                      "  %one = arith.constant dense<1.0> : " + type + "\n  %erf = math.erf %x : " + type + "\n");
}

/// In units of the last place of 1.
TEST_P(ExpandMath, OnePlusErfOfF32) {
  CompiledModule module(normalFunction(), GetParam());
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  Inputs<float> inputs;
  inputs.addAllF32(4099);
  inputs.addBetween(-1, 1, 1 << 19);
  inputs.addBetween(-5, 5, 1 << 19);
  inputs.values.resize(inputs.values.size() / kLanes * kLanes);
  auto *compiled = module.get<Unary<float>>("normal");
  double worst = 0, worstBelow = 0;
  float results[kLanes];
  for (size_t i = 0; i < inputs.values.size(); i += kLanes) {
    compiled(&inputs.values[i], results);
    for (size_t lane = 0; lane < kLanes; ++lane) {
      float x = inputs.values[i + lane];
      if (std::isnan(x))
        continue;
      double error = std::abs(results[lane] - std::erfc(-double(x))) * 0x1p23;
      (x < 0 ? worstBelow : worst) = std::max(x < 0 ? worstBelow : worst, error);
    }
  }
  EXPECT_LE(worst, 1.1);
  EXPECT_LE(worstBelow, 0.9);
  expectNaN(module, "normal", std::numeric_limits<float>::quiet_NaN());
  expectExact<float>(module, "normal", std::numeric_limits<float>::infinity(), 2);
  expectExact<float>(module, "normal", -std::numeric_limits<float>::infinity(), 0);
  expectExact<float>(module, "normal", 0, 1);
  expectExact<float>(module, "normal", -0.0f, 1);
}

} // namespace
} // namespace weir::test
