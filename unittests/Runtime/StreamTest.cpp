// Several streams: what must come first does, whatever the threads do; failures don't leave anybody waiting.
#include "unittests/Runtime/RandomGraph.h"
#include "unittests/Runtime/RuntimeTest.h"

#include <sys/wait.h>
#include <unistd.h>

namespace weir {
namespace {

weir_device_options threads(int count) { return {.threads = count, .poison = 1}; }

constexpr int64_t kSlow = 20'000; ///< rounds that a kernel wastes so that a missing wait shows

/// Stream 0 makes numbers slowly, stream 1 copies them out: ordered in one of three ways.
enum class Order { Predecessor, Event, Barrier };

class TwoStreams : public ::testing::TestWithParam<Order> {};

TEST_P(TwoStreams, ConsumerWaitsForProducer) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id made = b.arena(DType::I64, {8}), out = b.result("out", DType::I64, {8});
  Id producer = b.call("iota_i64", {made}, 0, {}, {b.constant(100), b.constant(kSlow)});
  std::vector<Id> predecessors;
  if (GetParam() == Order::Predecessor)
    predecessors = {producer};
  if (GetParam() == Order::Event) {
    b.add(RecordEvent{0}, 0);
    b.add(WaitEvent{0}, 1);
  }
  if (GetParam() == Order::Barrier)
    b.add(Barrier{}, 0);
  b.add(Copy{made, out}, 1, predecessors);
  b.finish();
  for (int count : {1, 2, 4}) {
    Harness h(threads(count));
    JobHandle job = h.job(h.load(artifact), "main");
    for (int round = 0; round < 50; ++round)
      ASSERT_EQ(valuesOf<int64_t>(h.run(job, {}, 1)[0])[7], 107) << count << " threads, round " << round;
  }
}

std::string nameOf(const ::testing::TestParamInfo<Order> &info) {
  const char *names[] = {"Predecessor", "Event", "Barrier"};
  return names[int(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Orders, TwoStreams, ::testing::Values(Order::Predecessor, Order::Event, Order::Barrier),
                         nameOf);

TEST(Streams, RandomGraphsOnManyStreams) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    std::vector<int64_t> expected;
    Artifact artifact = randomGraph(seed, 2 + seed % 4, expected);
    for (int count : {1, 2, 4}) {
      Harness h(threads(count));
      JobHandle job = h.job(h.load(artifact), "main");
      for (int round = 0; round < 20; ++round) {
        auto results = h.run(job, list(h.tensor<int64_t>({5}, {})), expected.size());
        for (size_t i = 0; i < expected.size(); ++i)
          ASSERT_EQ(valuesOf<int64_t>(results[i])[0], expected[i]) << "seed " << seed << ", " << count << " threads";
      }
    }
  }
}

/// Any order that the edges allow gives the same; where an edge is missing, some order shows it.
TEST(Streams, ShuffledOrders) {
  std::vector<int64_t> expected;
  Artifact complete = randomGraph(3, 4, expected), incomplete = complete;
  for (Instruction &instruction : incomplete.jobs[0].instructions)
    instruction.predecessors.clear();
  auto numWrong = [&](const Artifact &artifact) {
    int wrong = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      Harness h({.threads = 1, .poison = 1, .shuffle_seed = seed});
      auto results = h.run(h.job(h.load(artifact), "main"), list(h.tensor<int64_t>({5}, {})), expected.size());
      for (size_t i = 0; i < expected.size(); ++i)
        wrong += valuesOf<int64_t>(results[i])[0] != expected[i];
    }
    return wrong;
  };
  EXPECT_EQ(numWrong(complete), 0);
  EXPECT_GT(numWrong(incomplete), 0);
}

/// Launches of both streams share their tiles with the same workers.
TEST(Streams, TilesAndStreamsTogether) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Sizes shape = {20'000};
  Id x = b.input("x", DType::F32, shape);
  Id left = b.arena(DType::F32, shape), right = b.arena(DType::F32, shape), out = b.result("out", DType::F32, shape);
  Id a = b.call("double_f32", {x, left}, 0), c = b.call("add_f32", {x, x, right}, 1);
  b.call("add_f32", {left, right, out}, 0, {a, c});
  b.finish();
  for (int count : {2, 3, 4}) {
    Harness h(threads(count));
    JobHandle job = h.job(h.load(artifact), "main");
    for (int round = 0; round < 30; ++round) {
      std::vector<float> values = valuesOf<float>(h.run(job, list(h.tensor(iota(shape[0]))), 1)[0]);
      for (size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(values[i], 4.0f * float(i));
    }
  }
}

/// Stream 1 waits for what never runs, because stream 0 failed before.
TEST(Streams, FailureReleasesThoseWhoWait) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id index = b.input("index", DType::I64, {1}), table = b.input("table", DType::F32, {1});
  Id found = b.arena(DType::F32, {1}), twice = b.arena(DType::F32, {1}), out = b.result("out", DType::F32, {1});
  Id gather = b.call("gather_f32", {index, table, found}, 0);
  Id middle = b.call("double_f32", {found, twice}, 0, {gather});
  b.call("double_f32", {twice, out}, 1, {middle});
  b.finish();
  for (int count : {1, 2}) {
    Harness h(threads(count));
    JobHandle job = h.job(h.load(artifact), "main");
    for (int round = 0; round < 50; ++round) {
      std::vector<TensorHandle> results;
      EXPECT_EQ(
          messageOf(h.tryRun(job, list(h.tensor<int64_t>({3}), h.tensor<float>({1})), results, 1), WEIR_KERNEL_FAULT),
          "expects an index from 0 to 0, got 3");
      auto good = h.run(job, list(h.tensor<int64_t>({0}), h.tensor<float>({2})), 1);
      ASSERT_EQ(valuesOf<float>(good[0])[0], 8.0f);
    }
  }
}

/// A child has none of the workers, yet can run.
TEST(Streams, AfterFork) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "the thread sanitizer allows no threads after a fork";
#endif
#endif
  std::vector<int64_t> expected;
  Harness h(threads(4));
  JobHandle job = h.job(h.load(randomGraph(1, 3, expected)), "main");
  auto isRight = [&] {
    return valuesOf<int64_t>(h.run(job, list(h.tensor<int64_t>({5}, {})), expected.size())[0])[0] == expected[0];
  };
  EXPECT_TRUE(isRight());
  pid_t child = fork();
  if (child == 0)
    _exit(isRight() ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_TRUE(isRight());

  child = fork();
  if (child == 0)
    _exit(!weir_device_set_threads(h.device.get(), 3) && isRight() ? 0 : 1);
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

} // namespace
} // namespace weir
