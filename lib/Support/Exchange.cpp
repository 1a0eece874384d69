// Intersects what members have with what they want, dimension by dimension, and writes it down in runs of bytes.
#include "lib/Support/Exchange.h"
#include "lib/Support/Boxing.h"

#include <algorithm>
#include <set>

namespace weir {

namespace {

using HeldPositions = std::vector<HeldRanges>; ///< by dimension

/// Elements that a part has in common with another one, in row-major order, as runs of its own bytes.
class RunsOfPart {
public:
  RunsOfPart(const HeldPositions &part, const HeldPositions &common, int64_t bytes) : part(part), common(common) {
    strides.resize(part.size() + 1, bytes);
    for (size_t dim = part.size(); dim-- > 0;)
      strides[dim] = strides[dim + 1] * numPositions(part[dim]);
    // Dimensions behind this one are in one piece.
    while (inner > 0 && common[inner - 1] == part[inner - 1])
      --inner;
  }

  std::vector<ByteRun> runs() {
    add(0, 0);
    return std::move(result);
  }

private:
  void add(size_t dim, int64_t offset) {
    if (dim == inner)
      return addRun(offset, strides[dim]);
    bool isLast = dim + 1 == inner;
    size_t range = 0;
    int64_t begin = 0; // of the range, in the part
    for (const Range &run : common[dim]) {
      for (; part[dim][range].end < run.end; ++range)
        begin += part[dim][range].size();
      int64_t first = begin + run.begin - part[dim][range].begin, stride = strides[dim + 1];
      if (isLast)
        addRun(offset + first * stride, run.size() * stride);
      else
        for (int64_t i = 0; i < run.size(); ++i)
          add(dim + 1, offset + (first + i) * stride);
    }
  }

  void addRun(int64_t offset, int64_t size) {
    if (size == 0)
      return;
    if (!result.empty() && result.back().offset + result.back().size == offset)
      result.back().size += size;
    else
      result.push_back({offset, size});
  }

  const HeldPositions &part, &common;
  std::vector<int64_t> strides; ///< in bytes, by dimension; that of an element behind them
  size_t inner = part.size();
  std::vector<ByteRun> result;
};

/// Whether `giver` gives to `taker` what it has of what that one wants.
bool gives(const HeldOn &from, int64_t giver, int64_t taker) {
  if (giver == taker)
    return true;
  if (!from.grid.placeOf(giver) || firstWithTheSame(from, giver) != giver)
    return false;
  return !from.grid.placeOf(taker) || firstWithTheSame(from, taker) != giver;
}

} // namespace

std::optional<int64_t> Grid::numberOf(int64_t member) const {
  if (members.empty())
    return member >= 0 && member < numPlaces() ? std::optional(member) : std::nullopt;
  auto found = std::ranges::find(members, member);
  return found == members.end() ? std::nullopt : std::optional(found - members.begin());
}

std::optional<Sizes> Grid::placeOf(int64_t member) const {
  std::optional<int64_t> number = numberOf(member);
  return number ? std::optional(MeshAxes{mesh, {}}.placeOf(*number)) : std::nullopt;
}

std::optional<int64_t> numPlaces(std::span<const int64_t> mesh) {
  int64_t count = 1;
  for (int64_t size : mesh) {
    if (size < 1 || size > kMostPlaces / count)
      return std::nullopt;
    count *= size;
  }
  return count;
}

std::optional<std::string> misfitOf(const Grid &grid, int64_t members) {
  if (numPlaces(grid.mesh) != int64_t(grid.members.size()))
    return "expects a member for each place of a mesh, got " + std::to_string(grid.members.size());
  std::set<int64_t> seen;
  for (int64_t member : grid.members)
    if (member < 0 || member >= members || !seen.insert(member).second)
      return "expects numbers of " + std::to_string(members) + " members, each once, got " + std::to_string(member);
  return std::nullopt;
}

int64_t Grid::numPlaces() const { return MeshAxes{mesh, {}}.numRanks(); }

/// They differ on axes along which nothing is split.
int64_t firstWithTheSame(const HeldOn &held, int64_t member) {
  Sizes place = *held.grid.placeOf(member);
  int64_t first = 0;
  for (size_t axis = 0; axis < place.size(); ++axis)
    first = first * held.grid.mesh[axis] + (held.axes[axis].kind == Holding::Kind::Split ? place[axis] : 0);
  return held.grid.memberAt(first);
}

std::vector<HeldRanges> positionsOf(const Sizes &whole, const HeldOn &held, int64_t member) {
  std::optional<Sizes> place = held.grid.placeOf(member);
  std::vector<HeldRanges> positions;
  for (size_t dim = 0; dim < whole.size(); ++dim)
    if (place)
      positions.push_back(heldPositions(whole[dim], int(dim), held.axes, held.grid.mesh, *place));
    else if (dim == 0 || whole[dim] == 0)
      positions.emplace_back();
    else
      positions.push_back({{0, whole[dim]}});
  return positions;
}

MemberExchange planExchange(const Sizes &whole, const HeldOn &from, const HeldOn &to, int64_t members, int64_t member,
                            int64_t bytes) {
  MemberExchange exchange;
  exchange.give.resize(size_t(members));
  exchange.take.resize(size_t(members));
  HeldPositions own = positionsOf(whole, from, member), wanted = positionsOf(whole, to, member);
  auto commonOf = [](const HeldPositions &a, const HeldPositions &b) {
    HeldPositions common;
    for (size_t dim = 0; dim < a.size(); ++dim)
      common.push_back(commonPositions(a[dim], b[dim]));
    return common;
  };
  for (int64_t other = 0; other < members; ++other) {
    if (gives(from, member, other)) {
      HeldPositions common = commonOf(own, positionsOf(whole, to, other));
      exchange.give[size_t(other)] = RunsOfPart(own, common, bytes).runs();
    }
    if (gives(from, other, member)) {
      HeldPositions common = commonOf(positionsOf(whole, from, other), wanted);
      exchange.take[size_t(other)] = RunsOfPart(wanted, common, bytes).runs();
    }
  }
  return exchange;
}

Sizes heldSizes(const Sizes &whole, const HeldOn &held, int64_t member) {
  Sizes sizes;
  for (const HeldRanges &positions : positionsOf(whole, held, member))
    sizes.push_back(numPositions(positions));
  return sizes;
}

} // namespace weir
