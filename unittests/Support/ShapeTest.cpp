// Shapes: text, checked products at and beyond their limits, strides.
#include "lib/Support/Shape.h"

#include <gtest/gtest.h>

#include <limits>

namespace weir {
namespace {

TEST(Shape, Text) {
  EXPECT_EQ(toString(Shape{}), "");
  EXPECT_EQ(toString(Shape{2, kDynamic, 3}), "2x?x3");
  EXPECT_EQ(toString(TensorMeta{DType::F32, {}}), "tensor<f32>");
  EXPECT_EQ(toString(TensorMeta{DType::BF16, {kDynamic, 0}}), "tensor<?x0xbf16>");
}

TEST(Shape, IsStatic) {
  EXPECT_TRUE(isStatic(Shape{}));
  EXPECT_TRUE(isStatic(Shape{0, 4}));
  EXPECT_FALSE(isStatic(Shape{4, kDynamic}));
}

TEST(Shape, CheckedProducts) {
  EXPECT_EQ(*checkedNumElements(Shape{}), 1);
  EXPECT_EQ(*checkedNumElements(Shape{2, 3, 4}), 24);
  EXPECT_EQ(*checkedNumElements(Shape{2, 0, 4}), 0);
  EXPECT_EQ(*checkedNumBytes(Shape{2, 3}, DType::F64), 48);
  EXPECT_EQ(*checkedNumBytes(Shape{}, DType::BF16), 2);
}

TEST(Shape, BytesUpTo2To48) {
  int64_t limit = int64_t{1} << 48;
  EXPECT_EQ(*checkedNumBytes(Shape{1 << 23, 1 << 23}, DType::F32), limit);
  EXPECT_EQ(*checkedNumElements(Shape{limit}), limit);
  EXPECT_FALSE(checkedNumElements(Shape{limit + 1}));
  Result<int64_t> above = checkedNumBytes(Shape{(1 << 23) + 1, 1 << 23}, DType::F32);
  ASSERT_FALSE(above);
  EXPECT_EQ(above.message(), "expects at most 2^48 bytes, got shape 8388609x8388608");
}

TEST(Shape, ProductsThatOverflowInt64Fail) {
  int64_t huge = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(checkedNumElements(Shape{huge, huge}));
  EXPECT_FALSE(checkedNumElements(Shape{int64_t{1} << 32, int64_t{1} << 32}));
  // Empty, but the strides of such a tensor would overflow.
  EXPECT_FALSE(checkedNumElements(Shape{0, huge, huge}));
}

TEST(Shape, UnknownAndNegativeSizesFail) {
  Result<int64_t> unknown = checkedNumElements(Shape{2, kDynamic});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.message(), "expects sizes to be known and not negative, got 2x?");
  EXPECT_FALSE(checkedNumBytes(Shape{-7}, DType::I8));
  EXPECT_FALSE(checkedNumBytes(Shape{0, -7}, DType::I8));
}

TEST(Shape, ContiguousStrides) {
  EXPECT_EQ(contiguousStrides(Shape{}), (std::vector<int64_t>{}));
  EXPECT_EQ(contiguousStrides(Shape{2, 3, 4}), (std::vector<int64_t>{12, 4, 1}));
  EXPECT_EQ(contiguousStrides(Shape{5, 0, 4}), (std::vector<int64_t>{4, 4, 1}));
}

TEST(Shape, UnknownSizesRefine) {
  EXPECT_TRUE(mayEqual(3, kDynamic) && mayEqual(kDynamic, 3) && mayEqual(3, 3) && !mayEqual(3, 4));
  EXPECT_EQ(refine(kDynamic, 4), 4);
  EXPECT_EQ(refine(4, kDynamic), 4);
}

} // namespace
} // namespace weir
