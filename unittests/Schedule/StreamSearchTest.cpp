// Distribution over streams: hand-made graphs whose best plan is known, and rules that random ones keep.
#include "passes/Schedule/StreamSearch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace weir {
namespace {

TEST(StreamSearch, ChainsRunSideBySide) {
  std::vector<StreamTask> tasks = {{10, false, {}}, {10, false, {0}}, {10, false, {}}, {10, false, {2}}};
  StreamPlan plan = distribute(tasks, 2, 1);
  EXPECT_EQ(plan.cycles, 20);
  EXPECT_EQ(plan.streams, (std::vector<uint32_t>{0, 0, 1, 1}));
  EXPECT_EQ(plan.order, (std::vector<uint32_t>{0, 2, 1, 3}));
}

TEST(StreamSearch, WhoeverWaitsForAnotherStreamPaysTheCrossing) {
  std::vector<StreamTask> tasks = {{10, false, {}}, {10, false, {}}, {1, false, {0, 1}}};
  EXPECT_EQ(distribute(tasks, 2, 3).cycles, 14);
}

TEST(StreamSearch, DearCrossingsKeepAChainTogether) {
  std::vector<StreamTask> tasks = {{10, false, {}}, {2, false, {0}}, {2, false, {0}}};
  StreamPlan plan = distribute(tasks, 2, 5);
  EXPECT_EQ(plan.streams, (std::vector<uint32_t>{0, 0, 0}));
  EXPECT_EQ(plan.cycles, 14);
}

TEST(StreamSearch, SharedTasksTakeAllThreads) {
  std::vector<StreamTask> tasks = {{100, true, {}}, {100, true, {}}};
  EXPECT_EQ(distribute(tasks, 2, 1).cycles, 100);
  EXPECT_EQ(distribute(tasks, 4, 1).cycles, 50);
}

/// The chain decides when all have ended; what feeds nobody waits for a gap.
TEST(StreamSearch, TheLongestChainComesFirst) {
  std::vector<StreamTask> tasks = {{5, false, {}}, {5, false, {}}, {5, false, {}}, {5, false, {2}}, {5, false, {3}}};
  EXPECT_EQ(distribute(tasks, 2, 0).cycles, 15);
}

TEST(StreamSearch, NothingIsDistributedOfNothing) { EXPECT_EQ(distribute({}, 2, 1).cycles, 0); }

TEST(StreamSearch, OrdersAreLegalAndTimesHold) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    std::vector<StreamTask> tasks(1 + random() % 60);
    double total = 0;
    for (uint32_t task = 0; task < tasks.size(); ++task) {
      tasks[task].cycles = double(random() % 50);
      tasks[task].isShared = random() % 8 == 0;
      total += tasks[task].cycles;
      for (uint32_t edges = random() % 3; task > 0 && edges > 0; --edges)
        tasks[task].predecessors.push_back(random() % task);
    }
    uint32_t streams = 2 + random() % 3;
    StreamPlan plan = distribute(tasks, streams, double(random() % 10));
    ASSERT_EQ(plan.order.size(), tasks.size());
    EXPECT_GE(plan.cycles * streams, total * (1 - 1e-12));
    std::vector<uint32_t> position(tasks.size(), ~0u);
    for (uint32_t place = 0; place < plan.order.size(); ++place)
      position[plan.order[place]] = place;
    for (uint32_t task = 0; task < tasks.size(); ++task) {
      EXPECT_NE(position[task], ~0u);
      EXPECT_LT(plan.streams[task], streams);
      for (uint32_t predecessor : tasks[task].predecessors)
        EXPECT_TRUE(position[predecessor] < position[task]) << seed;
    }
  }
}

} // namespace
} // namespace weir
