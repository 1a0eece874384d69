// Tries all ways in which a value can be sent, with the cheapest steps to each and from each.
#include "lib/Support/Crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weir {

namespace {

using Holdings = std::vector<Holding>;

int64_t numCommon(const std::vector<HeldRanges> &a, const std::vector<HeldRanges> &b) {
  int64_t count = 1;
  for (size_t dim = 0; dim < a.size(); ++dim)
    count *= numPositions(commonPositions(a[dim], b[dim]));
  return count;
}

/// A way to hold a value on one side of a crossing, and what leads there or on from there.
struct Way {
  Holdings axes;
  std::vector<BoxingStep> steps;
  double seconds = 0;
  size_t number = 0;
  std::vector<std::vector<HeldRanges>> positions = {}; ///< by member of the group
  std::vector<int64_t> firsts = {};                    ///< by member: who has the same; -1 of one without a place
};

/// The ranks of both meshes, by their numbers.
class CrossingSearch {
public:
  CrossingSearch(const MovedValue &value, const RankMesh &first, const RankMesh &second)
      : value(value), met(metRanks(first, second)) {
    for (const MeshAxes *mesh : {&first.axes, &second.axes})
      for (const Link &link : mesh->links)
        slowest = {std::max(slowest.perMessage, link.perMessage), std::max(slowest.perByte, link.perByte)};
  }

  Way way(Holdings axes, const Grid &grid) const {
    Way way{.axes = std::move(axes), .steps = {}};
    HeldOn held{way.axes, grid};
    for (int64_t member = 0; member < static_cast<int64_t>(met.ranks.size()); ++member) {
      way.positions.push_back(positionsOf(value.shape, held, member));
      way.firsts.push_back(grid.placeOf(member) ? firstWithTheSame(held, member) : -1);
    }
    return way;
  }

  /// Cheapest first.
  template <typename Steps> std::vector<Way> ways(const Holdings &end, const Grid &grid, const Steps &stepsOf) const {
    std::vector<Way> all;
    for (Holdings &axes : waysToCross(value.shape, end)) {
      all.push_back(way(std::move(axes), grid));
      all.back().steps = stepsOf(all.back().axes);
      all.back().seconds = secondsOf(all.back().steps);
      all.back().number = all.size();
    }
    // In the order in which they were found, where two take as long.
    std::ranges::sort(all, {}, [](const Way &way) { return std::pair(way.seconds, way.number); });
    return all;
  }

  double secondsToSend(const Way &given, const Way &taken) const {
    std::vector<double> sent(met.ranks.size()), got(met.ranks.size()), messages(met.ranks.size());
    double most = 0;
    for (size_t taker = 0; taker < met.ranks.size(); ++taker) {
      double held = 1;
      for (const HeldRanges &positions : taken.positions[taker])
        held *= static_cast<double>(numPositions(positions));
      most = std::max(most, held);
      for (size_t giver : giversTo(given, taker))
        if (auto count = static_cast<double>(numCommon(given.positions[giver], taken.positions[taker])); count > 0) {
          sent[giver] += count;
          got[taker] += count;
          messages[giver] += 1;
          messages[taker] += 1;
        }
    }
    auto bytes = static_cast<double>(value.bytes);
    double longest = 0;
    for (size_t member = 0; member < met.ranks.size(); ++member)
      longest = std::max(longest, messages[member] * slowest.perMessage +
                                      std::max(sent[member], got[member]) * bytes * slowest.perByte);
    return longest + most * bytes * kPerOwnByte;
  }

  const MetRanks &ranks() const { return met; }

private:
  /// Others who have something that it may lack: the first of those who have the same.
  static std::vector<size_t> giversTo(const Way &given, size_t taker) {
    std::vector<size_t> givers;
    for (size_t member = 0; member < given.firsts.size(); ++member) {
      bool isFirst = given.firsts[member] == static_cast<int64_t>(member);
      if (isFirst && member != taker && given.firsts[taker] != given.firsts[member])
        givers.push_back(member);
    }
    return givers;
  }

  const MovedValue &value;
  MetRanks met;
  Link slowest{0, 0};
};

} // namespace

double secondsOf(const Crossing &crossing) {
  return secondsOf(crossing.before) + crossing.secondsToSend + secondsOf(crossing.after);
}

MetRanks metRanks(const RankMesh &first, const RankMesh &second) {
  MetRanks met{first.ranks, {first.axes.shape, {}}, {second.axes.shape, {}}};
  for (size_t place = 0; place < first.ranks.size(); ++place)
    met.givers.members.push_back(static_cast<int64_t>(place));
  for (int64_t rank : second.ranks) {
    auto found = std::ranges::find(met.ranks, rank);
    met.takers.members.push_back(found - met.ranks.begin());
    if (found == met.ranks.end())
      met.ranks.push_back(rank);
  }
  return met;
}

std::vector<std::vector<Holding>> waysToCross(const Sizes &shape, const std::vector<Holding> &end) {
  constexpr double kMost = 1024;
  bool areFew = std::pow(double(shape.size()) + 2, double(end.size())) <= kMost;
  std::vector<Holdings> all = {{}};
  for (const Holding &held : end) {
    Holdings choices = {Holding()};
    if (held.kind == Holding::Kind::Split)
      choices.push_back(held);
    for (size_t dim = 0; areFew && dim < shape.size(); ++dim)
      if (Holding split{.kind = Holding::Kind::Split, .dim = static_cast<int>(dim)}; !(split == held))
        choices.push_back(split);
    std::vector<Holdings> next;
    for (const Holdings &begun : all)
      for (const Holding &choice : choices) {
        next.push_back(begun);
        next.back().push_back(choice);
      }
    all = std::move(next);
  }
  std::erase_if(all, [&](const Holdings &axes) {
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (misfitOf(DimSize(shape[dim]), static_cast<int>(dim), axes))
        return true;
    return false;
  });
  return all;
}

double secondsToSend(const MovedValue &value, const std::vector<Holding> &given, const RankMesh &first,
                     const std::vector<Holding> &taken, const RankMesh &second) {
  CrossingSearch search(value, first, second);
  return search.secondsToSend(search.way(given, search.ranks().givers), search.way(taken, search.ranks().takers));
}

Crossing crossing(const MovedValue &value, const std::vector<Holding> &from, const RankMesh &first,
                  const std::vector<Holding> &to, const RankMesh &second) {
  CrossingSearch search(value, first, second);
  std::vector<Way> given = search.ways(from, search.ranks().givers,
                                       [&](const Holdings &axes) { return boxing(value, from, axes, first.axes); });
  std::vector<Way> taken = search.ways(to, search.ranks().takers,
                                       [&](const Holdings &axes) { return boxing(value, axes, to, second.axes); });
  Crossing best;
  double least = std::numeric_limits<double>::infinity();
  for (const Way &before : given)
    for (const Way &after : taken) {
      if (before.seconds + after.seconds >= least)
        break;
      double sending = search.secondsToSend(before, after), total = before.seconds + sending + after.seconds;
      if (total >= least)
        continue;
      least = total;
      best = {before.steps, before.axes, after.axes, sending, after.steps};
    }
  return best;
}

} // namespace weir
