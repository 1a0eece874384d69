// Shapes: text, checked products at and beyond their limits, strides.
#include "lib/Support/Shape.h"

#include <gtest/gtest.h>

#include <limits>

namespace weir {
namespace {

TEST(Shape, Text) {
  EXPECT_EQ(toString(Shape{}), "");
  EXPECT_EQ(toString(Shape{2, DimSize(), 3}), "2x?x3");
  EXPECT_EQ(toString(TensorMeta{DType::F32, {}}), "tensor<f32>");
  EXPECT_EQ(toString(TensorMeta{DType::BF16, {DimSize(), 0}}), "tensor<?x0xbf16>");
}

TEST(Shape, IsStatic) {
  EXPECT_TRUE(isStatic(Shape{}));
  EXPECT_TRUE(isStatic(Shape{0, 4}));
  EXPECT_FALSE(isStatic(Shape{4, DimSize()}));
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
  EXPECT_EQ(*checkedNumElements(Sizes{limit}), limit);
  EXPECT_FALSE(checkedNumElements(Sizes{limit + 1}));
  Result<int64_t> above = checkedNumBytes(Shape{(1 << 23) + 1, 1 << 23}, DType::F32);
  ASSERT_FALSE(above);
  EXPECT_EQ(above.message(), "expects at most 2^48 bytes, got shape 8388609x8388608");
}

TEST(Shape, ProductsThatOverflowInt64Fail) {
  int64_t huge = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(checkedNumElements(Sizes{huge, huge}));
  EXPECT_FALSE(checkedNumElements(Sizes{int64_t{1} << 32, int64_t{1} << 32}));
  // Empty, but the strides of such a tensor would overflow.
  EXPECT_FALSE(checkedNumElements(Sizes{0, huge, huge}));
}

TEST(Shape, UnknownAndNegativeSizesFail) {
  Result<int64_t> unknown = checkedNumElements(Shape{2, DimSize()});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.message(), "expects sizes to be known and not negative, got 2x?");
  EXPECT_FALSE(checkedNumBytes(Sizes{-7}, DType::I8));
  EXPECT_FALSE(checkedNumBytes(Sizes{0, -7}, DType::I8));
}

TEST(Shape, ContiguousStrides) {
  EXPECT_EQ(contiguousStrides(Sizes{}), (std::vector<int64_t>{}));
  EXPECT_EQ(contiguousStrides(Sizes{2, 3, 4}), (std::vector<int64_t>{12, 4, 1}));
  EXPECT_EQ(contiguousStrides(Sizes{5, 0, 4}), (std::vector<int64_t>{4, 4, 1}));
}

TEST(Shape, BroadcastsToWhatMayBeEqual) {
  EXPECT_TRUE(broadcastsTo(Shape{1, 3}, Shape{2, 5, 3}));
  EXPECT_TRUE(broadcastsTo(Shape{DimSize(), 3}, Shape{5, DimSize()}));
  EXPECT_FALSE(broadcastsTo(Shape{2, 3}, Shape{5, 3}));
  EXPECT_FALSE(broadcastsTo(Shape{2, 3}, Shape{3}));
}

TEST(Shape, SizesOfWhatExistsAreKnown) {
  EXPECT_EQ(shapeOf(Sizes{4, 0}), (Shape{4, 0}));
  EXPECT_EQ(knownSizes(Shape{4, 0}), (Sizes{4, 0}));
  EXPECT_EQ(TensorMeta(StaticMeta{DType::I8, {4}}), (TensorMeta{DType::I8, {4}}));
  EXPECT_EQ(knownMeta({DType::I8, {4}}), (StaticMeta{DType::I8, {4}}));
}

TEST(Shape, UnknownSizesHaveAMarkWhereNumbersAreWritten) {
  Shape shape{2, DimSize(), 0};
  EXPECT_EQ(marked(shape), (std::vector<int64_t>{2, -1, 0}));
  EXPECT_EQ(fromMarked(marked(shape)), shape);
}

} // namespace
} // namespace weir
