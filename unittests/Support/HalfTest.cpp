// The 16-bit conversions over all 65,536 patterns, against values computed from the formats' definitions.
#include "lib/Support/Half.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace weir {
namespace {

/// A 16-bit format by its definition, computed with ldexp: independent of the conversions' bit tricks.
struct Format {
  int mantissaBits, bias;
  float (*toF32)(uint16_t);
  uint16_t (*fromF32)(float);
  uint16_t (*fromF64)(double);

  uint16_t infinity() const { return static_cast<uint16_t>(0x7fff >> mantissaBits << mantissaBits); }
  uint16_t quietBit() const { return static_cast<uint16_t>(1 << (mantissaBits - 1)); }
  bool isNaN(uint16_t pattern) const { return (pattern & 0x7fff) > infinity(); }

  /// Of a finite pattern; of infinity, the value that the next exponent would have.
  double value(uint16_t pattern) const {
    int exponent = (pattern & 0x7fff) >> mantissaBits, mantissa = pattern & ((1 << mantissaBits) - 1);
    int implicit = exponent == 0 ? 0 : 1 << mantissaBits;
    double magnitude = std::ldexp(implicit + mantissa, std::max(exponent, 1) - bias - mantissaBits);
    return pattern & 0x8000 ? -magnitude : magnitude;
  }
};

class Half : public testing::TestWithParam<Format> {};

TEST_P(Half, WideningIsExact) {
  const Format &format = GetParam();
  for (uint32_t p = 0; p < 0x10000; ++p) {
    auto pattern = static_cast<uint16_t>(p);
    float wide = format.toF32(pattern);
    ASSERT_EQ(std::signbit(wide), pattern >= 0x8000) << p;
    if (format.isNaN(pattern))
      ASSERT_TRUE(std::isnan(wide)) << p;
    else if ((pattern & 0x7fff) == format.infinity())
      ASSERT_TRUE(std::isinf(wide)) << p;
    else
      ASSERT_EQ(wide, format.value(pattern)) << p;
  }
}

TEST_P(Half, NarrowingUndoesWidening) {
  const Format &format = GetParam();
  for (uint32_t p = 0; p < 0x10000; ++p) {
    auto pattern = static_cast<uint16_t>(p);
    uint16_t expected = format.isNaN(pattern) ? pattern | format.quietBit() : pattern;
    ASSERT_EQ(format.fromF32(format.toF32(pattern)), expected) << p;
    ASSERT_EQ(format.fromF64(format.toF32(pattern)), expected) << p;
  }
}

TEST_P(Half, NaNsBecomeQuiet) {
  const Format &format = GetParam();
  for (uint32_t p = 0; p < 0x10000; ++p) {
    auto pattern = static_cast<uint16_t>(p);
    if (format.isNaN(pattern))
      ASSERT_NE(std::bit_cast<uint32_t>(format.toF32(pattern)) & 0x400000, 0u) << p;
  }
  // A payload that only the dropped bits hold must not turn into infinity.
  EXPECT_TRUE(format.isNaN(format.fromF32(std::bit_cast<float>(0x7f800001))));
  EXPECT_EQ(format.fromF32(std::bit_cast<float>(0xff800001)), 0x8000 | format.infinity() | format.quietBit());
}

/// Between each two neighbouring patterns: the midpoint goes to the even one, its f32 and f64 neighbours to the nearer.
TEST_P(Half, RoundsToNearestEven) {
  const Format &format = GetParam();
  double limit = std::numeric_limits<double>::infinity();
  float limit32 = std::numeric_limits<float>::infinity();
  for (uint32_t p = 0; p < format.infinity(); ++p) {
    auto low = static_cast<uint16_t>(p), high = static_cast<uint16_t>(p + 1);
    double middle = (format.value(low) + format.value(high)) / 2;
    uint16_t even = p % 2 == 0 ? low : high;
    for (int sign : {0, 0x8000}) {
      double side = sign ? -1 : 1;
      ASSERT_EQ(format.fromF64(side * middle), sign | even) << p;
      ASSERT_EQ(format.fromF64(side * std::nextafter(middle, 0.0)), sign | low) << p;
      ASSERT_EQ(format.fromF64(side * std::nextafter(middle, limit)), sign | high) << p;
      auto middle32 = static_cast<float>(middle);
      ASSERT_EQ(middle32, middle) << "a midpoint is an f32, " << p;
      ASSERT_EQ(format.fromF32(side * middle32), sign | even) << p;
      ASSERT_EQ(format.fromF32(side * std::nextafter(middle32, 0.0f)), sign | low) << p;
      ASSERT_EQ(format.fromF32(side * std::nextafter(middle32, limit32)), sign | high) << p;
    }
  }
}

TEST_P(Half, Extremes) {
  const Format &format = GetParam();
  uint16_t infinity = format.infinity();
  EXPECT_EQ(format.fromF32(std::numeric_limits<float>::infinity()), infinity);
  EXPECT_EQ(format.fromF32(std::numeric_limits<float>::max()), infinity);
  EXPECT_EQ(format.fromF64(-std::numeric_limits<double>::max()), 0x8000 | infinity);
  EXPECT_EQ(format.fromF64(-std::numeric_limits<double>::infinity()), 0x8000 | infinity);
  EXPECT_EQ(format.fromF32(-std::numeric_limits<float>::denorm_min()), 0x8000);
  EXPECT_EQ(format.fromF64(-std::numeric_limits<double>::denorm_min()), 0x8000);
  EXPECT_EQ(format.fromF32(-0.0f), 0x8000);
  EXPECT_TRUE(format.isNaN(format.fromF64(std::numeric_limits<double>::quiet_NaN())));
}

INSTANTIATE_TEST_SUITE_P(Formats, Half,
                         testing::Values(Format{10, 15, f16ToF32, f32ToF16, f64ToF16},
                                         Format{7, 127, bf16ToF32, f32ToBf16, f64ToBf16}),
                         [](const auto &info) { return info.index == 0 ? "f16" : "bf16"; });

} // namespace
} // namespace weir
