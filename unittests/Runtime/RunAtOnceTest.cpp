// Runs that whoever launches them does without a task, and those that may not be.
#include "unittests/Runtime/Gate.h"
#include "unittests/Runtime/RuntimeTest.h"

#include <thread>

namespace weir {
namespace {

using Floats = std::vector<float>;

struct RunAtOnce : ::testing::Test {
  void SetUp() override {
    JobBuilder twice(artifact, "double");
    twice.call("double_f32", {twice.input("x", DType::F32, {2}), twice.result("y", DType::F32, {2})});
    twice.finish();
    JobBuilder gather(artifact, "gather");
    Id index = gather.input("index", DType::I64, {2}), table = gather.input("table", DType::F32, {2});
    gather.call("gather_f32", {index, table, gather.result("y", DType::F32, {2})});
    gather.finish();
    JobBuilder any(artifact, "any");
    Id input = any.input("x", DType::F32, {kDynamic});
    Id kept = any.arenaOf(DType::F32, any.sizesOf(input));
    any.call("double_f32", {input, kept});
    any.call("double_f32", {kept, any.result("y", DType::F32, {kDynamic}, any.sizesOf(input))});
    any.finish();
    JobBuilder gated(artifact, "gated");
    Id x = gated.input("x", DType::F32, {2}), y = gated.result("y", DType::F32, {2});
    Id passed = gated.add(HostCallback{"gate", {x}});
    gated.call("double_f32", {x, y}, 0, {passed});
    gated.finish();
    ASSERT_OK(weir_session_set_callback(h.session.get(), "gate", Gate::pass, &gate));
    loaded = h.load(artifact);
  }
  /// The gate has to outlive who stands in it.
  void TearDown() override {
    gate.open();
    while (gate.isInside && !gate.hasLeft)
      std::this_thread::yield();
  }

  /// The result, or a null pointer where it was not done.
  TensorHandle tryJob(const JobHandle &job, const std::vector<const TensorHandle *> &inputs) {
    std::vector<weir_tensor *> given;
    for (const TensorHandle *input : inputs)
      given.push_back(input->get());
    weir_tensor *result = nullptr;
    int32_t isDone = 0;
    EXPECT_OK(weir_launch_at_once(job.get(), given.data(), int32_t(given.size()), &result, 1, &isDone));
    EXPECT_EQ(isDone != 0, result != nullptr);
    return TensorHandle(result);
  }
  /// Until one run has taken no longer than it should.
  void measure(const JobHandle &job, const std::vector<const TensorHandle *> &inputs) {
    for (int i = 0; i < 1000 && !tryJob(job, inputs); ++i)
      EXPECT_OK(weir_tensor_wait(h.launch(job, inputs, 1)[0].get()));
    ASSERT_TRUE(tryJob(job, inputs));
  }

  Artifact artifact = testArtifact();
  Gate gate;
  Harness h;
  ArtifactHandle loaded;
};

TEST_F(RunAtOnce, OneThatHasNotRunIsATask) {
  JobHandle twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  EXPECT_FALSE(tryJob(twice, {&x}));
  measure(twice, {&x});
  TensorHandle y = tryJob(twice, {&x}), z = tryJob(twice, {&y});
  EXPECT_EQ(valuesOf<float>(z), (Floats{4, 8}));
}

/// Whoever waits for the run is told what became of it, and nobody else.
TEST_F(RunAtOnce, AwaitedRunsTellOfFailures) {
  JobHandle gather = h.job(loaded, "gather");
  TensorHandle good = h.tensor<int64_t>({1, 0}), bad = h.tensor<int64_t>({1, 7}), table = h.tensor<float>({5, 6});
  measure(gather, {&good, &table});
  weir_tensor *inputs[] = {bad.get(), table.get()}, *result = nullptr;
  weir_set_launch_number(7);
  weir_status *failed = weir_run(gather.get(), inputs, 2, &result, 1);
  weir_set_launch_number(0);
  EXPECT_EQ(weir_status_launch(failed), 7u);
  EXPECT_EQ(messageOf(failed, WEIR_KERNEL_FAULT), "expects an index from 0 to 1, got 7");
  EXPECT_EQ(result, nullptr);
  EXPECT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_EQ(valuesOf<float>(h.run(gather, list(std::move(good), std::move(table)), 1)[0]), (Floats{6, 5}));
}

TEST_F(RunAtOnce, TheProgramUsedLastIsKnown) {
  JobHandle any = h.job(loaded, "any");
  TensorHandle few = h.tensor<float>({1, 2}), many = h.tensor<float>(Floats(1000));
  measure(any, {&few});
  weir_tensor *input = many.get(), *result = nullptr;
  ASSERT_OK(weir_run(any.get(), &input, 1, &result, 1));
  TensorHandle large(result);
  EXPECT_GE(memoryOf(any).arena_bytes, 4000);
  input = few.get();
  ASSERT_OK(weir_run(any.get(), &input, 1, &result, 1));
  EXPECT_EQ(valuesOf<float>(TensorHandle(result)), (Floats{4, 8}));
  EXPECT_LT(memoryOf(any).arena_bytes, 4000);
}

TEST_F(RunAtOnce, StridedInputsAreReadInPlace) {
  JobHandle twice = h.job(loaded, "double");
  TensorHandle memory = h.tensor<float>({1, 2, 3, 4});
  int64_t size = 2, stride = 2;
  weir_tensor *view = nullptr;
  ASSERT_OK(weir_tensor_view(memory.get(), 1, 1, &size, &stride, &view));
  TensorHandle x(view);
  for (int i = 0; i < 100; ++i) {
    TensorHandle y = tryJob(twice, {&x});
    EXPECT_EQ(valuesOf<float>(y ? y : h.launch(twice, {&x}, 1)[0]), (Floats{4, 8}));
  }
}

TEST_F(RunAtOnce, WhatIsStillToBeWrittenIsWaitedFor) {
  JobHandle twice = h.job(loaded, "double"), gated = h.job(loaded, "gated");
  TensorHandle x = h.tensor<float>({1, 2});
  measure(twice, {&x});
  auto y = h.launch(gated, {&x}, 1);
  gate.waitUntilInside();
  EXPECT_FALSE(tryJob(twice, {&y[0]}));
  EXPECT_TRUE(tryJob(twice, {&x})) << "which is read alone";
  gate.open();
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_EQ(valuesOf<float>(tryJob(twice, {&y[0]})), (Floats{4, 8}));
}

TEST_F(RunAtOnce, WhatTheHostMayWriteIsCopied) {
  JobHandle twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  measure(twice, {&x});
  weir_tensor_expose(x.get(), 0);
  EXPECT_FALSE(tryJob(twice, {&x}));
  weir_tensor_conceal(x.get(), 0);
  EXPECT_TRUE(tryJob(twice, {&x}));
}

TEST_F(RunAtOnce, AFailureReachesWhoLooks) {
  JobHandle gather = h.job(loaded, "gather"), twice = h.job(loaded, "double");
  TensorHandle good = h.tensor<int64_t>({1, 0}), bad = h.tensor<int64_t>({0, 5}), table = h.tensor<float>({1, 2});
  measure(gather, {&good, &table});
  measure(twice, {&table});
  weir_set_launch_number(7);
  TensorHandle y = tryJob(gather, {&bad, &table});
  weir_set_launch_number(0);
  ASSERT_TRUE(y);
  EXPECT_FALSE(tryJob(twice, {&y})) << "which says why it isn't there";
  auto z = h.launch(twice, {&y}, 1);
  weir_status *failed = weir_tensor_wait(z[0].get());
  EXPECT_EQ(weir_status_launch(failed), 7u);
  EXPECT_EQ(messageOf(failed, WEIR_KERNEL_FAULT), "expects an index from 0 to 1, got 5");
  EXPECT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_EQ(valuesOf<float>(tryJob(gather, {&good, &table})), (Floats{2, 1}));
}

/// Also what is launched on it from then on; what follows from what was never written stays failed.
TEST_F(RunAtOnce, WhatAFailedResultWasCopiedToIsAsBeforeOnceThatIsSeen) {
  JobHandle gather = h.job(loaded, "gather"), gated = h.job(loaded, "gated"), twice = h.job(loaded, "double");
  TensorHandle index = h.tensor<int64_t>({0, 7}), table = h.tensor<float>({1, 2}), x = h.tensor<float>({1, 2});
  TensorHandle target = h.tensor<float>({3, 4});
  auto held = h.launch(gated, {&x}, 1);
  ASSERT_OK(weir_tensor_copy(held[0].get(), target.get()));
  auto y = h.launch(gather, {&index, &target}, 1);
  ASSERT_OK(weir_tensor_copy(y[0].get(), target.get()));
  auto early = h.launch(twice, {&target}, 1);
  gate.open();
  Floats read(2);
  EXPECT_EQ(messageOf(weir_tensor_read(target.get(), read.data(), 8), WEIR_KERNEL_FAULT),
            "expects an index from 0 to 1, got 7");
  EXPECT_EQ(valuesOf<float>(target), (Floats{2, 4}));
  auto late = h.launch(twice, {&target}, 1);
  EXPECT_EQ(valuesOf<float>(late[0]), (Floats{4, 8}));
  EXPECT_EQ(messageOf(weir_tensor_wait(early[0].get()), WEIR_KERNEL_FAULT), "expects an index from 0 to 1, got 7");
  ASSERT_OK(weir_tensor_copy(late[0].get(), target.get()));
  EXPECT_EQ(valuesOf<float>(target), (Floats{4, 8}));
}

TEST_F(RunAtOnce, AFailureThatNobodyHasSeenIsTold) {
  JobHandle gather = h.job(loaded, "gather");
  TensorHandle good = h.tensor<int64_t>({1, 0}), bad = h.tensor<int64_t>({0, 5}), table = h.tensor<float>({1, 2});
  measure(gather, {&good, &table});
  ASSERT_TRUE(tryJob(gather, {&bad, &table}));
  EXPECT_EQ(messageOf(weir_device_synchronize(h.device.get()), WEIR_KERNEL_FAULT),
            "expects an index from 0 to 1, got 5");
}

TEST_F(RunAtOnce, WrongInputsAreRefused) {
  JobHandle twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2}), longer = h.tensor<float>({1, 2, 3});
  measure(twice, {&x});
  weir_tensor *given = longer.get(), *result = nullptr;
  int32_t isDone = 0;
  EXPECT_EQ(messageOf(weir_launch_at_once(twice.get(), &given, 1, &result, 1, &isDone), WEIR_INVALID_ARGUMENT),
            "job 'double' expects input 'x' to be tensor<2xf32>, got tensor<3xf32>");
  EXPECT_EQ(messageOf(weir_launch_at_once(twice.get(), &given, 1, nullptr, 1, &isDone), WEIR_INVALID_ARGUMENT),
            "expects room for results, got a null pointer");
}

TEST_F(RunAtOnce, WithoutMemoryItIsATask) {
  JobHandle twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  measure(twice, {&x});
  weir_device_fail_allocations(h.device.get(), 1);
  EXPECT_FALSE(tryJob(twice, {&x}));
  auto y = h.launch(twice, {&x}, 1);
  weir_status *failed = weir_tensor_wait(y[0].get());
  weir_device_fail_allocations(h.device.get(), 0);
  EXPECT_EQ(weir_status_code(failed), WEIR_OUT_OF_MEMORY);
  weir_status_free(failed);
  EXPECT_EQ(valuesOf<float>(tryJob(twice, {&x})), (Floats{2, 4}));
}

/// Many threads launch and read; each sees what it has asked for.
TEST_F(RunAtOnce, ThreadsShareADevice) {
  JobHandle twice = h.job(loaded, "double");
  TensorHandle measured = h.tensor<float>({1, 2});
  measure(twice, {&measured});
  auto work = [&](float first) {
    TensorHandle x = h.tensor<float>({first, 1});
    for (int i = 1; i <= 50; ++i) {
      TensorHandle y = tryJob(twice, {&x});
      x = y ? std::move(y) : std::move(h.launch(twice, {&x}, 1)[0]);
      if (i % 7 == 0)
        EXPECT_EQ(valuesOf<float>(x)[0], first * float(1ull << i));
    }
  };
  onThreads({1, 2, 3, 4}, work);
}

} // namespace
} // namespace weir
