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
  EXPECT_EQ(candidateTexts(rule), (Texts{"m: S0 B -> S0", "k: S1 S0 -> P(sum)", "n: B S1 -> S1",
                                         "linear: P(sum) B -> P(sum)", "linear: B P(sum) -> P(sum)"}));
}

TEST(SplitCandidates, ScaledShiftedClippedIndirectOrInsetIsNotOffered) {
  EXPECT_EQ(candidateTexts(ruleOf({4}, {dim(0)}, {dim(0)})), Texts{"a: S0 -> S0"});
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
  EXPECT_EQ(candidateTexts(rule), (Texts{"a: B S0 -> S0", "b: S1 B -> S1"}));
}

TEST(SplitCandidates, MajorFactorOfAMergeDividesEvenly) {
  DimMap merged{.terms = {{0, 6}, {1, 1}}};
  EXPECT_EQ(candidateTexts(ruleOf({2, 6}, {dim(0), dim(1)}, {merged})), Texts{"a even: S0 -> S0"});
  EXPECT_EQ(candidateTexts(ruleOf({2, 6}, {merged}, {dim(0), dim(1)})), Texts{"a even: S0 -> S0"});
  EXPECT_EQ(candidateTexts(ruleOf({DimSize(), 6}, {dim(0), dim(1)}, {merged})), Texts{"a even: S0 -> S0"});
  DimMap three{.terms = {{2, 1}, {0, 12}, {1, 4}}};
  EXPECT_EQ(candidateTexts(ruleOf({5, 3, 4}, {dim(0), dim(1), dim(2)}, {three})), Texts{"a even: S0 -> S0"});
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
  EXPECT_EQ(candidateTexts(ruleOf({8, 1}, {{.terms = {{0, 1}, {1, 1}}}}, {dim(0)})), Texts{"a: S0 -> S0"});
  EXPECT_EQ(candidateTexts(ruleOf({8, 3}, {{.terms = {{0, 1}, {1, 0}}}}, {dim(0), dim(1)})),
            (Texts{"a: S0 -> S0", "b: B -> S1"}));
}

TEST(SplitCandidates, TwiceInAValueIsNotOffered) {
  EXPECT_EQ(candidateTexts(ruleOf({4}, {dim(0), dim(0)}, {dim(0)})), Texts{});
  EXPECT_EQ(candidateTexts(ruleOf({4}, {{.terms = {{0}, {0}}}}, {dim(0)})), Texts{});
}

TEST(SplitCandidates, ParallelFactorMustReachAResult) {
  EXPECT_EQ(candidateTexts(ruleOf({4}, {dim(0)}, {})), Texts{});
  IterationRule two = ruleOf({4, 5}, {dim(0), dim(1)}, {dim(0), dim(1)});
  two.results.push_back({dim(1)});
  EXPECT_EQ(candidateTexts(two), (Texts{"a: S0 -> S0 B", "b: S1 -> S1 S0"}));
}

TEST(SplitCandidates, Reductions) {
  IterationRule rule = ruleOf({4, 5}, {dim(0), dim(1)}, {dim(0)});
  rule.factors[1].kind = FactorKind::Reduction;
  for (Combiner combiner : {Combiner::Sum, Combiner::Max, Combiner::Min, Combiner::Prod, Combiner::And, Combiner::Or}) {
    rule.factors[1].combiner = combiner;
    EXPECT_EQ(candidateTexts(rule), (Texts{"a: S0 -> S0", "b: S1 -> P(" + std::string(name(combiner)) + ")"}));
  }
  rule.factors[1].combiner = Combiner::Generic;
  EXPECT_EQ(candidateTexts(rule), Texts{"a: S0 -> S0"});
  rule.factors[1].kind = FactorKind::Whole;
  EXPECT_EQ(candidateTexts(rule), Texts{"a: S0 -> S0"});
  rule.factors[1] = {.name = "b", .size = 5, .kind = FactorKind::Reduction};
  rule.results = {{dim(0), dim(1)}};
  EXPECT_EQ(candidateTexts(rule), Texts{"a: S0 -> S0"}) << "a reduction that a result has";
}

TEST(SplitCandidates, ReductionsWithDifferentCombinersAreNotOffered) {
  IterationRule rule = ruleOf({4, 5}, {dim(0), dim(1)}, {});
  rule.factors[0].kind = rule.factors[1].kind = FactorKind::Reduction;
  EXPECT_EQ(candidateTexts(rule), (Texts{"a: S0 -> P(sum)", "b: S1 -> P(sum)"}));
  rule.factors[1].combiner = Combiner::Max;
  EXPECT_EQ(candidateTexts(rule), Texts{});
}

} // namespace
} // namespace weir
