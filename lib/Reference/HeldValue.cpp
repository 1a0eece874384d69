// Parts by positions, and the sums of partial ones.
#include "lib/Reference/HeldValue.h"

#include "lib/Reference/Parts.h"
#include "lib/Reference/Positions.h"

#include <algorithm>
#include <optional>

namespace weir {

/// Calls `visit` with the offsets of each element of a part in the part and in the whole.
static void forEachElement(const HostTensor &part, const HostTensor &whole, std::span<const HeldRanges> positions,
                           const auto &visit) {
  std::vector<std::vector<int64_t>> numbers; // of each dimension
  for (const HeldRanges &held : positions) {
    numbers.emplace_back();
    for (const Range &run : held)
      for (int64_t i = run.begin; i < run.end; ++i)
        numbers.back().push_back(i);
  }
  int64_t next = 0;
  forEachPosition(part.meta.shape, [&](Position position) {
    for (size_t dim = 0; dim < numbers.size(); ++dim)
      position[dim] = numbers[dim][position[dim]];
    visit(next++, offsetOf(position, whole.meta.shape));
  });
}

static Sizes shapeAt(std::span<const HeldRanges> positions) {
  Sizes shape;
  for (const HeldRanges &held : positions)
    shape.push_back(numPositions(held));
  return shape;
}

HostTensor partAt(const HostTensor &whole, std::span<const HeldRanges> positions) {
  HostTensor part = HostTensor::zeros({whole.meta.dtype, shapeAt(positions)});
  forEachElement(part, whole, positions, [&](int64_t to, int64_t from) {
    if (!whole.floats.empty())
      part.floats[to] = whole.floats[from];
    if (!whole.integers.empty())
      part.integers[to] = whole.integers[from];
  });
  return part;
}

void putAt(const HostTensor &part, std::span<const HeldRanges> positions, HostTensor &whole) {
  forEachElement(part, whole, positions, [&](int64_t from, int64_t to) {
    if (!part.floats.empty())
      whole.floats[to] = part.floats[from];
    if (!part.integers.empty())
      whole.integers[to] = part.integers[from];
  });
}

Sizes HeldValue::shapeOfPart(int64_t member) const { return shapeAt(positions(member)); }

HostTensor HeldValue::partOf(const HostTensor &whole, int64_t member) const {
  HostTensor part = partAt(whole, positions(member));
  std::optional<Sizes> place = grid.placeOf(member);
  for (size_t axis = 0; place && axis < axes.size(); ++axis) {
    if (axes[axis].kind != Holding::Kind::Partial || (*place)[axis] == 0)
      continue;
    std::ranges::fill(part.floats, identityOf(axes[axis].combiner));
    std::ranges::fill(part.integers, identityOf(axes[axis].combiner, part.meta.dtype));
  }
  return part;
}

/// Bit for bit, but for which NaN it is.
static bool isSame(const std::vector<double> &a, const std::vector<double> &b) {
  return std::ranges::equal(a, b, [](double x, double y) { return x == y || (x != x && y != y); });
}

Result<HostTensor> HeldValue::joined(std::span<const HostTensor *const> parts) const {
  HostTensor whole = HostTensor::zeros({parts[0]->meta.dtype, shape});
  std::vector<std::pair<int64_t, HostTensor>> sums; // by the first of the members that have terms
  for (int64_t number = 0; number < grid.numPlaces(); ++number) {
    int64_t member = grid.memberAt(number);
    if (!isFirstOfPartial(member))
      continue;
    Result<HostTensor> sum = sumAt(parts, member);
    if (!sum)
      return sum;
    putAt(*sum, positions(member), whole);
    sums.emplace_back(member, std::move(*sum));
  }
  for (const auto &[member, sum] : sums) {
    HostTensor kept = partAt(whole, positions(member));
    if (sum.integers != kept.integers || !isSame(sum.floats, kept.floats))
      return Failure{"expects ranks that hold one part to have the same numbers, got others at place " +
                     std::to_string(member)};
  }
  return whole;
}

bool HeldValue::isFirstOfPartial(int64_t member) const {
  Sizes at = *grid.placeOf(member);
  for (size_t axis = 0; axis < axes.size(); ++axis)
    if (axes[axis].kind == Holding::Kind::Partial && at[axis] != 0)
      return false;
  return true;
}

/// What the members that differ from one in the coordinates of partial axes have together.
Result<HostTensor> HeldValue::sumAt(std::span<const HostTensor *const> parts, int64_t first) const {
  Sizes at = *grid.placeOf(first);
  std::optional<HostTensor> sum;
  for (int64_t number = 0; number < grid.numPlaces(); ++number) {
    Sizes other = *grid.placeOf(grid.memberAt(number));
    const HostTensor &part = *parts[static_cast<size_t>(grid.memberAt(number))];
    Combiner combiner = Combiner::Sum;
    bool isTerm = true;
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      bool isPartial = axes[axis].kind == Holding::Kind::Partial;
      isTerm &= isPartial || at[axis] == other[axis];
      combiner = isPartial ? axes[axis].combiner : combiner;
    }
    if (!isTerm)
      continue;
    if (!sum) {
      sum = part;
      continue;
    }
    Result<HostTensor> next = combine(combiner, *sum, part);
    if (!next)
      return next;
    sum = std::move(*next);
  }
  return *sum;
}

} // namespace weir
