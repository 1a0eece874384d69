// Rounding, wrapping and converting, against what the host's own types do where it has them.
#include "lib/Reference/Numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace weir {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min(), kMost = std::numeric_limits<int64_t>::max();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

TEST(Numbers, RoundsOnceToNearestEven) {
  EXPECT_EQ(roundedTo(DType::F64, 0.1), 0.1);
  EXPECT_EQ(roundedTo(DType::F32, 0.1), double(0.1f));
  EXPECT_EQ(roundedTo(DType::F32, 1e39), kInfinity);
  EXPECT_EQ(roundedTo(DType::BF16, 1 + 0x1p-8), 1.0);
  EXPECT_EQ(roundedTo(DType::BF16, 1 + 0x1p-8 + 0x1p-40), 1 + 0x1p-7); // through f32 it would be a tie
  EXPECT_EQ(roundedTo(DType::F16, 2049), 2048);
  EXPECT_EQ(roundedTo(DType::F16, 65520), kInfinity);
  EXPECT_TRUE(std::isnan(roundedTo(DType::BF16, kNaN)));
  EXPECT_TRUE(std::signbit(roundedTo(DType::BF16, -0.0)));
}

TEST(Numbers, WrapsToTheLowBits) {
  EXPECT_EQ(wrappedTo(DType::I64, kLeast), kLeast);
  EXPECT_EQ(wrappedTo(DType::I32, int64_t{1} << 31), -(int64_t{1} << 31));
  EXPECT_EQ(wrappedTo(DType::I8, 200), -56);
  EXPECT_EQ(wrappedTo(DType::U8, -1), 255);
  EXPECT_EQ(wrappedTo(DType::Bool, 3), 1);
  EXPECT_EQ(wrappingAdd(kMost, 1), kLeast);
  EXPECT_EQ(wrappingSub(kLeast, 1), kMost);
  EXPECT_EQ(wrappingMul(kMost, 2), -2);
}

TEST(Numbers, TruncatesToWideIntegers) {
  EXPECT_EQ(truncatedTo(DType::I64, 1.9), 1);
  EXPECT_EQ(truncatedTo(DType::I64, -1.9), -1);
  EXPECT_EQ(truncatedTo(DType::I64, 0x1p63), kLeast);
  EXPECT_EQ(truncatedTo(DType::I64, std::nextafter(0x1p63, 0)), kMost - 1023);
  EXPECT_EQ(truncatedTo(DType::I64, -0x1p63), kLeast);
  EXPECT_EQ(truncatedTo(DType::I64, -kInfinity), kLeast);
  EXPECT_EQ(truncatedTo(DType::I64, kNaN), kLeast);
  EXPECT_EQ(truncatedTo(DType::I32, 2147483647.5), 2147483647);
  EXPECT_EQ(truncatedTo(DType::I32, 2147483648.0), -2147483648);
  EXPECT_EQ(truncatedTo(DType::I8, -1000), 24);
  EXPECT_EQ(truncatedTo(DType::U8, 255.9), 255);
  EXPECT_EQ(truncatedTo(DType::U8, 256), 0);
  EXPECT_EQ(truncatedTo(DType::U8, -0.9), 0);
  EXPECT_EQ(truncatedTo(DType::U8, -1), 255);
  EXPECT_EQ(truncatedTo(DType::U8, 3000000001.0), 1);
  EXPECT_EQ(truncatedTo(DType::U8, kInfinity), 0);
}

TEST(Numbers, ConvertsIntegersRoundingOnce) {
  // Near ties of f32 among numbers that f64 doesn't hold, where rounding twice goes wrong.
  for (int64_t base : {int64_t{1} << 62, int64_t{1} << 61, int64_t{1} << 54})
    for (int64_t ulps : {0, 1, 2, 3})
      for (int64_t offset : {-1, 0, 1}) {
        int64_t half = base >> 24, value = base + (2 * ulps + 1) * half + offset;
        EXPECT_EQ(convertedTo(DType::F32, value), double(static_cast<float>(value))) << value;
        EXPECT_EQ(convertedTo(DType::F32, -value), double(static_cast<float>(-value))) << value;
        EXPECT_EQ(convertedTo(DType::F64, value), static_cast<double>(value)) << value;
      }
  EXPECT_EQ(convertedTo(DType::F32, kMost), 0x1p63);
  EXPECT_EQ(convertedTo(DType::F32, kLeast), -0x1p63);
  EXPECT_EQ(convertedTo(DType::BF16, 257), 256);
  EXPECT_EQ(convertedTo(DType::BF16, (int64_t{1} << 62) + (int64_t{1} << 54) + 1), 0x1p62 + 0x1p55);
}

TEST(Numbers, MaximumPropagatesNaNAndOrdersZeros) {
  EXPECT_TRUE(std::isnan(maximumOf(kNaN, 1)));
  EXPECT_TRUE(std::isnan(maximumOf(kInfinity, kNaN)));
  EXPECT_FALSE(std::signbit(maximumOf(-0.0, 0.0)));
  EXPECT_FALSE(std::signbit(maximumOf(0.0, -0.0)));
  EXPECT_TRUE(std::signbit(maximumOf(-0.0, -0.0)));
  EXPECT_EQ(maximumOf(-kInfinity, -3), -3);
}

} // namespace
} // namespace weir
