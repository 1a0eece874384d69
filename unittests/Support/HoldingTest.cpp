// Which positions the ranks of a mesh hold.
#include "lib/Support/Holding.h"

#include <gtest/gtest.h>

#include <map>

namespace weir {
namespace {

constexpr auto kSplit = Holding::Kind::Split;

Holding split(int dim, int64_t outer = 1, int64_t inner = 1) {
  return {.kind = kSplit, .dim = dim, .outer = outer, .inner = inner};
}

std::string textOf(const HeldRanges &positions) {
  std::string text;
  for (const Range &run : positions)
    text += (text.empty() ? "" : " ") + std::to_string(run.begin) + "-" + std::to_string(run.end);
  return text;
}

/// What the ranks of a mesh hold of a dimension of this size, in row-major order of the mesh.
std::vector<std::string> held(int64_t size, const std::vector<Holding> &axes, const Sizes &mesh) {
  std::vector<std::string> texts;
  Sizes place(mesh.size(), 0);
  for (bool isDone = false; !isDone;) {
    texts.push_back(textOf(heldPositions(size, 0, axes, mesh, place)));
    isDone = true;
    for (size_t axis = mesh.size(); axis-- > 0 && isDone;) {
      place[axis] = (place[axis] + 1) % mesh[axis];
      isDone = place[axis] == 0;
    }
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Holding, PartsOfADimension) {
  EXPECT_EQ(held(7, {split(0)}, {3}), (Texts{"0-3", "3-5", "5-7"}));
  EXPECT_EQ(held(1, {split(0)}, {3}), (Texts{"0-1", "", ""}));
  EXPECT_EQ(held(0, {split(0)}, {2}), (Texts{"", ""}));
  EXPECT_EQ(held(7, {split(1)}, {2}), (Texts{"0-7", "0-7"})) << "of another dimension";
  EXPECT_EQ(held(7, {Holding{}}, {2}), (Texts{"0-7", "0-7"}));
}

TEST(Holding, PartsOfFactors) {
  EXPECT_EQ(held(12, {split(0, 1, 4)}, {2}), (Texts{"0-8", "8-12"})) << "whole fours, unevenly";
  EXPECT_EQ(held(12, {split(0, 2, 1)}, {2}), (Texts{"0-3 6-9", "3-6 9-12"}));
  EXPECT_EQ(held(12, {split(0, 2, 2)}, {2}), (Texts{"0-4 6-10", "4-6 10-12"}));
  EXPECT_EQ(held(12, {split(0, 3, 2)}, {4}), (Texts{"0-2 4-6 8-10", "2-4 6-8 10-12", "", ""}));
}

TEST(Holding, SeveralAxes) {
  EXPECT_EQ(held(7, {split(0), split(0)}, {2, 2}), (Texts{"0-2", "2-4", "4-6", "6-7"})) << "the first one is major";
  EXPECT_EQ(held(12, {split(0, 1, 6), split(0, 2, 1)}, {2, 3}), (Texts{"0-2", "2-4", "4-6", "6-8", "8-10", "10-12"}));
  EXPECT_EQ(held(12, {split(0, 2, 1), split(0, 1, 6)}, {2, 2}), (Texts{"0-3", "6-9", "3-6", "9-12"}));
  EXPECT_EQ(held(8, {Holding{}, split(0)}, {2, 2}), (Texts{"0-4", "4-8", "0-4", "4-8"}));
}

/// Whatever factors are split, each position is held by as many ranks as hold the same part.
TEST(Holding, EachPositionIsHeldOnce) {
  for (int64_t size : {6, 12, 24, 60})
    for (const std::vector<Holding> &axes : std::vector<std::vector<Holding>>{
             {split(0), split(0)}, {split(0, 1, 2), split(0, size / 2, 1)}, {split(0, 3, 1), split(0, 1, size / 3)}})
      for (const Sizes &mesh : std::vector<Sizes>{{2, 3}, {3, 2}, {4, 1}}) {
        if (misfitOf(DimSize(size), 0, axes))
          continue;
        std::map<int64_t, int> times;
        for (int64_t i = 0; i < mesh[0]; ++i)
          for (int64_t j = 0; j < mesh[1]; ++j)
            for (const Range &run : heldPositions(size, 0, axes, mesh, Sizes{i, j}))
              for (int64_t position = run.begin; position < run.end; ++position)
                ++times[position];
        EXPECT_EQ(times.size(), static_cast<size_t>(size));
        for (auto [position, count] : times)
          EXPECT_EQ(count, 1) << position << " of " << size;
      }
}

TEST(Holding, FactorsAsOtherAxesLeaveThem) {
  auto factor = [](int64_t size, const std::vector<Holding> &axes, size_t axis, const Sizes &place) {
    HeldFactor held = heldFactor(size, axes, axis, Sizes{2, 2}, place);
    return std::to_string(held.outer) + " " + std::to_string(held.middle) + " " + std::to_string(held.inner);
  };
  EXPECT_EQ(factor(12, {Holding{}, split(0)}, 1, {1, 0}), "1 12 1");
  EXPECT_EQ(factor(7, {split(0), split(0)}, 1, {1, 0}), "1 3 1") << "nested";
  EXPECT_EQ(factor(12, {split(0, 1, 4), split(0, 3, 1)}, 1, {0, 0}), "2 4 1") << "of two of three fours";
  EXPECT_EQ(factor(12, {split(0, 3, 1), split(0, 1, 4)}, 1, {0, 0}), "1 3 2") << "of halves of three fours";
  EXPECT_EQ(factor(12, {split(1), split(0, 3, 2)}, 1, {0, 0}), "3 2 2");
}

TEST(Holding, Misfits) {
  auto misfit = [](DimSize size, const std::vector<Holding> &axes) { return misfitOf(size, 0, axes).value_or(""); };
  EXPECT_EQ(misfit(DimSize(12), {split(0, 1, 2), split(0, 1, 4)}),
            "expects splits of one dimension to be of one factor or of factors beside each other, got S(0, 1, 4) and "
            "S(0, 1, 2) of size 12");
  EXPECT_EQ(misfit(DimSize(12), {split(0, 5, 1)}),
            "expects outer and inner sizes of a split to divide the dimension's, got S(0, 5, 1) of size 12");
  EXPECT_EQ(misfit(DimSize(), {split(0, 2, 1)}),
            "expects outer and inner sizes of a split to divide the dimension's, got S(0, 2, 1) of size ?");
  EXPECT_EQ(misfit(DimSize(), {split(0), split(0)}), "");
  EXPECT_NE(misfit(DimSize(), {split(0, 1, 6)}), "");
  EXPECT_EQ(misfit(DimSize(12), {split(0, 1, 4), split(0, 3, 2), split(0, 6, 1)}), "");
  EXPECT_EQ(misfit(DimSize(12), {split(1, 5, 5)}), "") << "of another dimension";
  EXPECT_EQ(misfit(DimSize(0), {split(0), split(0)}), "");
}

TEST(Holding, CommonPositions) {
  EXPECT_EQ(textOf(commonPositions({{0, 4}, {6, 9}}, {{2, 7}, {8, 20}})), "2-4 6-7 8-9");
  EXPECT_EQ(textOf(commonPositions({{0, 4}}, {{4, 8}})), "");
  EXPECT_EQ(numPositions({{0, 4}, {6, 9}}), 7);
}

TEST(Holding, Text) {
  EXPECT_EQ(toString(Holding{}), "B");
  EXPECT_EQ(toString(split(2)), "S(2)");
  EXPECT_EQ(toString(split(0, 1, 6)), "S(0, 1, 6)");
  EXPECT_EQ(toString(Holding{.kind = Holding::Kind::Partial, .combiner = Combiner::Max}), "P(max)");
}

} // namespace
} // namespace weir
