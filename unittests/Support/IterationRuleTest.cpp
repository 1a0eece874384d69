// Boxes that factor ranges touch, balanced parts, and the text of rules.
#include "lib/Support/IterationRule.h"

#include <gtest/gtest.h>

#include <limits>

namespace weir {
namespace {

Box tileOne(const DimMap &map, std::vector<Range> factors, int64_t size) {
  Sizes shape = {size};
  return tile({map}, factors, shape);
}

DimMap conv() { return {.terms = {{0, 2}, {1, 1}}, .constant = -1, .clipped = true}; }

TEST(Tile, AffineMaps) {
  EXPECT_EQ(tileOne({.terms = {{0, 1}}}, {{2, 5}}, 9), (Box{{2, 5}}));
  EXPECT_EQ(tileOne({.terms = {{0, 2}}, .constant = 3}, {{2, 5}}, 20), (Box{{7, 12}}));
  EXPECT_EQ(tileOne({.terms = {{0, -1}}, .constant = 10}, {{2, 5}}, 11), (Box{{6, 9}}));
  EXPECT_EQ(tileOne({.terms = {{0, 6}, {1, 1}}}, {{1, 3}, {0, 6}}, 24), (Box{{6, 18}}));
  EXPECT_EQ(tileOne({}, {{2, 5}}, 1), (Box{{0, 1}}));
}

TEST(Tile, ClippedMapsStayInside) {
  EXPECT_EQ(tileOne(conv(), {{0, 2}, {0, 3}}, 11), (Box{{0, 4}}));
  EXPECT_EQ(tileOne(conv(), {{2, 4}, {0, 3}}, 11), (Box{{3, 8}}));
  EXPECT_EQ(tileOne(conv(), {{4, 6}, {0, 3}}, 11), (Box{{7, 11}}));
  // Padding alone: nothing of the operand is read.
  EXPECT_EQ(tileOne({.terms = {{0, 1}}, .constant = -5, .clipped = true}, {{0, 3}}, 4), (Box{{0, 0}}));
  EXPECT_EQ(tileOne({.terms = {{0, 1}}, .constant = 5, .clipped = true}, {{0, 3}}, 4), (Box{{4, 4}}));
}

TEST(Tile, IndirectDimensionsAreTouchedWhole) {
  EXPECT_EQ(tileOne({.indirect = true}, {{2, 3}}, 8), (Box{{0, 8}}));
  EXPECT_EQ(tileOne({.terms = {{0, 1}}, .indirect = true}, {{2, 3}}, 8), (Box{{0, 8}}));
}

TEST(Tile, EmptyRangesTouchNothing) {
  EXPECT_EQ(tileOne({.terms = {{0, 1}}}, {{3, 3}}, 3), (Box{{3, 3}}));
  EXPECT_EQ(tileOne({.terms = {{0, 6}, {1, 1}}}, {{2, 2}, {0, 6}}, 12), (Box{{12, 12}}));
  EXPECT_EQ(tileOne(conv(), {{1, 3}, {0, 0}}, 11)[0].size(), 0);
  EXPECT_EQ(tileOne({.terms = {{0, -1}}, .constant = 3}, {{2, 2}}, 4)[0].size(), 0);
}

TEST(Tile, HugeCoefficientsSaturate) {
  int64_t huge = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(tileOne({.terms = {{0, huge}, {1, huge}}, .clipped = true}, {{0, 3}, {0, 3}}, 5), (Box{{0, 5}}));
  EXPECT_EQ(tileOne({.terms = {{0, -huge}}, .clipped = true}, {{0, 4}}, 5), (Box{{0, 1}}));
}

TEST(BalancedPart, CoversWithoutOverlap) {
  for (int64_t size = 0; size < 30; ++size)
    for (int64_t parts = 1; parts < 8; ++parts) {
      int64_t end = 0, longest = 0, shortest = size;
      for (int64_t part = 0; part < parts; ++part) {
        Range range = balancedPart(size, parts, part);
        ASSERT_EQ(range.begin, end);
        ASSERT_LE(range.size(), part == 0 ? size : balancedPart(size, parts, part - 1).size());
        end = range.end;
        longest = std::max(longest, range.size());
        shortest = std::min(shortest, range.size());
      }
      ASSERT_EQ(end, size);
      ASSERT_LE(longest - shortest, 1);
    }
  EXPECT_EQ(balancedPart(11, 4, 0), (Range{0, 3}));
  EXPECT_EQ(balancedPart(11, 4, 3), (Range{9, 11}));
}

TEST(DimMap, OnlyFactorMeansSameSize) {
  EXPECT_EQ((DimMap{.terms = {{3, 1}}}).onlyFactor(), 3);
  EXPECT_EQ((DimMap{}).onlyFactor(), std::nullopt);
  EXPECT_EQ((DimMap{.terms = {{3, 2}}}).onlyFactor(), std::nullopt);
  EXPECT_EQ((DimMap{.terms = {{3, 1}}, .constant = 1}).onlyFactor(), std::nullopt);
  EXPECT_EQ((DimMap{.terms = {{3, 1}}, .clipped = true}).onlyFactor(), std::nullopt);
  EXPECT_EQ((DimMap{.terms = {{3, 1}}, .indirect = true}).onlyFactor(), std::nullopt);
  EXPECT_EQ((DimMap{.terms = {{3, 1}}, .inset = true}).onlyFactor(), std::nullopt);
  EXPECT_EQ((DimMap{.terms = {{3, 1}, {4, 1}}}).onlyFactor(), std::nullopt);
}

TEST(RuleText, NamesFactorsMapsAndGroups) {
  IterationRule rule;
  rule.factors = {{.name = "o"},
                  {.name = "k", .kind = FactorKind::Reduction, .combiner = Combiner::Max},
                  {.name = "i", .indexed = true},
                  {.name = "w", .kind = FactorKind::Whole}};
  rule.operands = {{conv(), {}}, {{.terms = {{2, -1}}, .constant = 7}, {.indirect = true}}};
  rule.results = {{{.terms = {{0, 6}, {3, -2}}}}, {}};
  rule.linearGroups = {{0}, {0, 1}};
  EXPECT_EQ(toString(rule), "o:parallel, k:reduction<max>, i:parallel indexed, w:whole; [clipped(2*o+k-1), 0], "
                            "[-i+7, indirect] -> [6*o-2*w], []; linear {0}; linear {0, 1}");
  rule.operands = {{{.terms = {{0}}, .inset = true}, {.constant = -2, .indirect = true}}};
  rule.results = {{{.terms = {{0}}}}};
  rule.linearGroups.clear();
  rule.factors.resize(1);
  EXPECT_EQ(toString(rule), "o:parallel; [inset(o), indirect(-2)] -> [o]");
}

} // namespace
} // namespace weir
