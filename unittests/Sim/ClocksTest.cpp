// The order of accesses against a plain record of who has met whom.
#include "lib/Runtime/Device/Sim/ReaderSets.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace weir::sim {
namespace {

/// Every thread knows a set of (thread, number of its access); meeting makes the sets one.
struct Record {
  explicit Record(uint32_t threads) : known(threads), count(threads) {}

  void meet(const std::vector<uint32_t> &threads) {
    std::set<std::pair<uint32_t, uint32_t>> all;
    for (uint32_t thread : threads)
      all.insert(known[thread].begin(), known[thread].end());
    for (uint32_t thread : threads)
      known[thread] = all;
  }

  std::vector<std::set<std::pair<uint32_t, uint32_t>>> known;
  std::vector<uint32_t> count;
};

TEST(SimClocks, OrderIsThatOfMeetings) {
  constexpr uint32_t kThreads = 100;
  for (uint32_t seed = 0; seed < 5; ++seed) {
    std::mt19937 random(seed);
    Clocks clocks;
    clocks.resize(kThreads);
    Record record(kThreads);
    struct Event {
      uint32_t thread, number, time;
    };
    std::vector<Event> events;
    for (int step = 0; step < 200; ++step) {
      uint32_t actor = random() % kThreads;
      uint32_t number = record.count[actor]++;
      record.known[actor].insert({actor, number});
      events.push_back({actor, number, clocks.timeOf(actor)});
      std::vector<uint32_t> meeting;
      ThreadSet set = {};
      uint32_t size = random() % 20 ? 2 + random() % 40 : kThreads;
      for (uint32_t thread = 0; thread < kThreads; ++thread)
        if (random() % kThreads < size) {
          meeting.push_back(thread);
          set[thread / kWarpSize] |= 1u << thread % kWarpSize;
        }
      if (random() % 3 == 0) {
        record.meet(meeting);
        meeting.size() == kThreads ? clocks.synchronizeAll() : clocks.synchronize(set);
      }
      uint32_t observer = random() % kThreads;
      for (const Event &event : events)
        ASSERT_EQ(clocks.ordered(observer, event.thread, event.time),
                  record.known[observer].count({event.thread, event.number}) == 1)
            << "seed " << seed << ", step " << step;
    }
  }
}

TEST(SimReaderSets, HoldTheirReaders) {
  Clocks clocks;
  clocks.resize(64);
  ReaderSets sets(clocks);
  auto reader = [&](uint16_t thread, bool atomic = false) {
    return BlockAccess{clocks.timeOf(thread), thread, 1, atomic};
  };
  auto threadsOf = [&](ReaderSets::Set set) {
    std::vector<uint32_t> threads;
    sets.find(set, [&](const BlockAccess &reader) {
      threads.push_back(reader.thread);
      return false;
    });
    std::sort(threads.begin(), threads.end());
    return threads;
  };
  ReaderSets::Set one = sets.with(0, reader(1)), two = sets.with(one, reader(2));
  EXPECT_EQ(threadsOf(one), std::vector<uint32_t>{1});
  EXPECT_EQ(threadsOf(two), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(sets.with(one, reader(2)), two) << "joining in the same way gives the same set";
  EXPECT_EQ(threadsOf(sets.with(two, reader(2))), (std::vector<uint32_t>{1, 2})) << "nobody is in a set twice";
  EXPECT_EQ(threadsOf(sets.with(two, reader(2, true))), (std::vector<uint32_t>{1, 2, 2})) << "a load is no atomic";

  ThreadSet meeting = {};
  meeting[0] = 0b1010; // threads 1 and 3
  clocks.synchronize(meeting);
  EXPECT_EQ(threadsOf(sets.with(two, reader(3))), (std::vector<uint32_t>{2, 3})) << "3 comes after 1";

  clocks.synchronizeAll();
  sets.forget();
  EXPECT_FALSE(sets.live(two));
  EXPECT_EQ(threadsOf(two), std::vector<uint32_t>{});
  EXPECT_EQ(threadsOf(sets.with(two, reader(5))), std::vector<uint32_t>{5});
}

} // namespace
} // namespace weir::sim
