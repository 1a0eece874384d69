// Loops that rules make one: by what is read and written, refused where an op would need one at two positions, and
// taken back as if they had never been joined.
#include "lib/Support/LoopSpace.h"

#include <gtest/gtest.h>

#include <random>

namespace weir {
namespace {

using Loop = LoopSpace::Loop;
using TwoPositions = LoopSpace::TwoPositions;

DimMap only(int factor) { return {.terms = {{factor, 1}}}; }

/// y[i, j] = f(x[i, j]).
IterationRule elementwise(DimSize rows = {}, DimSize columns = {}) {
  IterationRule rule;
  rule.factors = {{.name = "i", .size = rows}, {.name = "j", .size = columns}};
  rule.operands = rule.results = {{only(0), only(1)}};
  return rule;
}

/// y[j, i] = x[i, j].
IterationRule transpose() {
  IterationRule rule = elementwise();
  rule.results = {{only(1), only(0)}};
  return rule;
}

/// y[i] = sum of x[i, k].
IterationRule rowSum() {
  IterationRule rule;
  rule.factors = {{.name = "i"}, {.name = "k", .kind = FactorKind::Reduction}};
  rule.operands = {{only(0), only(1)}};
  rule.results = {{only(0)}};
  return rule;
}

/// y[4 * a + b, i] = x[a, b, i].
IterationRule merge() {
  IterationRule rule;
  rule.factors = {{.name = "a"}, {.name = "b", .size = 4}, {.name = "i"}};
  rule.operands = {{only(0), only(1), only(2)}};
  rule.results = {{{.terms = {{0, 4}, {1, 1}}}, only(2)}};
  return rule;
}

TEST(LoopSpaceTest, AResultsDimensionIsTheLoopThatAloneRunsOverIt) {
  LoopSpace space(TwoPositions::Refused);
  IterationRule rule = merge();
  Loop op = space.add(rule);
  EXPECT_EQ(LoopSpace::count(rule), 5u);
  Loop merged = LoopSpace::ofResult(rule, op, 0, 0), kept = LoopSpace::ofResult(rule, op, 0, 1);
  EXPECT_EQ(space.classOf(kept), space.classOf(op + 2));
  for (Loop factor : {op, op + 1, op + 2})
    EXPECT_NE(space.classOf(merged), space.classOf(factor));
}

TEST(LoopSpaceTest, AReadJoinsMakerAndReader) {
  LoopSpace space(TwoPositions::Refused);
  IterationRule maker = transpose(), reader = rowSum();
  Loop first = space.add(maker), second = space.add(reader);
  EXPECT_TRUE(space.joinRead(reader.operands[0], LoopSpace::ofResult(maker, first, 0, 0), second));
  EXPECT_EQ(space.classOf(first + 1), space.classOf(second));
  EXPECT_EQ(space.classOf(first), space.classOf(second + 1));
  EXPECT_NE(space.classOf(first), space.classOf(first + 1));
  EXPECT_FALSE(space.isParallel(first));
  EXPECT_EQ(space.marks(first), LoopSpace::kReduced);
  EXPECT_TRUE(space.isParallel(first + 1));
}

TEST(LoopSpaceTest, WhatIsReadElsewhereIsNotParallel) {
  LoopSpace space(TwoPositions::Refused);
  IterationRule maker = elementwise(), slice = elementwise();
  slice.operands[0][1] = {.terms = {{1, 2}}, .constant = 1, .inset = true};
  Loop first = space.add(maker), second = space.add(slice), value = LoopSpace::ofResult(maker, first, 0, 0);
  EXPECT_TRUE(space.joinRead(slice.operands[0], value, second));
  EXPECT_EQ(space.classOf(value), space.classOf(second));
  EXPECT_NE(space.classOf(value + 1), space.classOf(second + 1));
  EXPECT_EQ(space.marks(value + 1), LoopSpace::kReadElsewhere);
  EXPECT_EQ(space.marks(second + 1), 0);
}

// y = e + transpose(e): the loops of e are those of the sum or those of the transposition.
TEST(LoopSpaceTest, AnOpKeepsItsLoopsApart) {
  IterationRule e = elementwise(), t = transpose(), sum = elementwise();
  for (TwoPositions policy : {TwoPositions::Refused, TwoPositions::Joined}) {
    LoopSpace space(policy);
    Loop ofE = space.add(e), ofT = space.add(t), ofSum = space.add(sum);
    Loop value = LoopSpace::ofResult(e, ofE, 0, 0), moved = LoopSpace::ofResult(t, ofT, 0, 0);
    EXPECT_TRUE(space.joinRead(sum.operands[0], value, ofSum));
    EXPECT_TRUE(space.joinRead(sum.operands[0], moved, ofSum));
    bool isSquare = policy == TwoPositions::Joined;
    EXPECT_EQ(space.joinRead(t.operands[0], value, ofT), isSquare);
    EXPECT_EQ(space.classOf(ofSum) == space.classOf(ofSum + 1), isSquare);
    EXPECT_EQ(space.classOf(ofE) == space.classOf(ofE + 1), isSquare);
  }
}

TEST(LoopSpaceTest, SizesAreThoseOfAClass) {
  LoopSpace space(TwoPositions::Joined);
  IterationRule first = elementwise(5), second = elementwise();
  Shape shape{DimSize(), 7};
  Loop input = space.addValue(shape), a = space.add(first), b = space.add(second);
  space.joinRead(first.operands[0], input, a);
  space.joinRead(second.operands[0], LoopSpace::ofResult(first, a, 0, 0), b);
  std::vector<DimSize> sizes = space.sizes();
  EXPECT_EQ(sizes[space.classOf(b)], DimSize(5));
  EXPECT_EQ(sizes[space.classOf(b + 1)], DimSize(7));
  EXPECT_EQ(sizes[space.classOf(input)], DimSize(5));
}

/// What can be seen of the classes.
std::vector<std::pair<std::vector<bool>, int>> seen(const LoopSpace &space) {
  std::vector<std::pair<std::vector<bool>, int>> all;
  for (Loop a = 0; a < space.size(); ++a) {
    std::vector<bool> same;
    for (Loop b = 0; b < space.size(); ++b)
      same.push_back(space.classOf(a) == space.classOf(b));
    all.emplace_back(std::move(same), space.marks(a));
  }
  return all;
}

TEST(LoopSpaceTest, TakingBackLeavesNoTrace) {
  std::mt19937 random(1);
  LoopSpace space(TwoPositions::Refused);
  for (int i = 0; i < 8; ++i)
    space.add(i % 2 ? elementwise() : rowSum());
  auto joinAny = [&] {
    Loop a = random() % space.size(), b = random() % space.size();
    if (random() % 4 == 0)
      space.mark(a, LoopSpace::kOfReductionResult);
    else
      space.join(a, b);
  };
  for (int round = 0; round < 50; ++round) {
    size_t now = space.now();
    auto before = seen(space);
    for (int i = 0; i < 6; ++i)
      joinAny();
    auto after = seen(space);
    space.takeBack(now);
    EXPECT_EQ(seen(space), before);
    EXPECT_NE(after, before);
    if (round % 10 == 0)
      joinAny();
  }
}

// However much is joined, no op's factors become one, and joins are refused for that alone.
TEST(LoopSpaceTest, JoinsAreRefusedForTwoPositionsAlone) {
  std::mt19937 random(2);
  LoopSpace space(TwoPositions::Refused), unrestrained(TwoPositions::Joined);
  constexpr Loop kOps = 12;
  std::vector<Loop> ops;
  for (Loop i = 0; i < kOps; ++i) {
    ops.push_back(space.add(elementwise()));
    unrestrained.add(elementwise());
  }
  auto clashes = [&](const LoopSpace &in) {
    for (Loop op : ops)
      if (in.classOf(op) == in.classOf(op + 1))
        return true;
    return false;
  };
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    Loop a = random() % space.size(), b = random() % space.size();
    // The same join without the policy, on equal classes.
    size_t now = unrestrained.now();
    unrestrained.join(a, b);
    bool wouldClash = clashes(unrestrained);
    EXPECT_EQ(space.join(a, b), !wouldClash);
    if (wouldClash)
      unrestrained.takeBack(now);
    refused += wouldClash;
    EXPECT_FALSE(clashes(space));
  }
  EXPECT_GT(refused, 0);
}

} // namespace
} // namespace weir
