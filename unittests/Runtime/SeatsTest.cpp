// Work that is shared among seats: every index once, whoever runs it.
#include "lib/Runtime/Engine/Scheduler.h"
#include "lib/Runtime/Vm/SharingTrial.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <thread>

namespace weir {
namespace {

struct Counts {
  explicit Counts(size_t size) : seen(size) {}
  std::vector<std::atomic<int>> seen;

  static void body(void *context, int, int64_t first, int64_t count) {
    for (int64_t i = first; i < first + count; ++i)
      static_cast<Counts *>(context)->seen[size_t(i)].fetch_add(1, std::memory_order_relaxed);
  }
  void expectAll(int times) const {
    for (const std::atomic<int> &count : seen)
      ASSERT_EQ(count.load(), times);
  }
};

/// A scheduler's workers, who are there from the first task on, and a seat among them.
class Workplace {
public:
  explicit Workplace(int threads) : scheduler(threads, threads) {
    Scheduler::Submission(scheduler, nullptr).submit();
    scheduler.waitForAll();
    while ((seat = seats().take()) < 0)
      std::this_thread::yield();
  }
  ~Workplace() { seats().leave(seat); }
  Seats &seats() { return scheduler.seats; }

  Scheduler scheduler;
  int seat = -1;
};

TEST(Seats, AreTakenOnce) {
  Seats seats(70);
  EXPECT_EQ(seats.count(), 70);
  std::vector<bool> taken(70);
  for (int i = 0; i < 70; ++i) {
    int seat = seats.take();
    ASSERT_GE(seat, 0);
    EXPECT_FALSE(taken[size_t(seat)]);
    taken[size_t(seat)] = true;
  }
  EXPECT_FALSE(seats.hasFree());
  EXPECT_EQ(seats.take(), -1);
  seats.leave(65);
  EXPECT_TRUE(seats.hasFree());
  EXPECT_EQ(seats.take(), 65);
}

TEST(Seats, EveryIndexOnce) {
  for (int threads : {1, 2, 4}) {
    Workplace place(threads);
    for (int64_t size : {0, 1, 7, 100, 1001}) {
      Counts counts{size_t(size)};
      for (int round = 0; round < 200; ++round)
        place.seats().share(place.seat, size, 1 + round % 9, Counts::body, &counts);
      counts.expectAll(200);
    }
  }
}

struct Visits {
  std::vector<int64_t> firsts, counts;

  static void body(void *context, int, int64_t first, int64_t count) {
    static_cast<Visits *>(context)->firsts.push_back(first);
    static_cast<Visits *>(context)->counts.push_back(count);
  }
};

TEST(Seats, WhoIsAloneHasOnePiece) {
  Seats seats(2);
  Visits alone, others;
  {
    Seats::Alone here(seats, 1);
    seats.share(1, 10, 3, Visits::body, &alone);
  }
  EXPECT_EQ(alone.firsts, std::vector<int64_t>{0});
  EXPECT_EQ(alone.counts, std::vector<int64_t>{10});
  seats.share(1, 10, 3, Visits::body, &others);
  EXPECT_EQ(others.counts, (std::vector<int64_t>{3, 3, 3, 1}));
}

TEST(Seats, SleepersWakeUp) {
  Workplace place(4);
  Counts counts{64};
  for (int round = 0; round < 5; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    place.seats().share(place.seat, 64, 1, Counts::body, &counts);
  }
  counts.expectAll(5);
}

/// Before it runs again, so that nobody makes a system call to tell it twice.
TEST(Seats, WhoHasBeenToldToWakeUpIsNoSleeper) {
  Sleepers sleepers;
  std::thread thread([&] { sleepers.sleepUnless([] { return false; }); });
  while (sleepers.number() == 0)
    std::this_thread::yield();
  sleepers.wake(1);
  EXPECT_EQ(sleepers.number(), 0);
  thread.join();
  bool isNeeded = true;
  sleepers.sleepUnless([&] { return isNeeded; });
  EXPECT_EQ(sleepers.number(), 0) << "what there is to do keeps him awake";
}

/// Nobody takes part on a seat that is somebody's.
TEST(Seats, NoTwoOnOneSeat) {
  constexpr int kThreads = 4;
  Workplace place(kThreads);
  struct Context {
    std::array<std::atomic<int>, kThreads> inside = {};
    std::atomic<int> doubles{0};
  } context;
  auto visit = [](void *opaque, int seat, int64_t, int64_t) {
    auto &c = *static_cast<Context *>(opaque);
    c.doubles += c.inside[size_t(seat)].fetch_add(1);
    std::this_thread::yield();
    c.inside[size_t(seat)].fetch_sub(1);
  };
  for (int round = 0; round < 200; ++round)
    place.seats().share(place.seat, 40, 1, visit, &context);
  EXPECT_EQ(context.doubles.load(), 0);
}

/// All are at work at once: each waits for the one before it, and they share ranges of their own meanwhile.
TEST(Seats, LanesRunTogether) {
  constexpr int kThreads = 4;
  Workplace place(kThreads);
  struct Context {
    Seats &seats;
    std::vector<std::unique_ptr<Counts>> counts = {};
    std::atomic<uint32_t> flags[kThreads] = {};
  } context{place.seats()};
  for (int i = 0; i < kThreads; ++i)
    context.counts.push_back(std::make_unique<Counts>(500));
  auto drive = [](void *opaque, int seat, int64_t index, int64_t) {
    auto &c = *static_cast<Context *>(opaque);
    if (index + 1 < kThreads)
      c.seats.helpUntil(seat, c.flags[index + 1], 1); // the last one goes first
    c.seats.share(seat, 500, 3, Counts::body, c.counts[size_t(index)].get());
    c.flags[index].store(1);
    c.flags[index].notify_all();
  };
  int rounds = 0;
  while (rounds < 100) {
    for (std::atomic<uint32_t> &flag : context.flags)
      flag.store(0);
    rounds += place.seats().runTogether(place.seat, kThreads, drive, &context) ? 1 : 0; // a seat may just be somebody's
  }
  for (const auto &counts : context.counts)
    counts->expectAll(100);
}

/// Nobody comes: there are no helpers, although there is said to be one for each seat.
TEST(Seats, WhoBeganTogetherMakesTheCallsThatNobodyHasBegun) {
  constexpr int kCount = 3;
  Seats seats(kCount);
  seats.helpers.store(kCount);
  struct Context {
    Seats &seats;
    std::vector<int64_t> made = {};
  } context{seats};
  auto first = [](void *opaque, int seat, int64_t index, int64_t) {
    auto &c = *static_cast<Context *>(opaque);
    ASSERT_EQ(index, 0);
    for (int64_t other; (other = c.seats.claim(seat)) >= 0;)
      c.made.push_back(other);
  };
  int seat = seats.take();
  EXPECT_EQ(seats.claim(seat), -1);
  EXPECT_TRUE(seats.runTogether(seat, kCount, first, &context));
  EXPECT_EQ(context.made, (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(seats.claim(seat), -1);
  EXPECT_EQ(seats.numFree(), kCount - 1);
  for (int i = 1; i < kCount; ++i)
    EXPECT_NE(seats.take(), seat);
}

/// Whose call has returned leaves the seat to those who take part in ranges of the others.
TEST(Seats, AreLeftOneByOne) {
  Workplace place(2);
  struct Context {
    Seats &seats;
    int numFree = 0;
  } context{place.seats()};
  auto first = [](void *opaque, int, int64_t index, int64_t) {
    auto &c = *static_cast<Context *>(opaque);
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (index == 0 && !c.seats.hasFree() && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    c.numFree += index == 0 && c.seats.hasFree() ? 1 : 0;
  };
  int rounds = 0;
  while (rounds < 20)
    rounds += place.seats().runTogether(place.seat, 2, first, &context) ? 1 : 0;
  EXPECT_EQ(context.numFree, 20);
}

TEST(Seats, PiecesLetAllSeatsEndTogether) {
  EXPECT_EQ(Seats::grainOf(1, 2), 1);
  EXPECT_EQ(Seats::grainOf(9, 2), 1) << "five and four, where pieces of two would make it six and three";
  EXPECT_EQ(Seats::grainOf(16, 2), 2);
  EXPECT_EQ(Seats::grainOf(18, 2), 3) << "nine each, where pieces of two would make it ten and eight";
  EXPECT_EQ(Seats::grainOf(100, 2), 12) << "52 of 100, for which fewer pieces would make it 51";
  EXPECT_EQ(Seats::grainOf(1001, 2), 125) << "the last piece is a short one";
  EXPECT_EQ(Seats::grainOf(18, 16), 1);
  // A seat gets hardly more than its share, and has about three pieces at least, where there are enough.
  for (int64_t seats : {2, 3, 4, 16})
    for (int64_t count = 16 * seats; count < 1000; ++count) {
      int64_t grain = Seats::grainOf(count, seats), whole = count / grain;
      int64_t most = whole / seats * grain + (whole % seats != 0 ? grain : count % grain);
      EXPECT_LE(most * seats, count + count / 7) << count << " by " << seats;
      EXPECT_GE(count, 5 * seats / 2 * grain) << count << " by " << seats;
    }
}

/// The first call has returned: its thread takes part in what the other one shares.
TEST(Seats, TheFirstOneHelpsToTheEnd) {
  Workplace place(2);
  struct Context {
    Seats &seats;
    std::array<std::atomic<int>, 2> pieces = {};
  } context{place.seats()};
  auto lane = [](void *opaque, int seat, int64_t index, int64_t) {
    auto &c = *static_cast<Context *>(opaque);
    auto count = [](void *opaque, int seat, int64_t, int64_t) {
      static_cast<Context *>(opaque)->pieces[size_t(seat)].fetch_add(1);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    if (index == 1)
      c.seats.share(seat, 20, 1, count, &c);
  };
  while (!place.seats().runTogether(place.seat, 2, lane, &context))
    std::this_thread::yield();
  EXPECT_EQ(context.pieces[0] + context.pieces[1], 20);
  EXPECT_GT(context.pieces[size_t(place.seat)], 0);
}

/// Two helpers are said to be there; one sleeps. A guest who begins has the other one.
TEST(Seats, NobodyIsWokenForWhatIsQuickWhileSomebodyLooks) {
  Seats seats(2);
  seats.helpers.store(2);
  int seat = seats.take();
  std::atomic<bool> wakes = false;
  std::thread sleeper([&] {
    seats.idle.sleepUnless([] { return false; });
    wakes.store(true);
  });
  while (seats.idle.number() == 0)
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(5)); // until it sleeps
  auto claims = [](void *opaque, int seat, int64_t, int64_t) { static_cast<Seats *>(opaque)->claim(seat); };
  {
    Seats::Guest guest(seats);
    EXPECT_TRUE(seats.runTogether(seat, 2, claims, &seats, Seats::Haste::Quick));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_FALSE(wakes);
  }
  EXPECT_TRUE(seats.runTogether(seat, 2, claims, &seats, Seats::Haste::Quick)); // now the other one has begun it
  sleeper.join();
  EXPECT_TRUE(wakes);
  seats.leave(seat);
}

/// There are no helpers, although there is said to be one for each seat.
TEST(Seats, GuestsTakePartInWhatIsShort) {
  using Who = Seats::Who;
  Seats seats(2);
  seats.helpers.store(2);
  int seat = seats.take();
  struct Context {
    Seats &seats;
    std::atomic<uint32_t> done{0};
    std::thread::id by = {};
  } context{seats};
  auto first = [](void *opaque, int seat, int64_t index, int64_t) {
    auto &c = *static_cast<Context *>(opaque);
    if (index == 0)
      return c.seats.helpUntil(seat, c.done, 1);
    c.by = std::this_thread::get_id();
    c.done.store(1);
    c.done.notify_all();
  };
  std::thread guest([&] {
    while (!seats.help(Who::Guest))
      std::this_thread::yield();
  });
  std::thread::id itsId = guest.get_id();
  EXPECT_TRUE(seats.runTogether(seat, 2, first, &context, Seats::Haste::Short));
  guest.join();
  EXPECT_EQ(context.by, itsId);

  auto claims = [](void *opaque, int seat, int64_t, int64_t) {
    Seats &seats = static_cast<Context *>(opaque)->seats;
    EXPECT_TRUE(seats.canHelp(Who::Helper));
    EXPECT_FALSE(seats.canHelp(Who::Guest));
    EXPECT_FALSE(seats.help(Who::Guest));
    EXPECT_EQ(seats.claim(seat), 1);
  };
  EXPECT_TRUE(seats.runTogether(seat, 2, claims, &context, Seats::Haste::None));
  seats.leave(seat);
}

TEST(Seats, WithoutEnoughOfThemNothingBegins) {
  Workplace place(2);
  int other = place.seats().take();
  while (other < 0)
    other = place.seats().take();
  auto never = [](void *, int, int64_t, int64_t) { FAIL(); };
  EXPECT_FALSE(place.seats().runTogether(place.seat, 2, never, nullptr));
  place.seats().leave(other);
}

/// Of runs that take so many us, from the 100th to the 3,000th: how many are alone.
int numAlone(const std::function<int(int run, bool isAlone)> &duration) {
  SharingTrial trial;
  int count = 0;
  for (int run = 0; run < 3000; ++run) {
    bool isAlone = trial.way() == SharingTrial::Way::Alone;
    count += run >= 100 && isAlone ? 1 : 0;
    trial.note(std::chrono::microseconds(duration(run, isAlone)));
  }
  return count;
}

TEST(SharingTrial, TheFasterWayIsKept) {
  EXPECT_EQ(numAlone([](int, bool isAlone) { return isAlone ? 100 : 150; }), 2900);
  EXPECT_EQ(numAlone([](int, bool isAlone) { return isAlone ? 150 : 100; }), 0);
}

TEST(SharingTrial, OfEqualsTheOneThatSharesIsKept) {
  EXPECT_EQ(numAlone([](int, bool) { return 100; }), 0);
  EXPECT_EQ(numAlone([](int, bool isAlone) { return isAlone ? 98 : 100; }), 0);
}

TEST(SharingTrial, ThoseThatAreHeldUpDecideNothing) {
  auto isSlow = [](int run) { return run % 8 < 3; };
  EXPECT_EQ(numAlone([&](int run, bool isAlone) { return isSlow(run) ? 10'000 : isAlone ? 100 : 110; }), 2900);
  EXPECT_EQ(numAlone([&](int run, bool isAlone) { return isSlow(run) ? 10'000 : isAlone ? 110 : 100; }), 0);
}

/// While it was tried others slept, and did no harm.
TEST(SharingTrial, SharingIsGivenUpOnceItIsSlower) {
  EXPECT_GT(numAlone([](int run, bool isAlone) { return isAlone ? 100 : run < 1000 ? 100 : 200; }), 1900);
}

/// In the first runs others were busy.
TEST(SharingTrial, WhatWasSlowerIsTriedAgain) {
  SharingTrial trial;
  int numShared = 0;
  for (int run = 0; run < 10'000; ++run) {
    bool isAlone = trial.way() == SharingTrial::Way::Alone;
    numShared += run >= 5'000 && !isAlone ? 1 : 0;
    trial.note(std::chrono::microseconds(isAlone ? 100 : run < 1000 ? 200 : 50));
  }
  EXPECT_GT(numShared, 4900);
}

/// Of a program with lanes, which thread runs what is a third way.
TEST(SharingTrial, LanesAreKeptUnlessOneThreadIsFaster) {
  using Way = SharingTrial::Way;
  auto kept = [](int lanes, int shared, int alone) {
    SharingTrial trial(/*hasLanes=*/true);
    EXPECT_EQ(trial.way(), Way::Lanes);
    for (int run = 0; run < 1000; ++run) {
      int us = trial.way() == Way::Lanes ? lanes : trial.way() == Way::Shared ? shared : alone;
      trial.note(std::chrono::microseconds(us));
    }
    EXPECT_TRUE(trial.isDecided());
    return trial.way();
  };
  EXPECT_EQ(kept(16, 22, 23), Way::Lanes);
  EXPECT_EQ(kept(100, 98, 98), Way::Lanes);
  EXPECT_EQ(kept(30, 20, 25), Way::Shared);
  EXPECT_EQ(kept(30, 25, 20), Way::Alone);
}

} // namespace
} // namespace weir
