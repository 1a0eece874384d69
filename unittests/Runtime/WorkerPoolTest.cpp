// The worker pool alone: every index once, whoever runs it.
#include "lib/Runtime/Device/Cpu/WorkerPool.h"

#include <gtest/gtest.h>

#include <chrono>

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

TEST(WorkerPool, EveryIndexOnce) {
  for (int threads : {1, 2, 4}) {
    WorkerPool pool(threads, 1);
    EXPECT_EQ(pool.threads(), threads);
    for (int64_t size : {0, 1, 7, 100, 1001}) {
      Counts counts{size_t(size)};
      for (int round = 0; round < 200; ++round)
        pool.share(0, 0, size, 1 + round % 9, Counts::body, &counts);
      counts.expectAll(200);
    }
  }
}

TEST(WorkerPool, SleepersWakeUp) {
  WorkerPool pool(4, 1);
  Counts counts{64};
  for (int round = 0; round < 5; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    pool.share(0, 0, 64, 1, Counts::body, &counts);
  }
  counts.expectAll(5);
}

/// All drivers are at work at once: each waits for the one before it, and they share ranges of their own meanwhile.
TEST(WorkerPool, DriversRunTogether) {
  constexpr int kThreads = 4;
  struct Context {
    WorkerPool pool{kThreads, kThreads};
    std::vector<std::unique_ptr<Counts>> counts;
    std::atomic<uint32_t> flags[kThreads] = {};
  } context;
  for (int i = 0; i < kThreads; ++i)
    context.counts.push_back(std::make_unique<Counts>(500));
  auto drive = [](void *opaque, int worker, int64_t index, int64_t) {
    auto &c = *static_cast<Context *>(opaque);
    if (index + 1 < kThreads)
      c.pool.helpUntil(worker, c.flags[index + 1]); // the last one goes first
    c.pool.share(int(index), worker, 500, 3, Counts::body, c.counts[size_t(index)].get());
    c.flags[index].store(1);
    c.flags[index].notify_all();
  };
  for (int round = 0; round < 100; ++round) {
    for (std::atomic<uint32_t> &flag : context.flags)
      flag.store(0);
    context.pool.runTogether(kThreads, drive, &context);
  }
  for (const auto &counts : context.counts)
    counts->expectAll(100);
}

} // namespace
} // namespace weir
