// What DimSize allows, and what it must not.
#include "lib/Support/LoopSpace.h"
#include "lib/Support/Semantics.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

template <typename T>
concept Computes = requires(T size) { size + 1; } || requires(T size) { size - 1; } || requires(T size) { size * 2; } ||
                   requires(T size) { size / 2; } || requires(T size) { size % 2; } || requires(T size) { -size; } ||
                   requires(T size) { ++size; } || requires(T size) { size < size; } ||
                   requires(T size, int64_t sum) { sum += size; } || requires(T size) { size += 1; };
static_assert(Computes<int64_t>);
static_assert(!Computes<DimSize>);
static_assert(!std::is_convertible_v<DimSize, int64_t> && !std::is_convertible_v<int64_t, DimSize>);
static_assert(sizeof(DimSize) == sizeof(int64_t));

// What is known of tensors and loops before a program runs; sizes of what exists are numbers.
static_assert(!Computes<decltype(TensorMeta::shape)::value_type> && !Computes<decltype(Factor::size)>);
static_assert(!Computes<decltype(std::declval<LoopSpace>().sizes())::value_type>);
static_assert(Computes<decltype(StaticMeta::shape)::value_type>);
static_assert(std::is_convertible_v<StaticMeta, TensorMeta> && !std::is_convertible_v<TensorMeta, StaticMeta>);

TEST(DimSize, ComparesAndGivesTheNumberThatIsKnown) {
  DimSize unknown, four(int64_t{4});
  EXPECT_FALSE(unknown.isKnown());
  EXPECT_EQ(four.known(), 4);
  EXPECT_EQ(four.knownOr(1), 4);
  EXPECT_EQ(unknown.knownOr(1), 1);
  EXPECT_TRUE(four == 4 && four != 5 && unknown != 4 && four != unknown);
  EXPECT_EQ(unknown, DimSize());
  EXPECT_EQ(toString(four) + toString(unknown), "4?");
}

TEST(DimSize, WhatIsMadeOfAnUnknownSizeIsUnknown) {
  DimSize unknown, four(4);
  auto half = [](int64_t size) { return size / 2; };
  EXPECT_TRUE(four.map(half) == 2 && sum(four, four) == 8 && product(four, 3) == 12);
  for (DimSize size : {unknown.map(half), sum(four, unknown), sum(unknown, four), product(unknown, unknown)})
    EXPECT_EQ(size, unknown);
}

TEST(DimSize, UnknownSizesRefine) {
  DimSize unknown;
  EXPECT_TRUE(mayEqual(3, unknown) && mayEqual(unknown, 3) && mayEqual(3, 3) && !mayEqual(3, 4));
  EXPECT_TRUE(refine(unknown, 4) == 4 && refine(4, unknown) == 4);
}

} // namespace
} // namespace weir
