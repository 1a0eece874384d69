// Reads holdings as positions. Knows sizes and meshes as numbers alone.
#include "lib/Support/Holding.h"

#include <algorithm>
#include <cassert>

namespace weir {

namespace {

/// A factor of a dimension that axes of the mesh split, the first of them into major parts.
struct SplitFactor {
  int64_t outer, inner;
  std::vector<size_t> axes;
};

/// Those of one dimension, from the major to the minor one.
std::vector<SplitFactor> splitFactors(int dim, std::span<const Holding> axes) {
  std::vector<SplitFactor> factors;
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    const Holding &held = axes[axis];
    if (held.kind != Holding::Kind::Split || held.dim != dim)
      continue;
    auto known = std::find_if(factors.begin(), factors.end(), [&](const SplitFactor &factor) {
      return factor.outer == held.outer && factor.inner == held.inner;
    });
    if (known == factors.end())
      known = factors.insert(known, {held.outer, held.inner, {}});
    known->axes.push_back(axis);
  }
  std::sort(factors.begin(), factors.end(), [](const SplitFactor &a, const SplitFactor &b) {
    return std::pair(a.outer, b.inner) < std::pair(b.outer, a.inner);
  });
  return factors;
}

std::string textOf(const SplitFactor &factor, int dim) {
  return toString(Holding{.kind = Holding::Kind::Split, .dim = dim, .outer = factor.outer, .inner = factor.inner});
}

/// `block`, which lies in a block of `length` positions, in each of `range` such blocks.
HeldRanges repeated(const HeldRanges &block, int64_t length, Range range) {
  if (range.begin >= range.end)
    return {};
  bool isFull = block.size() == 1 && block.front() == Range{0, length};
  if (isFull)
    return {{range.begin * length, range.end * length}};
  HeldRanges positions;
  for (int64_t i = range.begin; i < range.end; ++i)
    for (Range run : block) {
      run = {run.begin + i * length, run.end + i * length};
      if (!positions.empty() && positions.back().end == run.begin)
        positions.back().end = run.end;
      else
        positions.push_back(run);
    }
  return positions;
}

} // namespace

std::string toString(const Holding &holding) {
  switch (holding.kind) {
  case Holding::Kind::Broadcast:
    return "B";
  case Holding::Kind::Split: {
    std::string text = "S(" + std::to_string(holding.dim);
    if (holding.outer != 1 || holding.inner != 1)
      text += ", " + std::to_string(holding.outer) + ", " + std::to_string(holding.inner);
    return text + ")";
  }
  case Holding::Kind::Partial:
    return "P(" + std::string(name(holding.combiner)) + ")";
  }
  return "";
}

int64_t numPositions(const HeldRanges &positions) {
  int64_t count = 0;
  for (const Range &run : positions)
    count += run.size();
  return count;
}

HeldRanges commonPositions(const HeldRanges &a, const HeldRanges &b) {
  HeldRanges common;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    Range both{std::max(a[i].begin, b[j].begin), std::min(a[i].end, b[j].end)};
    if (both.begin < both.end)
      common.push_back(both);
    ++(a[i].end < b[j].end ? i : j);
  }
  return common;
}

std::optional<std::string> misfitOf(DimSize size, int dim, std::span<const Holding> axes) {
  std::vector<SplitFactor> factors = splitFactors(dim, axes);
  for (const SplitFactor &factor : factors) {
    bool isWhole = factor.outer == 1 && factor.inner == 1;
    bool divides =
        size.isKnown() && size.known() % factor.outer == 0 && size.known() / factor.outer % factor.inner == 0;
    if (!isWhole && !divides)
      return "expects outer and inner sizes of a split to divide the dimension's, got " + textOf(factor, dim) +
             " of size " + toString(size);
  }
  for (size_t i = 1; i < factors.size(); ++i) {
    const SplitFactor &major = factors[i - 1], &minor = factors[i];
    int64_t below = size.isKnown() ? size.known() / major.inner : 0; // outer and middle positions of the major one
    if (!size.isKnown() || below == 0 || minor.outer % below != 0)
      return "expects splits of one dimension to be of one factor or of factors beside each other, got " +
             textOf(major, dim) + " and " + textOf(minor, dim) + " of size " + toString(size);
  }
  return std::nullopt;
}

bool hasOneCombiner(std::span<const Holding> axes) {
  std::optional<Combiner> combiner;
  for (const Holding &axis : axes) {
    if (axis.kind != Holding::Kind::Partial)
      continue;
    if (combiner.value_or(axis.combiner) != axis.combiner)
      return false;
    combiner = axis.combiner;
  }
  return true;
}

HeldRanges heldPositions(int64_t size, int dim, std::span<const Holding> axes, std::span<const int64_t> mesh,
                         std::span<const int64_t> place) {
  std::vector<SplitFactor> factors = splitFactors(dim, axes);
  if (size == 0)
    return {};
  // From the minor end: the positions in a block of `length`.
  int64_t length = 1;
  HeldRanges block = {{0, 1}};
  auto fill = [&](int64_t blocks) {
    block = repeated(block, length, {0, blocks});
    length *= blocks;
  };
  for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor) {
    fill(factor->inner / length);
    int64_t middle = size / factor->outer / factor->inner;
    Range range{0, middle};
    for (size_t axis : factor->axes) {
      Range part = balancedPart(range.size(), mesh[axis], place[axis]);
      range = {range.begin + part.begin, range.begin + part.end};
    }
    block = repeated(block, length, range);
    length *= middle;
  }
  fill(size / length);
  return block;
}

HeldFactor heldFactor(int64_t size, std::span<const Holding> axes, size_t axis, std::span<const int64_t> mesh,
                      std::span<const int64_t> place) {
  const Holding &own = axes[axis];
  if (size == 0)
    return {own.outer, 0, own.inner};
  int64_t middle = size / own.outer / own.inner;
  // The other axes' splits as those of each of three dimensions, by which the dimension is counted.
  std::vector<Holding> outer(axes.size()), inner(axes.size());
  Range range{0, middle};
  for (size_t other = 0; other < axes.size(); ++other) {
    const Holding &held = axes[other];
    if (other == axis || held.kind != Holding::Kind::Split || held.dim != own.dim)
      continue;
    if (held.outer == own.outer && held.inner == own.inner) {
      Range part = balancedPart(range.size(), mesh[other], place[other]);
      range = {range.begin + part.begin, range.begin + part.end};
    } else if (held.outer < own.outer || held.inner > own.inner) {
      outer[other] = held;
      outer[other].inner = held.inner / (middle * own.inner);
    } else {
      inner[other] = held;
      inner[other].outer = held.outer / (own.outer * middle);
    }
  }
  return {numPositions(heldPositions(own.outer, own.dim, outer, mesh, place)), range.size(),
          numPositions(heldPositions(own.inner, own.dim, inner, mesh, place))};
}

} // namespace weir
