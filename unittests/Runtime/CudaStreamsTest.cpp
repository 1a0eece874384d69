// What the device cuda has under way at the same time, on a fake driver: runs, writes between them, copies.
#include "unittests/Runtime/CudaChain.h"

#include <algorithm>
#include <map>
#include <set>
#include <thread>

namespace weir {
namespace {

/// Nobody waits for one run before he enqueues the next: as many as a program has frames.
TEST(CudaStreams, RunsAreEnqueuedWhileOthersAreUnderWay) {
  FakeDriver fake;
  Harness h({.frames = 3}, "cuda");
  JobHandle job = h.job(h.load(chain()), "main");
  TensorHandle x = h.tensor(iota(600));
  for (int i = 0; i < 3; ++i) // makes the frames
    h.launch(job, {&x}, 1);
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  fake.set("ahead", 4);
  fake.takeLog();
  std::vector<TensorHandle> results;
  for (int i = 0; i < 6; ++i)
    results.push_back(std::move(h.launch(job, {&x}, 1)[0]));
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  Lines log = fake.takeLog();
  auto firstWait = std::ranges::find_if(log, [](const std::string &line) { return line == "cuEventSynchronize"; });
  EXPECT_EQ(FakeDriver::count({log.begin(), firstWait}, "cuLaunchKernel"), 6);
  EXPECT_EQ(FakeDriver::count(log, "cuLaunchKernel"), 12);
  fake.set("ahead", 0);
  for (const TensorHandle &result : results)
    EXPECT_EQ(valuesOf<float>(result)[599], 4.0f * 599);
}

/// A learning rate that changes with each step doesn't make the GPU wait for the host.
TEST(CudaStreams, WritesToVariablesAreEnqueuedBetweenRuns) {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"rate", DType::F32, {300}, {}, {}});
  JobBuilder b(artifact, "main");
  b.call("double_f32", {b.variable("rate"), b.result("y", DType::F32, {300})});
  b.finish();
  FakeDriver fake;
  Harness h({.frames = 3}, "cuda");
  JobHandle job = h.job(h.load(artifact), "main");
  TensorHandle rate = h.tensor(std::vector<float>(300));
  ASSERT_OK(weir_session_bind(h.session.get(), "rate", rate.get()));
  std::vector<TensorHandle> results;
  auto step = [&](int i) {
    results.push_back(std::move(h.launch(job, {}, 1)[0]));
    ASSERT_OK(weir_tensor_fill(rate.get(), i));
  };
  for (int i = 1; i <= 3; ++i) // makes the frames
    step(i);
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  fake.set("ahead", 2);
  fake.takeLog();
  int64_t launches = fake.live("launches");
  for (int i = 4; i <= 6; ++i)
    step(i);
  while (fake.live("launches") < launches + 3)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  fake.set("ahead", 0);
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  Lines log = fake.takeLog();
  auto firstWait = std::ranges::find_if(log, [](const std::string &line) { return line == "cuEventSynchronize"; });
  EXPECT_EQ(FakeDriver::count({log.begin(), firstWait}, "cuLaunchKernel double_f32_run"), 3);
  EXPECT_GE(FakeDriver::count({log.begin(), firstWait}, "cuMemsetD32Async 300"), 2);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(valuesOf<float>(results[size_t(i)])[299], 2.0f * float(i)) << i;
}

/// A run that fails, one that passes on what it has computed, and one that would have written a variable are all in the
/// GPU's queue before anybody can know.
TEST(CudaStreams, WhatIsEnqueuedBehindAFailedRunChangesNothing) {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"w", DType::F32, {300}, {}, {}});
  JobBuilder first(artifact, "gather"), second(artifact, "double"), third(artifact, "subtract");
  Id index = first.input("index", DType::I64, {300});
  first.call("gather_f32", {index, first.input("table", DType::F32, {2}), first.result("y", DType::F32, {300})});
  first.finish();
  second.call("double_f32", {second.input("x", DType::F32, {300}), second.result("y", DType::F32, {300})});
  second.finish();
  third.call("subtract_f32", {third.variable("w"), third.input("x", DType::F32, {300})});
  third.finish();

  FakeDriver fake;
  Harness h({.frames = 3}, "cuda");
  ArtifactHandle loaded = h.load(artifact);
  JobHandle gather = h.job(loaded, "gather"), twice = h.job(loaded, "double"), subtract = h.job(loaded, "subtract");
  TensorHandle good = h.tensor(std::vector<int64_t>(300, 1)), bad = h.tensor(std::vector<int64_t>(300, 2));
  TensorHandle table = h.tensor<float>({1, 2});
  auto step = [&](const TensorHandle &indices) {
    std::vector<TensorHandle> found = h.launch(gather, {&indices, &table}, 1);
    std::vector<TensorHandle> doubled = h.launch(twice, {&found[0]}, 1);
    h.launch(subtract, {&doubled[0]}, 0);
  };
  step(good); // makes the frames
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  for (int round = 0; round < 3; ++round) {
    ASSERT_OK(weir_session_set(h.session.get(), "w", h.tensor(std::vector<float>(300)).get()));
    fake.set("ahead", 3);
    fake.takeLog();
    step(bad);
    step(good);
    EXPECT_EQ(messageOf(weir_device_synchronize(h.device.get()), WEIR_KERNEL_FAULT),
              "expects an index from 0 to 1, got 2");
    Lines log = fake.takeLog();
    auto firstWait = std::ranges::find_if(log, [](const std::string &line) { return line == "cuEventSynchronize"; });
    EXPECT_GE(FakeDriver::count({log.begin(), firstWait}, "cuLaunchKernel subtract_f32_run"), 1);
    fake.set("ahead", 0);
    EXPECT_EQ(valuesOf<float>(h.variable("w")), std::vector<float>(300)) << round;
    step(good);
    EXPECT_EQ(valuesOf<float>(h.variable("w")), std::vector<float>(300, -4.0f)) << round;
  }
}

/// A batch that comes and a result that goes wait neither for programs nor for each other.
TEST(CudaStreams, CopiesGoByStreamsOfTheirOwn) {
  FakeDriver fake;
  Harness h({}, "cuda");
  JobHandle job = h.job(h.load(chain()), "main");
  fake.set("log streams", 1);
  fake.takeLog();
  auto results = h.run(job, list(h.tensor(iota(600))), 1);
  EXPECT_EQ(valuesOf<float>(results[0])[599], 4.0f * 599);
  std::map<std::string, std::set<std::string>> streams; // by the function
  for (const std::string &line : fake.takeLog())
    if (size_t on = line.rfind(" on "); on != line.npos && line.find(" 72 on ") == line.npos) // but faults
      streams[line.substr(0, line.find(' '))].insert(line.substr(on + 4));
  ASSERT_EQ(streams.size(), 3u);
  std::set<std::string> all;
  for (const auto &[function, used] : streams) {
    EXPECT_EQ(used.size(), 1u) << function;
    all.insert(used.begin(), used.end());
  }
  EXPECT_EQ(all.size(), 3u);
}

} // namespace
} // namespace weir
