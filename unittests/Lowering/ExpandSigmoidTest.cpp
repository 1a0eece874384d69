// tanh and erf of compiled code against long double, over the whole range of their types.
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

} // namespace
} // namespace weir::test
