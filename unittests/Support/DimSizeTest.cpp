// What DimSize allows, and what it must not.
#include "lib/Support/DimSize.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

template <typename T>
concept Computes = requires(T size) { size + 1; } || requires(T size) { size - 1; } || requires(T size) { size * 2; } ||
                   requires(T size) { size / 2; } || requires(T size) { size % 2; } || requires(T size) { -size; } ||
                   requires(T size) { size < size; } || requires(T size, int64_t sum) { sum += size; };
static_assert(Computes<int64_t>);
static_assert(!Computes<DimSize>);
static_assert(!std::is_convertible_v<DimSize, int64_t> && !std::is_convertible_v<int64_t, DimSize>);

TEST(DimSize, ComparesAndGivesTheNumberThatIsKnown) {
  DimSize unknown, four(4);
  EXPECT_FALSE(unknown.isKnown());
  EXPECT_EQ(four.known(), 4);
  EXPECT_EQ(four, DimSize(4));
  EXPECT_NE(four, DimSize(5));
  EXPECT_NE(four, unknown);
  EXPECT_EQ(unknown, DimSize());
}

} // namespace
} // namespace weir
