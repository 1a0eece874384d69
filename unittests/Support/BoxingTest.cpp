// Every way to hold a small value on small meshes to every other one: ranks that do what the steps say, with numbers.
#include "unittests/Support/BoxedRanks.h"

namespace weir {
namespace {

using Kind = Holding::Kind;
using Holdings = std::vector<Holding>;

std::string textOf(const std::vector<BoxingStep> &steps) {
  std::string text;
  for (const BoxingStep &step : steps)
    text += (text.empty() ? "" : ", ") + std::string(name(step.kind)) + " " + textOf(step.after);
  return text;
}

void expectAllPairs(const Sizes &shape, const Sizes &meshShape) {
  MeshAxes mesh = meshOf(meshShape);
  std::vector<Holdings> all = allHoldings(shape, meshShape.size());
  for (const Holdings &from : all)
    for (const Holdings &to : all) {
      MovedValue value{shape, 4};
      std::vector<BoxingStep> steps = boxing(value, from, to, mesh);
      SCOPED_TRACE(textOf(from) + " to " + textOf(to) + ": " + textOf(steps));
      BoxedRanks ranks(shape, mesh);
      ranks.hold(from);
      for (const BoxingStep &step : steps)
        ranks.apply(step);
      ranks.expectHeldAs(to);
      if (testing::Test::HasFailure())
        return;
    }
}

TEST(Boxing, AllPairsOnOneAxis) {
  for (int64_t ranks : {2, 3, 4})
    for (const Sizes &shape : std::vector<Sizes>{{7}, {6, 5}, {4, 3, 2}, {1, 2}})
      expectAllPairs(shape, {ranks});
}

TEST(Boxing, AllPairsOnTwoAxes) {
  expectAllPairs({7}, {2, 2});
  expectAllPairs({6, 5}, {2, 2});
  expectAllPairs({4, 3}, {2, 3});
}

TEST(Boxing, IsNeverDearerThanThreeSteps) {
  Sizes shape = {6, 5};
  for (const Sizes &meshShape : std::vector<Sizes>{{3}, {2, 2}}) {
    MeshAxes mesh = meshOf(meshShape);
    mesh.links.back().perByte = 1e-8; // one slow axis
    std::vector<Holdings> all = allHoldings(shape, meshShape.size());
    size_t number = 0;
    for (const Holdings &from : all)
      for (const Holdings &to : all) {
        if (++number % 7 != 0) // a sample
          continue;
        MovedValue value{shape, 4 << 20};
        double least = leastWithin(value, from, from, to, mesh, 3);
        EXPECT_LE(secondsOf(boxing(value, from, to, mesh)), least * (1 + 1e-12))
            << textOf(from) << " to " << textOf(to);
      }
  }
}

TEST(Boxing, UsesTheCollectiveThatFits) {
  MeshAxes mesh = meshOf({4});
  MovedValue value{{1024, 1024}, 4};
  auto steps = [&](const Holding &from, const Holding &to) {
    std::string names;
    for (const BoxingStep &step : boxing(value, {from}, {to}, mesh))
      names += (names.empty() ? "" : ", ") + std::string(name(step.kind));
    return names;
  };
  Holding whole, partial{.kind = Kind::Partial};
  EXPECT_EQ(steps(whole, whole), "");
  EXPECT_EQ(steps(whole, split(0)), "cut");
  EXPECT_EQ(steps(whole, partial), "keep");
  EXPECT_EQ(steps(split(0), whole), "all_gather");
  EXPECT_EQ(steps(partial, whole), "all_reduce");
  EXPECT_EQ(steps(partial, split(1)), "reduce_scatter");
  EXPECT_EQ(steps(split(0), split(1)), "all_to_all");
  EXPECT_EQ(steps(split(0), split(0, 1, 4)), "") << "the same positions";
  EXPECT_EQ(steps(split(0), split(0, 4, 1)), "exchange");
}

TEST(Boxing, WhatIsWholeIsCut) {
  EXPECT_EQ(textOf(boxing({{4096, 1024}, 4}, {Holding(), Holding()}, {split(0), split(1)}, meshOf({2, 2}))),
            "cut [B S(1)], cut [S(0) S(1)]");
}

TEST(Boxing, SplitsOfOneFactorComeAndGoFromTheMinorAxis) {
  MeshAxes mesh = meshOf({2, 2});
  MovedValue value{{1024, 256}, 4};
  EXPECT_EQ(textOf(boxing(value, {split(0), split(0)}, {split(0), Holding()}, mesh)), "all_gather [S(0) B]");
  EXPECT_EQ(textOf(boxing(value, {Holding(), split(0)}, {split(0), split(0)}, mesh)), "exchange [S(0) S(0)]");
}

} // namespace
} // namespace weir
