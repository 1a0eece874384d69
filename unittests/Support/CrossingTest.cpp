// Every way to hold a small value on one mesh to every way on another one: ranks that do what a crossing says.
#include "unittests/Support/MeshPairs.h"

namespace weir {
namespace {

using Holdings = std::vector<Holding>;

/// What each member takes of the members that give, as the exchange is planned; once each.
using Sent = std::map<std::pair<int64_t, int64_t>, int64_t>; ///< by taker and number in its part

Sent numbersSent(const Sizes &shape, const BoxedRanks &givers, const MetRanks &met, const HeldOn &given,
                 const HeldOn &taken) {
  auto members = static_cast<int64_t>(met.ranks.size());
  std::vector<MemberExchange> plans;
  for (int64_t member = 0; member < members; ++member)
    plans.push_back(planExchange(shape, given, taken, members, member, 1));
  Sent sent;
  for (int64_t giver = 0; giver < members; ++giver) {
    std::vector<int64_t> own;
    for (const Position &position : positionsIn(positionsOf(shape, given, giver)))
      own.push_back(*givers.at(giver, position)); // givers come first: their numbers are their places
    for (int64_t taker = 0; taker < members; ++taker) {
      std::vector<int64_t> numbers;
      for (const ByteRun &run : plans[giver].give[taker])
        numbers.insert(numbers.end(), own.begin() + run.offset, own.begin() + run.offset + run.size);
      size_t next = 0;
      for (const ByteRun &run : plans[taker].take[giver])
        for (int64_t i = 0; i < run.size; ++i) {
          bool isNew = sent.emplace(std::pair(taker, run.offset + i), numbers.at(next++)).second;
          EXPECT_TRUE(isNew) << "rank " << taker << " gets an element twice";
        }
      EXPECT_EQ(next, numbers.size()) << "from " << giver << " to " << taker;
    }
  }
  return sent;
}

/// The ranks do what is planned; then each has what it is to have.
void expectCrosses(const Sizes &shape, const MeshPair &pair, const Holdings &from, const Holdings &to) {
  Crossing way = crossing({shape, 4}, from, pair.first, to, pair.second);
  BoxedRanks first(shape, pair.first.axes), second(shape, pair.second.axes);
  first.hold(from);
  for (const BoxingStep &step : way.before)
    first.apply(step);
  MetRanks met = metRanks(pair.first, pair.second);
  HeldOn given{way.given, met.givers}, taken{way.taken, met.takers};
  Sent sent = numbersSent(shape, first, met, given, taken);
  second.take(way.taken, [&](int64_t place, const Position &position) {
    int64_t taker = met.takers.members[place];
    std::vector<Position> wanted = positionsIn(positionsOf(shape, taken, taker));
    auto found = sent.find({taker, std::ranges::find(wanted, position) - wanted.begin()});
    EXPECT_NE(found, sent.end()) << "nobody sends rank " << taker << " what it lacks";
    return found == sent.end() ? -1 : found->second;
  });
  for (const BoxingStep &step : way.after)
    second.apply(step);
  second.expectHeldAs(to);
}

TEST(Crossing, AllPairs) {
  for (const MeshPair &pair : meshPairs())
    for (const Sizes &shape : std::vector<Sizes>{{7}, {6, 5}, {4, 3, 2}, {1, 2}}) {
      bool isLarge = pair.first.axes.shape.size() + pair.second.axes.shape.size() > 2 && shape.size() > 1;
      size_t number = 0, stride = isLarge ? 7 : 1; // a sample
      for (const Holdings &from : allHoldings(shape, pair.first.axes.shape.size()))
        for (const Holdings &to : allHoldings(shape, pair.second.axes.shape.size())) {
          if (number++ % stride != 0)
            continue;
          SCOPED_TRACE(pair.name + ": " + textOf(from) + " to " + textOf(to));
          expectCrosses(shape, pair, from, to);
          if (testing::Test::HasFailure())
            return;
        }
    }
}

TEST(Crossing, IsNeverDearerThanThreeSteps) {
  for (const MeshPair &pair : meshPairs()) {
    MovedValue value{{6, 5}, 4 << 20};
    size_t number = 0;
    for (const Holdings &from : allHoldings(value.shape, pair.first.axes.shape.size()))
      for (const Holdings &to : allHoldings(value.shape, pair.second.axes.shape.size())) {
        if (number++ % 29 != 0) // a sample
          continue;
        double least = std::numeric_limits<double>::infinity();
        for (const Holdings &given : waysToCross(value.shape, from))
          for (const Holdings &taken : waysToCross(value.shape, to)) {
            double sending = secondsToSend(value, given, pair.first, taken, pair.second);
            for (int before = 0; before <= 2; ++before)
              least = std::min(least, leastWithin(value, from, from, given, pair.first.axes, before) + sending +
                                          leastWithin(value, taken, taken, to, pair.second.axes, 2 - before));
          }
        EXPECT_LE(secondsOf(crossing(value, from, pair.first, to, pair.second)), least * (1 + 1e-12))
            << pair.name << ": " << textOf(from) << " to " << textOf(to);
      }
  }
}

std::string stepsOf(const Crossing &way) {
  std::string text;
  for (const BoxingStep &step : way.before)
    text += std::string(name(step.kind)) + ", ";
  text += textOf(way.given) + " to " + textOf(way.taken);
  for (const BoxingStep &step : way.after)
    text += ", " + std::string(name(step.kind));
  return text;
}

TEST(Crossing, NarrowsBeforeItSendsAndWidensAfterIt) {
  RankMesh first = ranksOn({2}, {0, 1}), second = ranksOn({4}, {2, 3, 4, 5});
  MovedValue value{{1024, 1024}, 4};
  Holding whole, rows = split(0), terms{.kind = Holding::Kind::Partial};
  auto way = [&](const Holding &from, const Holding &to) {
    return stepsOf(crossing(value, {from}, first, {to}, second));
  };
  EXPECT_EQ(way(rows, rows), "[S(0)] to [S(0)]");
  EXPECT_EQ(way(whole, rows), "cut, [S(0)] to [S(0)]");
  EXPECT_EQ(way(whole, whole), "cut, [S(0)] to [S(0)], all_gather");
  EXPECT_EQ(way(terms, rows), "reduce_scatter, [S(0)] to [S(0)]");
  EXPECT_EQ(way(terms, whole), "reduce_scatter, [S(0)] to [S(0)], all_gather");
}

TEST(Crossing, WhoHasItIsSentNothing) {
  RankMesh grid = ranksOn({2, 2}, {0, 1, 2, 3}), line = ranksOn({4}, {0, 1, 2, 3});
  MovedValue value{{1024, 1024}, 4};
  EXPECT_EQ(secondsToSend(value, {split(0), split(0)}, grid, {split(0)}, line), 1024 * 256 * 4 * kPerOwnByte);
}

} // namespace
} // namespace weir
