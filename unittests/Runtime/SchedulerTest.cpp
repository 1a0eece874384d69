// The scheduler alone: tasks on storages that are numbers, whose values say in which order they ran.
#include "lib/Runtime/Engine/Scheduler.h"

#include <gtest/gtest.h>

#include <random>

namespace weir {
namespace {

struct Setup {
  int seats, workers;
};
constexpr Setup kSetups[] = {{1, 0}, {1, 1}, {2, 2}, {4, 2}, {4, 4}};

/// Numbers that tasks change, and what they are if all run in the order of submission.
class Numbers {
public:
  Numbers(Scheduler &scheduler, size_t count)
      : scheduler(scheduler), lists(count), values(count, 1), expected(count, 1), sums(count), expectedSums(count) {}

  /// values[target] becomes a function of all three.
  TaskRef mix(size_t first, size_t second, size_t target) {
    expected[target] = mixed(expected[first], expected[second], expected[target]);
    Scheduler::Submission submission(scheduler, [](Task &task, int) {
      auto &[numbers, first, second, target] = task.as<Operands>();
      std::vector<uint64_t> &values = numbers->values;
      values[target] = mixed(values[first], values[second], values[target]);
    });
    submission.emplace<Operands>(this, first, second, target);
    submission.reads(lists[first]);
    submission.reads(lists[second]);
    submission.writes(lists[target]);
    return submission.submit();
  }

  /// Adds a value to a sum that nobody orders.
  TaskRef sum(size_t source, size_t target) {
    expectedSums[target] += expected[source];
    Scheduler::Submission submission(scheduler, [](Task &task, int) {
      auto &[numbers, source, unused, target] = task.as<Operands>();
      numbers->sums[target] += numbers->values[source];
    });
    submission.emplace<Operands>(this, source, source, target);
    submission.reads(lists[source]);
    return submission.submit();
  }

  void expectProgramOrder() const {
    EXPECT_EQ(values, expected);
    for (size_t i = 0; i < sums.size(); ++i)
      EXPECT_EQ(sums[i].load(), expectedSums[i]);
  }

  Scheduler &scheduler;
  std::vector<AccessList> lists;
  std::vector<uint64_t> values, expected;

private:
  struct Operands {
    Numbers *numbers;
    size_t first, second, target;
  };
  static uint64_t mixed(uint64_t first, uint64_t second, uint64_t target) {
    return first * 6364136223846793005 + second * 1442695040888963407 + target + 1;
  }

  std::vector<std::atomic<uint64_t>> sums;
  std::vector<uint64_t> expectedSums;
};

/// A task that lasts until it is let go.
struct Gate {
  explicit Gate(Scheduler &scheduler, AccessList *written = nullptr, AccessList *read = nullptr) {
    Scheduler::Submission submission(scheduler, [](Task &task, int) {
      Gate &gate = *task.as<Gate *>();
      gate.isInside.store(true);
      gate.isInside.notify_all();
      gate.isOpen.wait(false);
    });
    submission.emplace<Gate *>(this);
    if (written)
      submission.writes(*written);
    if (read)
      submission.reads(*read);
    ref = submission.submit();
  }
  void awaitStart() { isInside.wait(false); }
  void open() {
    isOpen.store(true);
    isOpen.notify_all();
  }

  TaskRef ref;
  std::atomic<bool> isInside{false}, isOpen{false};
};

void runRandomly(Scheduler &scheduler, unsigned seed, size_t storages, double sums, unsigned waitEvery) {
  constexpr int kTasks = 2000;
  Numbers numbers(scheduler, storages);
  std::mt19937 random(seed);
  auto any = [&] { return random() % storages; };
  for (int i = 0; i < kTasks; ++i) {
    bool isSum = random() % 100 < 100 * sums;
    size_t target = any();
    TaskRef ref = isSum ? numbers.sum(any(), target) : numbers.mix(any(), any(), target);
    if (waitEvery == 0 || random() % waitEvery != 0)
      continue;
    scheduler.wait(ref);
    ASSERT_TRUE(scheduler.isDone(ref));
    if (!isSum)
      ASSERT_EQ(numbers.values[target], numbers.expected[target]);
  }
  scheduler.waitForAll();
  numbers.expectProgramOrder();
}

TEST(Scheduler, ResultsAreThoseOfProgramOrder) {
  for (auto [seats, workers] : kSetups) {
    Scheduler scheduler(seats, workers);
    unsigned seed = 0;
    for (size_t storages : {1, 3, 40, 400})
      for (double sums : {0.0, 0.5, 0.98})
        for (unsigned waitEvery : {0, 5, 100})
          runRandomly(scheduler, ++seed, storages, sums, waitEvery);
  }
}

/// Joins wait for joins, and all are done when the last of them has been made.
TEST(Scheduler, ManyPredecessorsThatEndBeforeTheSubmissionDoes) {
  Scheduler scheduler(1, 1);
  AccessList first, second;
  Gate gate(scheduler, &first);
  std::vector<TaskRef> readers;
  for (int i = 0; i < 50; ++i) {
    Scheduler::Submission reader(scheduler, nullptr);
    reader.reads(first);
    reader.reads(second);
    readers.push_back(reader.submit());
  }
  TaskRef last;
  {
    Scheduler::Submission writer(scheduler, nullptr);
    writer.writes(second);
    gate.open();
    for (TaskRef reader : readers)
      while (!scheduler.isDone(reader))
        std::this_thread::yield();
    last = writer.submit();
  }
  EXPECT_TRUE(scheduler.wait(last, std::chrono::steady_clock::now() + std::chrono::seconds(10)));
}

TEST(Scheduler, ManyThreadsSubmitAndWait) {
  Scheduler scheduler(4, 4);
  AccessList shared;
  int count = 0;
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed)
    threads.emplace_back([&, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < 2000; ++i) {
        TaskRef ref;
        {
          Scheduler::Submission submission(scheduler, [](Task &task, int) { ++*task.as<int *>(); });
          submission.emplace<int *>(&count);
          submission.writes(shared);
          ref = submission.submit();
        }
        if (random() % 20 == 0)
          scheduler.wait(ref);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  scheduler.waitForAll();
  EXPECT_EQ(count, 8000);
}

TEST(Scheduler, IndependentInstructionsOverlap) {
  Scheduler scheduler(2, 2);
  Gate first(scheduler), second(scheduler);
  first.awaitStart();
  second.awaitStart();
  EXPECT_FALSE(scheduler.isDone(first.ref));
  first.open();
  scheduler.wait(first.ref);
  EXPECT_FALSE(scheduler.isDone(second.ref));
  second.open();
  scheduler.waitForAll();
}

TEST(Scheduler, NoMoreThanSeatsRunAtOnce) {
  constexpr int kSeats = 2;
  Scheduler scheduler(kSeats, kSeats);
  struct Counter {
    std::atomic<int> inside{0}, most{0};
    std::array<std::atomic<int>, kSeats> bySeat{};
  } counter;
  for (int i = 0; i < 3000; ++i) {
    Scheduler::Submission submission(scheduler, [](Task &task, int seat) {
      Counter &counter = *task.as<Counter *>();
      int inside = counter.inside.fetch_add(1) + 1;
      for (int most = counter.most.load(); inside > most && !counter.most.compare_exchange_weak(most, inside);)
        ;
      EXPECT_EQ(counter.bySeat[size_t(seat)].fetch_add(1), 0);
      counter.bySeat[size_t(seat)].fetch_sub(1);
      counter.inside.fetch_sub(1);
    });
    submission.emplace<Counter *>(&counter);
    submission.submit();
    if (i % 100 == 0)
      scheduler.waitForAll();
  }
  scheduler.waitForAll();
  EXPECT_LE(counter.most.load(), kSeats);
}

TEST(Scheduler, ReadersWaitForTheWriterAndItForThem) {
  Scheduler scheduler(4, 4);
  Numbers numbers(scheduler, 2);
  Gate writer(scheduler, &numbers.lists[0]);
  writer.awaitStart(); // or this thread would run it
  std::vector<TaskRef> readers;
  for (int i = 0; i < 100; ++i) // more than a task has edges
    readers.push_back(numbers.sum(0, 1));
  TaskRef next = numbers.mix(0, 0, 0);
  TaskRef other = numbers.mix(1, 1, 1);
  scheduler.wait(other); // touches nothing that waits
  for (TaskRef reader : readers)
    EXPECT_FALSE(scheduler.isDone(reader));
  EXPECT_FALSE(scheduler.isDone(next));
  writer.open();
  scheduler.wait(next);
  for (TaskRef reader : readers)
    EXPECT_TRUE(scheduler.isDone(reader));
  scheduler.waitForAll();
}

TEST(Scheduler, SubmittersWaitWhenTooMuchIsUnderWay) {
  Scheduler scheduler(1, 1);
  Gate gate(scheduler);
  gate.awaitStart();
  std::atomic<uint32_t> submitted{0};
  std::thread submitter([&] {
    for (uint32_t i = 0; i < 2 * Scheduler::kMostInFlight; ++i) {
      Scheduler::Submission submission(scheduler, nullptr);
      submission.waitsFor(gate.ref);
      submission.submit();
      submitted.store(i + 1);
    }
  });
  while (submitted.load() < Scheduler::kMostInFlight - 1)
    std::this_thread::yield();
  EXPECT_EQ(submitted.load(), Scheduler::kMostInFlight - 1);
  gate.open();
  submitter.join();
  scheduler.waitForAll();
}

TEST(Scheduler, AThreadThatWaitsDoesNotStartWhatIsYounger) {
  Scheduler scheduler(2, 1);
  Gate busy(scheduler);
  busy.awaitStart(); // the one worker has no time
  Gate awaited(scheduler);
  Gate younger(scheduler);
  std::thread waiter([&] { scheduler.wait(awaited.ref); });
  awaited.awaitStart();
  EXPECT_FALSE(younger.isInside.load());
  awaited.open();
  waiter.join();
  EXPECT_FALSE(younger.isInside.load());
  busy.open();
  younger.open();
  scheduler.waitForAll();
}

TEST(Scheduler, ReadersThatAreDoneAreForgotten) {
  Scheduler scheduler(1, 0);
  AccessList list;
  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < 50; ++i) {
      Scheduler::Submission submission(scheduler, nullptr);
      submission.reads(list);
    }
    EXPECT_LE(list.size(), 8u);
  }
}

TEST(Scheduler, WaitsEndInTime) {
  Scheduler scheduler(1, 1);
  AccessList list;
  Gate gate(scheduler, &list);
  gate.awaitStart();
  auto soon = [] { return std::chrono::steady_clock::now() + std::chrono::milliseconds(1); };
  EXPECT_FALSE(scheduler.wait(gate.ref, soon()));
  EXPECT_FALSE(scheduler.waitToRead(list, soon()));
  EXPECT_FALSE(scheduler.waitToWrite(list, soon()));
  EXPECT_FALSE(scheduler.waitForAll(soon()));
  gate.open();
  EXPECT_TRUE(scheduler.waitToWrite(list));
  EXPECT_TRUE(list.isQuiet(scheduler.tasks()));
  EXPECT_TRUE(scheduler.waitForAll());
}

TEST(Scheduler, WhoReadsWaitsForWritersOnly) {
  Scheduler scheduler(2, 2);
  Numbers numbers(scheduler, 2);
  numbers.mix(0, 0, 0);
  scheduler.waitForAll();
  Gate reader(scheduler, nullptr, &numbers.lists[0]);
  reader.awaitStart();
  EXPECT_TRUE(scheduler.waitToRead(numbers.lists[0]));
  auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
  EXPECT_FALSE(scheduler.waitToWrite(numbers.lists[0], soon));
  reader.open();
  EXPECT_TRUE(scheduler.waitToWrite(numbers.lists[0]));
}

TEST(Scheduler, WhatIsQuickRunsAtOnce) {
  Scheduler scheduler(2, 2);
  AccessList list;
  int count = 0;
  auto submit = [&] {
    Scheduler::Submission submission(scheduler, [](Task &task, int) { ++*task.as<int *>(); });
    submission.emplace<int *>(&count);
    submission.writes(list);
    submission.setQuick();
    return submission.submit();
  };
  for (int i = 1; i <= 100; ++i) {
    EXPECT_TRUE(scheduler.isDone(submit()));
    EXPECT_EQ(count, i);
  }
  Gate gate(scheduler, &list);
  gate.awaitStart();
  TaskRef behind = submit();
  EXPECT_EQ(count, 100);
  gate.open();
  scheduler.wait(behind);
  EXPECT_EQ(count, 101);
}

/// Begins when somebody has left something.
struct Hungry {
  Hungry(Scheduler &scheduler, std::atomic<int> &left) : scheduler(scheduler), left(left) {
    Scheduler::Submission submission(scheduler, [](Task &task, int seat) {
      Hungry &self = *task.as<Hungry *>();
      ++self.calls;
      if (self.left.fetch_sub(1) > 0)
        return;
      self.left.fetch_add(1);
      if (!self.scheduler.setAside(task, seat))
        self.hasFailed = true;
    });
    submission.emplace<Hungry *>(this);
    ref = submission.submit();
  }

  Scheduler &scheduler;
  std::atomic<int> &left;
  TaskRef ref;
  std::atomic<int> calls{0};
  std::atomic<bool> hasFailed{false};
};

TEST(Scheduler, WhatIsSetAsideBeginsWhenOthersHaveEnded) {
  Scheduler scheduler(2, 2);
  std::atomic<int> left{0};
  Gate gate(scheduler);
  gate.awaitStart();
  Hungry first(scheduler, left), second(scheduler, left);
  while (first.calls == 0 || second.calls == 0)
    EXPECT_FALSE(scheduler.wait(second.ref, std::chrono::steady_clock::now() + std::chrono::milliseconds(1)));
  left = 2;
  gate.open();
  EXPECT_TRUE(scheduler.waitForAll());
  EXPECT_FALSE(first.hasFailed);
  EXPECT_FALSE(second.hasFailed);
}

TEST(Scheduler, NothingComesWhereNobodyWorks) {
  for (int seats : {1, 2, 4})
    for (int round = 0; round < 200; ++round) {
      Scheduler scheduler(seats, seats);
      std::atomic<int> left{0};
      std::vector<std::unique_ptr<Hungry>> all;
      for (int i = 0; i < 5; ++i)
        all.push_back(std::make_unique<Hungry>(scheduler, left));
      ASSERT_TRUE(scheduler.waitForAll(std::chrono::steady_clock::now() + std::chrono::seconds(20)));
      for (const std::unique_ptr<Hungry> &hungry : all)
        EXPECT_TRUE(hungry->hasFailed);
    }
}

TEST(Scheduler, TheEndWaitsForEverything) {
  std::atomic<int> count{0};
  {
    Scheduler scheduler(2, 2);
    for (int i = 0; i < 1000; ++i) {
      Scheduler::Submission submission(scheduler, [](Task &task, int) { task.as<std::atomic<int> *>()->fetch_add(1); });
      submission.emplace<std::atomic<int> *>(&count);
    }
  }
  EXPECT_EQ(count.load(), 1000);
}

/// Threads that are none of its workers finish what others have begun: one that waits sees the end before they have
/// left.
TEST(Scheduler, TheEndWaitsForWhoFinishesElsewhere) {
  constexpr int kRounds = 2000;
  std::atomic<std::pair<Scheduler *, Task *> *> begun{nullptr};
  std::thread other([&] {
    for (int round = 0; round < kRounds; ++round) {
      std::pair<Scheduler *, Task *> *found = nullptr;
      while (!(found = begun.exchange(nullptr)))
        std::this_thread::yield();
      auto [scheduler, task] = *found;
      scheduler->finish(*task);
    }
  });
  for (int round = 0; round < kRounds; ++round) {
    std::pair<Scheduler *, Task *> detached;
    Scheduler scheduler(1, 0);
    struct Operands {
      std::pair<Scheduler *, Task *> &detached;
      std::atomic<std::pair<Scheduler *, Task *> *> &begun;
    };
    Scheduler::Submission submission(scheduler, [](Task &task, int seat) {
      auto [detached, begun] = task.as<Operands>();
      detached.first->detach(seat);
      detached.second = &task;
      begun.store(&detached);
    });
    detached.first = &scheduler;
    submission.emplace<Operands>(detached, begun);
    submission.submit();
    scheduler.waitForAll();
  }
  other.join();
}

} // namespace
} // namespace weir
