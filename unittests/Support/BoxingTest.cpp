// Every way to hold a small value on small meshes to every other one: ranks that do what the steps say, with numbers.
#include "lib/Support/Boxing.h"
#include "lib/Support/Philox.h"
#include "unittests/Support/LoopNest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace weir {
namespace {

using Kind = Holding::Kind;
using StepKind = BoxingStep::Kind;
using Holdings = std::vector<Holding>;

std::string textOf(const Holdings &axes) {
  std::string text = "[";
  for (const Holding &held : axes)
    text += (text.size() > 1 ? " " : "") + toString(held);
  return text + "]";
}

std::string textOf(const std::vector<BoxingStep> &steps) {
  std::string text;
  for (const BoxingStep &step : steps)
    text += (text.empty() ? "" : ", ") + std::string(name(step.kind)) + " " + textOf(step.after);
  return text;
}

/// What the ranks of a mesh have of a value, by position.
class Ranks {
public:
  Ranks(Sizes shape, const MeshAxes &mesh) : shape(std::move(shape)), mesh(mesh) {}

  /// Numbers in which the value is told, and terms that make it up where it is partial.
  void hold(const Holdings &axes) {
    now = axes;
    parts.assign(static_cast<size_t>(mesh.numRanks()), {});
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
      for (const Position &position : held(axes, rank))
        parts[rank][position] = term(axes, rank, position);
  }

  void apply(const BoxingStep &step) {
    std::vector<Part> after(parts.size());
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
      for (const Position &position : held(step.after, rank))
        after[rank][position] = moved(step, rank, position);
    parts = std::move(after);
    now = step.after;
  }

  /// Whether each rank has what `axes` says, and partial values join to the value.
  void expectHeldAs(const Holdings &axes) const {
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
      std::vector<Position> expected = held(axes, rank);
      ASSERT_EQ(parts[rank].size(), expected.size()) << "rank " << rank;
      for (const Position &position : expected) {
        ASSERT_TRUE(parts[rank].count(position)) << "rank " << rank;
        int64_t joined = 0;
        for (int64_t other : ranksOfSums(axes, rank))
          joined += parts[other].at(position);
        EXPECT_EQ(joined, valueAt(position)) << "rank " << rank;
      }
    }
  }

private:
  using Part = std::map<Position, int64_t>;

  int64_t valueAt(const Position &position) const {
    int64_t number = 1;
    for (size_t d = 0; d < shape.size(); ++d)
      number = number * 100 + position[d];
    return number;
  }

  /// The ranks that differ from one in the coordinates of partial axes.
  std::vector<int64_t> ranksOfSums(const Holdings &axes, int64_t rank) const {
    std::vector<int64_t> ranks;
    for (int64_t other = 0; other < mesh.numRanks(); ++other) {
      Sizes a = mesh.placeOf(rank), b = mesh.placeOf(other);
      bool isOne = true;
      for (size_t axis = 0; axis < axes.size(); ++axis)
        isOne &= axes[axis].kind == Kind::Partial || a[axis] == b[axis];
      if (isOne)
        ranks.push_back(other);
    }
    return ranks;
  }

  int64_t term(const Holdings &axes, int64_t rank, const Position &position) const {
    std::vector<int64_t> ranks = ranksOfSums(axes, rank);
    auto drawn = [&](int64_t of) {
      return static_cast<int64_t>(randomBits(7, of, 0, static_cast<uint64_t>(valueAt(position))) % 1000);
    };
    if (rank != ranks.back())
      return drawn(rank);
    int64_t rest = valueAt(position);
    for (int64_t other : ranks)
      rest -= other == rank ? 0 : drawn(other);
    return rest;
  }

  std::vector<Position> held(const Holdings &axes, int64_t rank) const {
    Sizes place = mesh.placeOf(rank);
    std::vector<Position> all = {{}};
    for (size_t d = 0; d < shape.size(); ++d) {
      std::vector<Position> next;
      for (const Position &begun : all)
        for (const Range &run : heldPositions(shape[d], static_cast<int>(d), axes, mesh.shape, place))
          for (int64_t i = run.begin; i < run.end; ++i) {
            next.push_back(begun);
            next.back().push_back(i);
          }
      all = std::move(next);
    }
    return all;
  }

  std::vector<int64_t> group(const BoxingStep &step, int64_t rank) const {
    std::vector<int64_t> members;
    for (int64_t other = 0; other < mesh.numRanks(); ++other) {
      Sizes a = mesh.placeOf(rank), b = mesh.placeOf(other);
      if (step.axis >= 0)
        b[step.axis] = a[step.axis];
      if (step.axis < 0 || a == b)
        members.push_back(other);
    }
    return members;
  }

  /// What a rank has at a position after a step.
  int64_t moved(const BoxingStep &step, int64_t rank, const Position &position) const {
    switch (step.kind) {
    case StepKind::Cut:
      return parts[rank].at(position);
    case StepKind::Keep:
      return mesh.placeOf(rank)[step.axis] == 0 ? parts[rank].at(position) : 0;
    case StepKind::AllReduce:
    case StepKind::ReduceScatter: {
      int64_t sum = 0;
      for (int64_t member : group(step, rank))
        sum += parts[member].at(position);
      return sum;
    }
    default:
      for (int64_t member : group(step, rank))
        if (auto found = parts[member].find(position); found != parts[member].end())
          return found->second;
      throw std::logic_error("no rank of the group has a position");
    }
  }

  Sizes shape;
  const MeshAxes &mesh;
  Holdings now;
  std::vector<Part> parts;
};

Holding split(int dim, int64_t outer = 1, int64_t inner = 1) {
  return {.kind = Kind::Split, .dim = dim, .outer = outer, .inner = inner};
}

MeshAxes meshOf(Sizes shape) {
  MeshAxes mesh{std::move(shape), {}};
  mesh.links.assign(mesh.shape.size(), {});
  return mesh;
}

/// All ways to hold a value on a mesh.
std::vector<Holdings> allHoldings(const Sizes &shape, size_t numAxes) {
  std::vector<Holding> ways = {Holding{}, {.kind = Kind::Partial}};
  for (size_t d = 0; d < shape.size(); ++d) {
    auto dim = static_cast<int>(d);
    ways.push_back(split(dim));
    if (shape[d] % 2 == 0 && shape[d] > 2) {
      ways.push_back(split(dim, 2, 1));
      ways.push_back(split(dim, 1, shape[d] / 2));
    }
  }
  std::vector<Holdings> all = {{}};
  for (size_t axis = 0; axis < numAxes; ++axis) {
    std::vector<Holdings> next;
    for (const Holdings &begun : all)
      for (const Holding &way : ways) {
        next.push_back(begun);
        next.back().push_back(way);
      }
    all = std::move(next);
  }
  std::erase_if(all, [&](const Holdings &axes) {
    for (size_t d = 0; d < shape.size(); ++d)
      if (misfitOf(DimSize(shape[d]), static_cast<int>(d), axes))
        return true;
    return false;
  });
  return all;
}

/// The least that up to three steps take; infinity if they don't lead there.
double leastInThree(const MovedValue &value, const Holdings &axes, const Holdings &from, const Holdings &to,
                    const MeshAxes &mesh, int steps = 3) {
  if (isHeldAlike(value.shape, axes, to, mesh))
    return 0;
  double least = std::numeric_limits<double>::infinity();
  if (steps == 0)
    return least;
  for (const BoxingStep &step : boxingSteps(value, axes, from, to, mesh))
    least = std::min(least, step.seconds + leastInThree(value, step.after, from, to, mesh, steps - 1));
  return least;
}

void expectAllPairs(const Sizes &shape, const Sizes &meshShape) {
  MeshAxes mesh = meshOf(meshShape);
  std::vector<Holdings> all = allHoldings(shape, meshShape.size());
  for (const Holdings &from : all)
    for (const Holdings &to : all) {
      MovedValue value{shape, 4};
      std::vector<BoxingStep> steps = boxing(value, from, to, mesh);
      SCOPED_TRACE(textOf(from) + " to " + textOf(to) + ": " + textOf(steps));
      Ranks ranks(shape, mesh);
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
        double least = leastInThree(value, from, from, to, mesh);
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
