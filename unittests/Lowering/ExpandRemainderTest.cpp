// arith.remf of compiled code is fmod of the C library, bit for bit.
#include "unittests/Lowering/MathSamples.h"

#include <functional>

namespace weir::test {
namespace {

template <typename Float> void testRemainder(const std::string &cpu) {
  using Limits = std::numeric_limits<Float>;
  std::vector<Float> points = {0,
                               1,
                               3,
                               0.1f,
                               7.5f,
                               1e10f,
                               Limits::max(),
                               Limits::min(),
                               Limits::denorm_min(),
                               3 * Limits::denorm_min(),
                               std::nextafter(Limits::min(), Float(0)),
                               std::nextafter(Limits::max(), Float(0)),
                               Limits::max() / 2,
                               Limits::epsilon(),
                               Limits::infinity(),
                               Limits::quiet_NaN()};
  for (size_t i = points.size(); i-- > 0;)
    points.push_back(-points[i]);
  std::mt19937_64 random(5);
  for (int i = 0; i < 60; ++i)
    points.push_back(std::bit_cast<Float>(static_cast<PatternOf<Float>>(random())));
  std::uniform_real_distribution<double> small(-20, 20);
  for (int i = 0; i < 60; ++i)
    points.push_back(static_cast<Float>(small(random)));

  std::string type = vectorType<Float>();
  CompiledModule module(function("rem", "arith.remf %x, %y : " + type, {type, type}, type), cpu);
  EXPECT_EQ(module.undefinedSymbols(), std::vector<std::string>());
  auto *remainder = module.get<Binary<Float>>("rem");
  for (Float x : points)
    for (size_t first = 0; first < points.size(); first += kLanes) {
      Float xs[kLanes], ys[kLanes], results[kLanes];
      for (size_t lane = 0; lane < kLanes; ++lane) {
        xs[lane] = x;
        ys[lane] = points[(first + lane) % points.size()];
      }
      remainder(xs, ys, results);
      for (size_t lane = 0; lane < kLanes; ++lane) {
        Float expected = std::fmod(x, ys[lane]);
        if (std::isnan(expected))
          EXPECT_TRUE(std::isnan(results[lane])) << x << " by " << ys[lane];
        else
          EXPECT_EQ(std::bit_cast<PatternOf<Float>>(results[lane]), std::bit_cast<PatternOf<Float>>(expected))
              << x << " by " << ys[lane] << ": got " << results[lane] << ", expected " << expected;
      }
    }
}

TEST_P(ExpandMath, RemaindersAreExact) {
  testRemainder<float>(GetParam());
  testRemainder<double>(GetParam());
}

} // namespace
} // namespace weir::test
