// Jobs that repeat: what iterations see of inputs, results and each other, and how far lanes get apart.
#include "test/lib/Faults/Planted.h"
#include "unittests/Runtime/RandomGraph.h"
#include "unittests/Runtime/RuntimeTest.h"

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace weir {

static std::string_view plantedFault; ///< of unittests/Interleavings/faults.toml

bool planted(std::string_view fault) { return fault == plantedFault; }

namespace {

using Floats = std::vector<float>;
using Ints = std::vector<int64_t>;

/// y[k] = 2 x[k] in each of four iterations; x may be strided.
TEST(Repeat, SlicesAndStacks) {
  for (bool isDynamic : {false, true}) {
    Artifact artifact = testArtifact();
    JobBuilder b(artifact, "main");
    b.repeat(4);
    Id x = b.slicedInput("x", DType::F32, {isDynamic ? kDynamic : 3});
    Id y = isDynamic ? b.result("y", DType::F32, {kDynamic}, b.sizesOf(x)) : b.stackedResult("y", DType::F32, {3});
    std::get<ResultStorage>(b.job.buffers[y].storage).isStacked = true;
    b.call("double_f32", {x, y});
    b.finish();
    Harness h;
    JobHandle job = h.job(h.load(artifact), "main");
    Floats expected = iota(12);
    for (float &value : expected)
      value *= 2;
    EXPECT_EQ(valuesOf<float>(h.run(job, list(h.tensor(iota(12))), 1)[0]), expected);
    TensorHandle twice = h.tensor(iota(24));
    int64_t shape = 12, stride = 2;
    weir_tensor *strided = nullptr;
    ASSERT_OK(weir_tensor_view(twice.get(), 0, 1, &shape, &stride, &strided));
    for (float &value : expected)
      value *= 2;
    EXPECT_EQ(valuesOf<float>(h.run(job, list(TensorHandle(strided)), 1)[0]), expected);
    if (!isDynamic)
      continue;
    std::vector<TensorHandle> results;
    EXPECT_EQ(messageOf(h.tryRun(job, list(h.tensor(iota(10))), results, 1), WEIR_INVALID_ARGUMENT),
              "job 'main': expects the first size of input 'x' to be a multiple of its 4 iterations, got 10");
  }
}

/// A job that repeats in one that does: 3 times 2 iterations, each of which takes 1 from the variable.
TEST(Repeat, CalledJobs) {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"w", DType::F32, {1}, {}, {}});
  JobBuilder inner(artifact, "inner");
  inner.repeat(2);
  Id g = inner.slicedInput("g", DType::F32, {1}), y = inner.stackedResult("y", DType::F32, {1});
  inner.call("subtract_f32", {inner.variable("w"), g});
  inner.call("double_f32", {inner.variable("w"), y});
  inner.finish();
  JobBuilder outer(artifact, "outer");
  outer.repeat(3);
  Id x = outer.slicedInput("x", DType::F32, {2}), all = outer.stackedResult("all", DType::F32, {2});
  Id seen = outer.stackedResult("seen", DType::F32, {1});
  Id ran = outer.add(RunProgram{0, {x, all}}, 1);
  outer.call("double_f32", {outer.variable("w"), seen}, 0, {ran}); // before the next iteration changes it
  outer.finish();
  for (int threads : {1, 2}) {
    Harness h({.threads = threads});
    JobHandle job = h.job(h.load(artifact), "outer");
    for (int round = 0; round < 20; ++round) {
      auto results = h.run(job, list(h.tensor(Floats(6, 1.0f))), 2);
      float before = -6.0f * float(round);
      for (int i = 0; i < 6; ++i)
        ASSERT_EQ(valuesOf<float>(results[0])[size_t(i)], 2 * (before - float(i + 1)));
      for (int i = 0; i < 3; ++i)
        ASSERT_EQ(valuesOf<float>(results[1])[size_t(i)], 2 * (before - 2 * float(i + 1)));
    }
  }
}

/// Of stages, which hand their numbers on by buffers of so many registers. A stage that consumes waits, for ten seconds
/// at most, until the one before it is as far ahead as it may be, and then a little longer.
class Stages {
public:
  static constexpr int kCount = 3, kIterations = 100;

  explicit Stages(int registers) : registers(registers) {}

  static weir_status *pass(void *opaque, weir_tensor *const *, int32_t) {
    auto [stages, number] = *static_cast<Context *>(opaque);
    return stages->pass(number);
  }
  void *contextOf(size_t stage) { return &contexts[stage]; }
  void begin() {
    for (size_t stage = 0; stage < kCount; ++stage)
      begun[stage] = done[stage] = apart[stage] = 0;
  }

  /// Whether threads of their own ran the stages.
  bool ranTogether() const { return threads[0] != threads[1] && threads[1] != threads[2]; }
  int mostApart(size_t stage) const { return apart[stage]; }
  int passed(size_t stage) const { return done[stage]; }

private:
  struct Context {
    Stages *stages;
    size_t number;
  };

  weir_status *pass(size_t stage) {
    std::unique_lock lock(mutex);
    threads[stage] = std::this_thread::get_id();
    ++begun[stage];
    if (stage + 1 < kCount)
      apart[stage] = std::max(apart[stage], begun[stage] - done[stage + 1]);
    changed.notify_all();
    if (stage > 0 && threads[stage - 1] != threads[stage]) {
      int ahead = std::min(kIterations, done[stage] + registers);
      EXPECT_TRUE(changed.wait_for(lock, std::chrono::seconds(10), [&] { return begun[stage - 1] >= ahead; }));
      changed.wait_for(lock, std::chrono::microseconds(200), [&] { return begun[stage - 1] > ahead; });
    }
    ++done[stage];
    return nullptr;
  }

  const int registers;
  Context contexts[kCount] = {{this, 0}, {this, 1}, {this, 2}};
  std::mutex mutex;
  std::condition_variable changed;
  int begun[kCount] = {}, done[kCount] = {}, apart[kCount] = {};
  std::thread::id threads[kCount];
};

/// Three stages on streams of their own: y[k] = x[k] + 3.
Artifact stages(uint32_t registers) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  b.repeat(Stages::kIterations);
  Id x = b.slicedInput("x", DType::I64, {1}), y = b.stackedResult("y", DType::I64, {1});
  Id first = b.registers(registers, DType::I64, {}), second = b.registers(registers, DType::I64, {});
  b.call("next_i64", {b.view(x, {}, 0, {}), first}, 0);
  Id produced = b.add(HostCallback{"stage0", {first}}, 0);
  b.call("next_i64", {first, second}, 1, {produced});
  Id passed = b.add(HostCallback{"stage1", {first, second}}, 1);
  b.call("next_i64", {second, b.view(y, {}, 0, {})}, 2, {passed});
  b.add(HostCallback{"stage2", {second}}, 2);
  b.finish();
  return artifact;
}

void setStages(const Harness &h, Stages &stages) {
  for (size_t i = 0; i < Stages::kCount; ++i)
    EXPECT_OK(weir_session_set_callback(h.session.get(), ("stage" + std::to_string(i)).c_str(), Stages::pass,
                                        stages.contextOf(i)));
}

class Credits : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Registers, Credits, ::testing::Values(1, 2, 3));

TEST_P(Credits, StagesGetAsFarApartAsThereAreRegisters) {
  constexpr int kMostRuns = 1000;
  Harness h({.threads = Stages::kCount});
  Stages context(GetParam());
  setStages(h, context);
  JobHandle job = h.job(h.load(stages(uint32_t(GetParam()))), "main");
  Ints x(Stages::kIterations), expected;
  for (size_t i = 0; i < x.size(); ++i)
    expected.push_back((x[i] = int64_t(i * i)) + 3);
  int runs = 0;
  do { // until there are seats for all lanes
    context.begin();
    EXPECT_EQ(valuesOf<int64_t>(h.run(job, list(h.tensor(x)), 1)[0]), expected);
    for (size_t stage = 0; stage + 1 < Stages::kCount; ++stage)
      EXPECT_LE(context.mostApart(stage), GetParam());
  } while (!context.ranTogether() && ++runs < kMostRuns);
  for (size_t stage = 0; stage < Stages::kCount; ++stage)
    EXPECT_EQ(context.passed(stage), Stages::kIterations);
  for (size_t stage = 0; stage + 1 < Stages::kCount; ++stage)
    EXPECT_EQ(context.mostApart(stage), GetParam());
}

/// What the test above would see.
TEST(PlantedCredits, OneTooManyIsFound) {
  Harness h({.threads = Stages::kCount});
  Stages context(2);
  setStages(h, context);
  plantedFault = "credit_too_many";
  JobHandle job = h.job(h.load(stages(2)), "main");
  for (int run = 0; run < 1000 && context.mostApart(0) <= 2; ++run) {
    context.begin();
    h.run(job, list(h.tensor(Ints(Stages::kIterations))), 1);
  }
  plantedFault = "";
  EXPECT_EQ(context.mostApart(0), 3);
}

/// Two stages of which the first can't begin, and so the second. Somebody waits for a while.
[[noreturn]] void runWithoutACredit() {
  setenv("WEIR_TIMEOUT", "0.2", 1);
  Harness h({.threads = 2});
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  b.repeat(4);
  Id x = b.input("x", DType::I64, {}), handed = b.arena(DType::I64, {});
  Id made = b.call("next_i64", {x, handed}, 0);
  b.call("next_i64", {handed, b.result("y", DType::I64, {})}, 1, {made});
  b.finish();
  ArtifactHandle right = h.load(artifact), wrong = h.load(artifact);
  TensorHandle five = h.tensor<int64_t>({5}, {});
  auto results = h.launch(h.job(right, "main"), {&five}, 1); // there are threads from now on
  EXPECT_EQ(valuesOf<int64_t>(results[0]), Ints{7});
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  plantedFault = "credit_removed";
  results = h.launch(h.job(wrong, "main"), {&five}, 1);
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    std::_Exit(0);
  }).detach();
  weir_status_free(weir_tensor_wait(results[0].get()));
  std::_Exit(1);
}

TEST(PlantedCreditsDeathTest, OneRemovedIsReportedAsBlocked) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const std::string first = "next_i64 of model.py:10 in job 'main'", second = "next_i64 of model.py:11 in job 'main'";
  std::string producer = "  running: [a-z' ]*, at " + first + ", waiting for a credit of " + second + "\n";
  std::string consumer = "  running: [a-z' ]*, at " + second + ", waiting for " + first + "\n";
  EXPECT_EXIT(runWithoutACredit(), ::testing::ExitedWithCode(0), producer + consumer + "|" + consumer + producer);
}

/// Two lanes without a word to each other, of which the first fails in iteration 5 while the second is in iteration 3,
/// where it fails, too.
class TwoFailures {
public:
  static weir_status *pass(void *opaque, weir_tensor *const *operands, int32_t) {
    int64_t iteration = 0;
    if (weir_status *failed = weir_tensor_read(operands[0], &iteration, sizeof iteration))
      return failed;
    return static_cast<TwoFailures *>(opaque)->pass(iteration);
  }

private:
  weir_status *pass(int64_t number) {
    bool isFirst = number < 100;
    int64_t iteration = number % 100, last = isFirst ? 5 : 3;
    if (iteration < last)
      return nullptr;
    std::unique_lock lock(mutex);
    ++inside;
    changed.notify_all();
    changed.wait_for(lock, std::chrono::milliseconds(500), [&] { return inside == 2; });
    std::string text = (isFirst ? "first in " : "second in ") + std::to_string(iteration);
    return weir_status_create(WEIR_CALLBACK, text.c_str());
  }

  std::mutex mutex;
  std::condition_variable changed;
  int inside = 0;
};

TEST(Repeat, TheFailureOfTheEarliestIterationIsReported) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  b.repeat(10);
  for (uint32_t stream : {0, 1}) {
    Id x = b.slicedInput("x" + std::to_string(stream), DType::I64, {1});
    b.add(HostCallback{"pass", {x}}, stream);
  }
  b.finish();
  for (int threads : {1, 2, 2, 2}) {
    Harness h({.threads = threads});
    TwoFailures failures;
    ASSERT_OK(weir_session_set_callback(h.session.get(), "pass", TwoFailures::pass, &failures));
    JobHandle job = h.job(h.load(artifact), "main");
    std::vector<TensorHandle> results;
    std::string text = messageOf(h.tryRun(job,
                                          list(h.tensor<int64_t>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
                                               h.tensor<int64_t>({100, 101, 102, 103, 104, 105, 106, 107, 108, 109})),
                                          results, 0),
                                 WEIR_CALLBACK);
    EXPECT_NE(text.find("second in 3"), std::string::npos) << text;
  }
}

/// Nobody waits for ever where a stage of a pipeline has failed; the next run works.
TEST_P(Credits, NobodyWaitsAfterAFailure) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  b.repeat(20);
  Id index = b.slicedInput("index", DType::I64, {1}), table = b.input("table", DType::F32, {2});
  Id made = b.registers(uint32_t(GetParam()), DType::F32, {1});
  Id used = b.registers(uint32_t(GetParam()), DType::F32, {1});
  Id y = b.stackedResult("y", DType::F32, {1});
  Id first = b.call("gather_f32", {index, table, made}, 0);
  Id second = b.call("double_f32", {made, used}, 1, {first});
  b.call("double_f32", {used, y}, 2, {second});
  b.finish();
  Harness h({.threads = 3});
  JobHandle job = h.job(h.load(artifact), "main");
  Ints good(20, 1), bad = good;
  bad[3] = 7;
  bad[9] = 8;
  for (int round = 0; round < 50; ++round) {
    std::vector<TensorHandle> results;
    EXPECT_EQ(messageOf(h.tryRun(job, list(h.tensor(bad), h.tensor<float>({1, 2})), results, 1), WEIR_KERNEL_FAULT),
              "expects an index from 0 to 1, got 7");
    auto right = h.run(job, list(h.tensor(good), h.tensor<float>({1, 2})), 1);
    EXPECT_EQ(valuesOf<float>(right[0]), Floats(20, 8.0f));
  }
}

} // namespace
} // namespace weir
