// Which splits a rule offers and, above all, which it must not. That the offered ones compute the right numbers is
// tested in SplitFamiliesTest.
#include "lib/Support/Semantics.h"
#include "unittests/Support/HoldingText.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

using Texts = std::vector<std::string>;

/// Factors a, b, c of the given sizes; one operand and one result of rank 1 or more.
IterationRule ruleOf(Shape sizes, ValueMap operand, ValueMap result) {
  IterationRule rule;
  for (size_t i = 0; i < sizes.size(); ++i)
    rule.factors.push_back({.name = std::string(1, static_cast<char>('a' + i)), .size = sizes[i]});
  rule.operands = {std::move(operand)};
  rule.results = {std::move(result)};
  return rule;
}

DimMap dim(int factor) { return {.terms = {{factor}}}; }

TEST(SplitCandidates, Matmul) {
  IterationRule rule = *ruleFromFactors(
      "mk,kn->mn", Combiner::Sum, {{DType::F32, {DimSize(), 3}}, {DType::F32, {3, 4}}}, {{DType::F32, {DimSize(), 4}}});
  rule.linearGroups = {{0}, {1}};
  EXPECT_EQ(candidateTexts(rule), (Texts{"m: S(0) B -> S(0)", "k: S(1) S(0) -> P(sum)", "n: B S(1) -> S(1)",
                                         "joint: P(sum) B -> P(sum)", "joint: B P(sum) -> P(sum)"}));
}

TEST(SplitCandidates, ScaledShiftedClippedIndirectOrInsetIsNotOffered) {
  EXPECT_EQ(candidateTexts(ruleOf({4}, {dim(0)}, {dim(0)})), Texts{"a: S(0) -> S(0)"});
  for (DimMap map : {DimMap{.terms = {{0, 2}}}, DimMap{.terms = {{0, -1}}, .constant = 3},
                     DimMap{.terms = {{0}}, .constant = 1}, DimMap{.terms = {{0}}, .clipped = true},
                     DimMap{.terms = {{0}}, .indirect = true}, DimMap{.terms = {{0}}, .inset = true}}) {
    IterationRule rule = ruleOf({4}, {map}, {dim(0)});
    EXPECT_EQ(candidateTexts(rule), Texts{}) << toString(rule);
    rule.factors[0].kind = FactorKind::Reduction;
    rule.results = {{}};
    EXPECT_EQ(candidateTexts(rule), Texts{}) << toString(rule);
  }
}

TEST(SplitCandidates, IndirectTableIsHeldWhole) {
  IterationRule rule = ruleOf({5, 3}, {{.indirect = true}, dim(1)}, {dim(0), dim(1)});
  rule.operands.push_back({dim(0)});
  EXPECT_EQ(candidateTexts(rule), (Texts{"a: B S(0) -> S(0)", "b: S(1) B -> S(1)"}));
}

TEST(SplitCandidates, FactorsOfAMerge) {
  DimMap merged{.terms = {{0, 6}, {1, 1}}};
  EXPECT_EQ(candidateTexts(ruleOf({2, 6}, {dim(0), dim(1)}, {merged})),
            (Texts{"a: S(0) -> S(0, 1, 6)", "b: S(1) -> S(0, 2, 1)"}));
  EXPECT_EQ(candidateTexts(ruleOf({2, 6}, {merged}, {dim(0), dim(1)})),
            (Texts{"a: S(0, 1, 6) -> S(0)", "b: S(0, 2, 1) -> S(1)"}));
  DimMap three{.terms = {{2, 1}, {0, 12}, {1, 4}}};
  EXPECT_EQ(candidateTexts(ruleOf({5, 3, 4}, {dim(0), dim(1), dim(2)}, {three})),
            (Texts{"a: S(0) -> S(0, 1, 12)", "b: S(1) -> S(0, 5, 4)", "c: S(2) -> S(0, 15, 1)"}));
}

TEST(SplitCandidates, OnlyTheMajorFactorOfAMergeMayBeOfUnknownSize) {
  DimMap merged{.terms = {{0, 6}, {1, 1}}};
  EXPECT_EQ(candidateTexts(ruleOf({DimSize(), 6}, {dim(0), dim(1)}, {merged})), Texts{"a: S(0) -> S(0, 1, 6)"});
  EXPECT_EQ(candidateTexts(ruleOf({2, DimSize()}, {dim(0), dim(1)}, {merged})), Texts{});
}

TEST(SplitCandidates, PartsOfAFactorsRange) {
  // Elementwise on what a reshape has merged: whichever of its factors is split.
  IterationRule rule = ruleOf({24, 5}, {dim(0), dim(1)}, {dim(0), dim(1)});
  EXPECT_EQ(toString(*splitAlong(rule, 0, 4, 2), rule), "a in 4, 2: S(0, 4, 2) -> S(0, 4, 2)");
  EXPECT_FALSE(splitAlong(rule, 0, 5, 1));
  EXPECT_FALSE(splitAlong(rule, 0, 4, 4));
  EXPECT_FALSE(splitAlong(ruleOf({DimSize()}, {dim(0)}, {dim(0)}), 0, 4, 1));

  auto holding = [&](const IterationRule &rule, Holding held) {
    Texts texts;
    for (const SplitCandidate &candidate : splitsHolding(rule, /*isResult=*/false, 0, held))
      texts.push_back(toString(candidate, rule));
    return texts;
  };
  auto split = [](int64_t outer, int64_t inner) {
    return Holding{.kind = Holding::Kind::Split, .dim = 0, .outer = outer, .inner = inner};
  };
  EXPECT_EQ(holding(rule, split(3, 4)), Texts{"a in 3, 4: S(0, 3, 4) -> S(0, 3, 4)"});
  EXPECT_EQ(holding(rule, split(7, 1)), Texts{});
  // Two merges, one in the other: [4, 3, 2] from [24].
  IterationRule taken = ruleOf({4, 3, 2}, {{.terms = {{0, 6}, {1, 2}, {2, 1}}}}, {dim(0), dim(1), dim(2)});
  EXPECT_EQ(holding(taken, split(4, 2)), Texts{"b: S(0, 4, 2) -> S(1)"});
  EXPECT_EQ(holding(taken, split(2, 6)), Texts{"a in 2, 1: S(0, 2, 6) -> S(0, 2, 1)"});
  EXPECT_EQ(holding(taken, split(1, 1)), Texts{}) << "no factor alone, unless parts are even";
}

TEST(SplitCandidates, BlocksOfADimension) {
  // A slice of the second of three blocks of eight, and a pad that makes it.
  IterationRule slice = ruleOf({8}, {DimMap{.terms = {{0, 1}}, .constant = 8, .inset = true}}, {dim(0)});
  IterationRule pad = ruleOf({24}, {DimMap{.terms = {{0, 1}}, .constant = -8, .clipped = true}}, {dim(0)});
  ValueShapes sliced{{{24}}, {{8}}}, padded{{{8}}, {{24}}}, odd{{{25}}, {{8}}};
  EXPECT_EQ(toString(*splitAlong(slice, 0, 1, 1, sliced), slice), "a: S(0, 3, 1) -> S(0)");
  EXPECT_EQ(toString(*splitAlong(slice, 0, 2, 2, sliced), slice), "a in 2, 2: S(0, 6, 2) -> S(0, 2, 2)");
  EXPECT_EQ(toString(*splitAlong(pad, 0, 3, 1, padded), pad), "a in 3, 1: S(0) -> S(0, 3, 1)");
  EXPECT_FALSE(splitAlong(pad, 0, 1, 1, padded));
  EXPECT_FALSE(splitAlong(slice, 0, 1, 1, odd));
  EXPECT_FALSE(splitAlong(slice, 0, 1, 1)) << "of unknown size";
  slice.operands[0][0].constant = 4;
  EXPECT_FALSE(splitAlong(slice, 0, 1, 1, sliced)) << "across two blocks";

  Holding thirds{.kind = Holding::Kind::Split, .dim = 0, .outer = 3}, rows{.kind = Holding::Kind::Split, .dim = 0};
  std::vector<SplitCandidate> forth = splitsHolding(pad, /*isResult=*/false, 0, rows, padded);
  std::vector<SplitCandidate> back = splitsHolding(pad, /*isResult=*/true, 0, thirds, padded);
  ASSERT_TRUE(forth.size() == 1 && back.size() == 1);
  EXPECT_TRUE(forth[0].results[0] == thirds && back[0].operands[0] == rows);
}

TEST(SplitCandidates, PartsThatAnIndexPicksFromAreInOnePiece) {
  IterationRule rule = ruleOf({8, 5}, {DimMap{.terms = {{0}}, .picked = true}}, {dim(1)});
  rule.factors[0] = {.name = "position", .size = DimSize(8), .kind = FactorKind::Reduction, .indexed = true};
  EXPECT_TRUE(splitAlong(rule, 0, 1, 1));
  EXPECT_TRUE(splitAlong(rule, 0, 1, 2));
  EXPECT_FALSE(splitAlong(rule, 0, 2, 1));
}

TEST(SplitCandidates, Accumulations) {
  IterationRule rule = ruleOf({4, 7}, {dim(0)}, {dim(0)});
  rule.factors[1].kind = FactorKind::Whole;
  rule.operands.push_back({dim(1)});
  EXPECT_EQ(candidateTexts(rule), Texts{"a: S(0) B -> S(0)"});
  rule.accumulations = {{.factor = 1, .onto = 0, .combiner = Combiner::Max}};
  EXPECT_EQ(candidateTexts(rule), (Texts{"a: S(0) B -> S(0)", "b: P(max) S(0) -> P(max)"}));
}

TEST(SplitCandidates, WhatIsNothingIsPartialForNothing) {
  IterationRule rule = ruleOf({4}, {dim(0)}, {dim(0)});
  rule.operands.clear();
  rule.identities = {Combiner::Sum, Combiner::Or};
  EXPECT_EQ(candidateTexts(rule), (Texts{"a: -> S(0)", "joint: -> P(sum)", "joint: -> P(or)"}));
}

TEST(SplitCandidates, MergesWithGapsOrOverlapsAreNotOffered) {
  // 6*a+b with b of size 4 leaves gaps, of size 7 overlaps, and of unknown size may do either.
  for (DimSize minor : Shape{4, 7, 0, DimSize()})
    EXPECT_EQ(candidateTexts(ruleOf({2, minor}, {dim(0), dim(1)}, {{.terms = {{0, 6}, {1, 1}}}})), Texts{})
        << toString(minor);
  EXPECT_EQ(candidateTexts(ruleOf({2, 6}, {dim(0), dim(1)}, {{.terms = {{0, 6}, {1, -1}}, .constant = 5}})), Texts{});
}

TEST(SplitCandidates, TermsThatStandStillAreLeftOut) {
  // A window of size 1 and a coefficient of 0 move nothing.
  EXPECT_EQ(candidateTexts(ruleOf({8, 1}, {{.terms = {{0, 1}, {1, 1}}}}, {dim(0)})), Texts{"a: S(0) -> S(0)"});
  EXPECT_EQ(candidateTexts(ruleOf({8, 3}, {{.terms = {{0, 1}, {1, 0}}}}, {dim(0), dim(1)})),
            (Texts{"a: S(0) -> S(0)", "b: B -> S(1)"}));
}

TEST(SplitCandidates, TwiceInAValueIsNotOffered) {
  EXPECT_EQ(candidateTexts(ruleOf({4}, {dim(0), dim(0)}, {dim(0)})), Texts{});
  EXPECT_EQ(candidateTexts(ruleOf({4}, {{.terms = {{0}, {0}}}}, {dim(0)})), Texts{});
}

TEST(SplitCandidates, ParallelFactorMustReachAResult) {
  EXPECT_EQ(candidateTexts(ruleOf({4}, {dim(0)}, {})), Texts{});
  IterationRule two = ruleOf({4, 5}, {dim(0), dim(1)}, {dim(0), dim(1)});
  two.results.push_back({dim(1)});
  EXPECT_EQ(candidateTexts(two), (Texts{"a: S(0) -> S(0) B", "b: S(1) -> S(1) S(0)"}));
}

TEST(SplitCandidates, Reductions) {
  IterationRule rule = ruleOf({4, 5}, {dim(0), dim(1)}, {dim(0)});
  rule.factors[1].kind = FactorKind::Reduction;
  for (Combiner combiner : {Combiner::Sum, Combiner::Max, Combiner::Min, Combiner::Prod, Combiner::And, Combiner::Or}) {
    rule.factors[1].combiner = combiner;
    EXPECT_EQ(candidateTexts(rule), (Texts{"a: S(0) -> S(0)", "b: S(1) -> P(" + std::string(name(combiner)) + ")"}));
  }
  rule.factors[1].combiner = Combiner::Generic;
  EXPECT_EQ(candidateTexts(rule), Texts{"a: S(0) -> S(0)"});
  rule.factors[1].kind = FactorKind::Whole;
  EXPECT_EQ(candidateTexts(rule), Texts{"a: S(0) -> S(0)"});
  rule.factors[1] = {.name = "b", .size = 5, .kind = FactorKind::Reduction};
  rule.results = {{dim(0), dim(1)}};
  EXPECT_EQ(candidateTexts(rule), Texts{"a: S(0) -> S(0)"}) << "a reduction that a result has";
}

TEST(SplitCandidates, ReductionsWithDifferentCombinersAreNotOffered) {
  IterationRule rule = ruleOf({4, 5}, {dim(0), dim(1)}, {});
  rule.factors[0].kind = rule.factors[1].kind = FactorKind::Reduction;
  EXPECT_EQ(candidateTexts(rule), (Texts{"a: S(0) -> P(sum)", "b: S(1) -> P(sum)"}));
  rule.factors[1].combiner = Combiner::Max;
  EXPECT_EQ(candidateTexts(rule), Texts{});
}

} // namespace
} // namespace weir
