// What check.expect_eq and check.expect_close let pass.
#include "dialects/Check/CompareTensors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace weir {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

HostTensor floats(DType dtype, std::vector<double> elements) {
  HostTensor tensor;
  tensor.meta = {dtype, {static_cast<int64_t>(elements.size())}};
  tensor.floats = std::move(elements);
  return tensor;
}

HostTensor integers(DType dtype, std::vector<int64_t> elements) {
  HostTensor tensor;
  tensor.meta = {dtype, {static_cast<int64_t>(elements.size())}};
  tensor.integers = std::move(elements);
  return tensor;
}

bool close(DType dtype, double actual, double expected, const Tolerance &tolerance) {
  return !compareTensors(floats(dtype, {actual}), floats(dtype, {expected}), tolerance);
}

TEST(CompareTensors, UlpIsTheDistanceToTheNextNumber) {
  for (double value : {1.0, 1.5, 0.3f * 1.0, 3.0e38f * 1.0, 1e-40f * 1.0, 0.0}) {
    float next = std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
    EXPECT_EQ(ulpAt(DType::F32, static_cast<float>(value)), double(next) - static_cast<float>(value)) << value;
    EXPECT_EQ(ulpAt(DType::F64, value), std::nextafter(value, kInfinity) - value) << value;
  }
  EXPECT_EQ(ulpAt(DType::BF16, 1), 0x1p-7);
  EXPECT_EQ(ulpAt(DType::F16, -3), 0x1p-9);
  EXPECT_EQ(ulpAt(DType::F16, 0), 0x1p-24);
}

TEST(CompareTensors, Exactly) {
  Tolerance exact = Tolerance::none();
  EXPECT_TRUE(close(DType::F32, kNaN, -kNaN, exact));
  EXPECT_TRUE(close(DType::F32, kInfinity, kInfinity, exact));
  EXPECT_FALSE(close(DType::F32, kInfinity, -kInfinity, exact));
  EXPECT_FALSE(close(DType::F32, 0.0, -0.0, exact));
  EXPECT_FALSE(close(DType::F32, 1.0, 1.0 + 0x1p-23, exact));
  EXPECT_FALSE(close(DType::F32, kNaN, 1.0, exact));
  EXPECT_FALSE(close(DType::F32, 1.0, kNaN, exact));
}

TEST(CompareTensors, PartsOfATolerance) {
  EXPECT_TRUE(close(DType::F32, 1.5, 1.0, {.atol = 0.5}));
  EXPECT_FALSE(close(DType::F32, 1.5, 1.0, {.atol = 0.49}));
  EXPECT_TRUE(close(DType::F32, -30, -20, {.rtol = 0.5}));
  EXPECT_FALSE(close(DType::F32, -30, -20, {.rtol = 0.49}));
  EXPECT_TRUE(close(DType::F32, 1.0 + 2 * 0x1p-23, 1.0, {.ulps = 2}));
  EXPECT_FALSE(close(DType::F32, 1.0 + 3 * 0x1p-23, 1.0, {.ulps = 2}));
  EXPECT_TRUE(close(DType::F32, -0.0, 0.0, {}));
  // Relative to the largest finite element, wherever it stands.
  HostTensor expected = floats(DType::F32, {0, 100, kInfinity}), actual = floats(DType::F32, {1, 100, kInfinity});
  EXPECT_FALSE(compareTensors(actual, expected, {.ofLargest = 0.01}));
  EXPECT_TRUE(compareTensors(actual, expected, {.ofLargest = 0.009}));
}

TEST(CompareTensors, NoToleranceReachesInfinityOrNaN) {
  Tolerance wide{.atol = kInfinity, .rtol = 1e300};
  EXPECT_FALSE(close(DType::F32, kInfinity, 3e38, wide));
  EXPECT_FALSE(close(DType::F32, 3e38, kInfinity, wide));
  EXPECT_FALSE(close(DType::F32, kNaN, 0, wide));
  EXPECT_FALSE(close(DType::F32, 0, kNaN, wide));
  EXPECT_TRUE(close(DType::F32, kNaN, kNaN, {}));
}

TEST(CompareTensors, DefaultFollowsDTypeAndLength) {
  EXPECT_TRUE(close(DType::F32, 1.0 + 4 * 0x1p-23, 1.0, Tolerance::of(DType::F32)));
  EXPECT_FALSE(close(DType::F32, 1.0 + 5 * 0x1p-23, 1.0, Tolerance::of(DType::F32)));
  EXPECT_TRUE(close(DType::F32, 1.0 + 12 * 0x1p-23, 1.0, Tolerance::of(DType::F32, 8)));
  EXPECT_FALSE(close(DType::F32, 1.0 + 13 * 0x1p-23, 1.0, Tolerance::of(DType::F32, 8)));
  EXPECT_TRUE(close(DType::BF16, 1.0 + 0x1p-7, 1.0, Tolerance::of(DType::BF16, 8)));
  EXPECT_FALSE(close(DType::BF16, 1.0 + 2 * 0x1p-7, 1.0, Tolerance::of(DType::BF16, 8)));
}

TEST(CompareTensors, IntegersAreNeverClose) {
  EXPECT_FALSE(compareTensors(integers(DType::I64, {1, 2}), integers(DType::I64, {1, 2}), Tolerance::of(DType::I64)));
  EXPECT_TRUE(compareTensors(integers(DType::I64, {1, 2}), integers(DType::I64, {1, 3}), {.atol = 10}));
}

TEST(CompareTensors, MetasHaveToAgree) {
  HostTensor x = floats(DType::F32, {1}), y = floats(DType::F64, {1});
  ASSERT_TRUE(compareTensors(x, y, {}));
  EXPECT_EQ(compareTensors(x, y, {})->message, "expects actual to be tensor<1xf64>, got tensor<1xf32>");
  HostTensor matrix = x;
  matrix.meta.shape = {1, 1};
  EXPECT_TRUE(compareTensors(x, matrix, {}));
}

} // namespace
} // namespace weir
