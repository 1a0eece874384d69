// Ranks that hold a small value and do what boxing steps say, with numbers; and all ways to hold one.
#pragma once

#include "lib/Support/Boxing.h"
#include "lib/Support/Philox.h"
#include "unittests/Support/LoopNest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace weir {

inline std::string textOf(const std::vector<Holding> &axes) {
  std::string text = "[";
  for (const Holding &held : axes)
    text += (text.size() > 1 ? " " : "") + toString(held);
  return text + "]";
}

/// In row-major order.
inline std::vector<Position> positionsIn(const std::vector<HeldRanges> &ranges) {
  std::vector<Position> all = {{}};
  for (const HeldRanges &dim : ranges) {
    std::vector<Position> next;
    for (const Position &begun : all)
      for (const Range &run : dim)
        for (int64_t i = run.begin; i < run.end; ++i) {
          next.push_back(begun);
          next.back().push_back(i);
        }
    all = std::move(next);
  }
  return all;
}

/// What the ranks of a mesh have of a value, by position.
class BoxedRanks {
public:
  using Holdings = std::vector<Holding>;

  BoxedRanks(Sizes shape, const MeshAxes &mesh) : shape(std::move(shape)), mesh(mesh) {}

  /// Numbers in which the value is told, and terms that make it up where it is partial.
  void hold(const Holdings &axes) {
    now = axes;
    parts.assign(static_cast<size_t>(mesh.numRanks()), {});
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
      for (const Position &position : held(axes, rank))
        parts[rank][position] = term(axes, rank, position);
  }

  /// Takes what others send: by rank and position.
  template <typename Sent> void take(const Holdings &axes, const Sent &sent) {
    now = axes;
    parts.assign(static_cast<size_t>(mesh.numRanks()), {});
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
      for (const Position &position : held(axes, rank))
        parts[rank][position] = sent(rank, position);
  }

  /// What a rank has at a position, if it has it.
  std::optional<int64_t> at(int64_t rank, const Position &position) const {
    auto found = parts[rank].find(position);
    return found == parts[rank].end() ? std::nullopt : std::optional(found->second);
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
        isOne &= axes[axis].kind == Holding::Kind::Partial || a[axis] == b[axis];
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
    std::vector<HeldRanges> ranges;
    for (size_t d = 0; d < shape.size(); ++d)
      ranges.push_back(heldPositions(shape[d], static_cast<int>(d), axes, mesh.shape, place));
    return positionsIn(ranges);
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
    case BoxingStep::Kind::Cut:
      return parts[rank].at(position);
    case BoxingStep::Kind::Keep:
      return mesh.placeOf(rank)[step.axis] == 0 ? parts[rank].at(position) : 0;
    case BoxingStep::Kind::AllReduce:
    case BoxingStep::Kind::ReduceScatter: {
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

inline Holding split(int dim, int64_t outer = 1, int64_t inner = 1) {
  return {.kind = Holding::Kind::Split, .dim = dim, .outer = outer, .inner = inner};
}

inline MeshAxes meshOf(Sizes shape) {
  MeshAxes mesh{std::move(shape), {}};
  mesh.links.assign(mesh.shape.size(), {});
  return mesh;
}

/// All ways to hold a value on a mesh.
inline std::vector<std::vector<Holding>> allHoldings(const Sizes &shape, size_t numAxes) {
  std::vector<Holding> ways = {Holding{}, {.kind = Holding::Kind::Partial}};
  for (size_t d = 0; d < shape.size(); ++d) {
    auto dim = static_cast<int>(d);
    ways.push_back(split(dim));
    if (shape[d] % 2 == 0 && shape[d] > 2) {
      ways.push_back(split(dim, 2, 1));
      ways.push_back(split(dim, 1, shape[d] / 2));
    }
  }
  using Holdings = std::vector<Holding>;
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

/// The least that so many steps take at most; infinity if they don't lead there.
inline double leastWithin(const MovedValue &value, const std::vector<Holding> &axes, const std::vector<Holding> &from,
                          const std::vector<Holding> &to, const MeshAxes &mesh, int steps) {
  if (isHeldAlike(value.shape, axes, to, mesh))
    return 0;
  double least = std::numeric_limits<double>::infinity();
  if (steps == 0)
    return least;
  for (const BoxingStep &step : boxingSteps(value, axes, from, to, mesh))
    least = std::min(least, step.seconds + leastWithin(value, step.after, from, to, mesh, steps - 1));
  return least;
}

} // namespace weir
