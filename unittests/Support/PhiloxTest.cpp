// Philox against the published known answers of Random123, Weir's counter layout, and the derived distributions.
#include "lib/Support/Philox.h"

#include <gtest/gtest.h>

#include <cmath>

namespace weir {
namespace {

TEST(Philox, KnownAnswers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox4x32({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, CounterIsIndexOrdinalStepAndKeyIsSeed) {
  uint64_t seed = 0x299f31d0a4093822, block = 0x05a308d3243f6a88;
  uint32_t ordinal = 0x13198a2e, step = 0x03707344;
  PhiloxBlock words = philox4x32({0x243f6a88, 0x05a308d3, ordinal, step}, {0xa4093822, 0x299f31d0});
  for (uint64_t lane = 0; lane < 4; ++lane)
    EXPECT_EQ(randomBits(seed, ordinal, step, 4 * block + lane), words[lane]);
}

TEST(Philox, IsAConstantExpression) { static_assert(randomBits(0, 0, 0, 0) == 0x6627e8d5); }

TEST(Philox, UnitNumbersAreBelowOne) {
  EXPECT_EQ(unitFloat(0), 0.0f);
  EXPECT_EQ(unitFloat(0xff), 0.0f);
  EXPECT_EQ(unitFloat(0x100), 0x1p-24f);
  EXPECT_EQ(unitFloat(0xffffffff), 1.0f - 0x1p-24f);
  EXPECT_EQ(unitDouble(0, 0x3f), 0.0);
  EXPECT_EQ(unitDouble(0, 0x40), 0x1p-53);
  EXPECT_EQ(unitDouble(0x20, 0), 0x1p-27);
  EXPECT_EQ(unitDouble(0xffffffff, 0xffffffff), 1.0 - 0x1p-53);
}

TEST(Philox, UniformElementsTakeTheirWords) {
  RandomStream stream{1234567890123, 7, 3};
  auto bits = [&](uint64_t i) { return randomBits(stream.seed, stream.ordinal, stream.step, i); };
  for (uint64_t i = 0; i < 41; ++i) {
    EXPECT_EQ(uniformF32(stream, i), unitFloat(bits(i)));
    EXPECT_EQ(uniformF64(stream, i), unitDouble(bits(2 * i), bits(2 * i + 1)));
  }
}

TEST(Philox, NormalPairsHaveTheRadiusAndAngleOfTheirUniforms) {
  RandomStream stream{42, 1, 0};
  for (uint64_t even = 0; even < 40; even += 2) {
    double x = normalF64(stream, even), y = normalF64(stream, even + 1);
    double u = uniformF64(stream, even), v = uniformF64(stream, even + 1);
    // The squares undo the root and the logarithm; each step is a few units in the last place.
    EXPECT_NEAR(std::exp(-(x * x + y * y) / 2), 1 - u, 1e-14);
    double turns = std::atan2(y, x) / (2 * 3.14159265358979323846);
    EXPECT_NEAR(turns < 0 ? turns + 1 : turns, v, 1e-14);

    double r = std::sqrt(-2 * std::log(1.0 - uniformF32(stream, even)));
    EXPECT_NEAR(std::hypot(normalF32(stream, even), normalF32(stream, even + 1)), r, r * 0x1p-23);
  }
}

/// With n draws, the mean of a variable of deviation s is off by more than 6*s/sqrt(n) once in 5e8 streams; the streams
/// here are fixed, so the test can't flicker.
TEST(Philox, MomentsAndCorrelations) {
  constexpr int n = 100000;
  double slack = 6 / std::sqrt(static_cast<double>(n));
  double sum = 0, square = 0, fourth = 0, neighbours = 0, streams = 0, uniform = 0;
  RandomStream stream{2024, 5, 9}, next{2024, 5, 10};
  for (int i = 0; i < n; ++i) {
    double x = normalF32(stream, i);
    sum += x;
    square += x * x;
    fourth += x * x * x * x;
    neighbours += x * normalF32(stream, i + 1);
    streams += x * normalF32(next, i);
    uniform += uniformF32(stream, i);
  }
  EXPECT_NEAR(sum / n, 0, slack);
  EXPECT_NEAR(square / n, 1, slack * std::sqrt(2.0));
  EXPECT_NEAR(fourth / n, 3, slack * std::sqrt(96.0));
  EXPECT_NEAR(neighbours / n, 0, slack);
  EXPECT_NEAR(streams / n, 0, slack);
  EXPECT_NEAR(uniform / n, 0.5, slack * std::sqrt(1.0 / 12));
}

} // namespace
TEST(PhiloxTest, fillsWithTheSameElements) {
  RandomStream stream{.seed = 7, .ordinal = 3, .step = 2};
  for (size_t count : {0, 1, 3, 4, 5, 102}) {
    std::vector<float> uniform(count), normal(count);
    std::vector<double> wideUniform(count), wideNormal(count);
    fillUniform(stream, std::span(uniform));
    fillUniform(stream, std::span(wideUniform));
    fillNormal(stream, std::span(normal));
    fillNormal(stream, std::span(wideNormal));
    for (size_t i = 0; i < count; ++i) {
      EXPECT_EQ(uniform[i], uniformF32(stream, i)) << i;
      EXPECT_EQ(wideUniform[i], uniformF64(stream, i)) << i;
      EXPECT_EQ(normal[i], normalF32(stream, i)) << i;
      EXPECT_EQ(wideNormal[i], normalF64(stream, i)) << i;
    }
  }
}

} // namespace weir
