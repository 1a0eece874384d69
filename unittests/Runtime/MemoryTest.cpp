// Memory of runs: how much, whose, and how often it is asked for.
#include "lib/Runtime/Engine.h"
#include "unittests/Runtime/RuntimeTest.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <sstream>

namespace {
std::atomic<int64_t> numAllocations{0};
}

// The thread sanitizer has an operator of its own.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WEIR_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef WEIR_COUNTS_ALLOCATIONS
#define WEIR_COUNTS_ALLOCATIONS 1
void *operator new(size_t size) {
  numAllocations.fetch_add(1, std::memory_order_relaxed);
  if (void *memory = std::malloc(size))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
#endif

namespace weir {
namespace {

TEST(Memory, AChainNeedsTwoBuffers) {
  Harness h;
  JobHandle job = h.job(h.load(doublings(10)), "main");
  EXPECT_EQ(messageOf(
                [&] {
                  weir_job_memory memory;
                  return weir_job_get_memory(job.get(), &memory);
                }(),
                WEIR_INVALID_ARGUMENT),
            "expects a job that has run");
  h.run(job, list(h.tensor(iota(1024))), 1);
  EXPECT_EQ(memoryOf(job).arena_bytes, 2 * 4096);
  EXPECT_EQ(memoryOf(job).live_bound, 2 * 4096);
  h.run(job, list(h.tensor(iota(64))), 1);
  EXPECT_EQ(memoryOf(job).arena_bytes, 2 * 256);
}

TEST(Memory, InPlaceNeedsOne) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {1024});
  Id first = b.arena(DType::F32, {1024}), second = b.arenaOf(DType::F32, b.sizesOf(x), first);
  b.call("double_f32", {x, first});
  b.call("double_f32", {first, second});
  b.call("double_f32", {second, b.result("y", DType::F32, {1024})});
  b.finish();
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  std::vector<float> values = valuesOf<float>(h.run(job, list(h.tensor(iota(1024))), 1)[0]);
  EXPECT_EQ(values[1023], 8.0f * 1023);
  EXPECT_EQ(memoryOf(job).arena_bytes, 4096);
}

TEST(Memory, OffsetsOfTheCompilerAreTaken) {
  Artifact artifact = doublings(4);
  Job &job = artifact.jobs[0];
  int64_t offset = 0;
  for (Buffer &buffer : job.buffers)
    if (auto *storage = std::get_if<ArenaStorage>(&buffer.storage)) {
      storage->offset = offset;
      offset += 128;
    }
  job.arenaBytes = offset;
  Harness h;
  JobHandle handle = h.job(h.load(artifact), "main");
  EXPECT_EQ(valuesOf<float>(h.run(handle, list(h.tensor<float>({1})), 1)[0])[0], 16.0f);
  EXPECT_EQ(memoryOf(handle).arena_bytes, 3 * 128);
  std::vector<TensorHandle> results;
  std::string text = messageOf(h.tryRun(handle, list(h.tensor(iota(33))), results, 1), WEIR_INVALID_ARTIFACT);
  EXPECT_NE(text.find("to end within the arena"), std::string::npos) << text;
}

TEST(Memory, FreedTensorsAreUsedAgain) {
  Harness h;
  JobHandle job = h.job(h.load(doublings(3)), "main");
  auto input = list(h.tensor(iota(1 << 16)));
  h.run(job, input, 1);
  int64_t inUse = weir_device_bytes_in_use(h.device.get());
  weir_device_reset_peak(h.device.get());
  void *address = weir_tensor_data(h.run(job, input, 1)[0].get());
  EXPECT_EQ(weir_tensor_data(h.run(job, input, 1)[0].get()), address);
  EXPECT_EQ(weir_device_bytes_in_use(h.device.get()), inUse);
  EXPECT_EQ(weir_device_peak_bytes(h.device.get()), inUse + (1 << 18));
  weir_device_trim(h.device.get());
  EXPECT_EQ(valuesOf<float>(h.run(job, input, 1)[0])[1], 8.0f);
}

/// Copies for iterations that are under way at once, and bytes of its own for what is carried.
TEST(Memory, RegistersAreForLanes) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  b.repeat(4);
  Id x = b.input("x", DType::F32, {16}), made = b.registers(3, DType::F32, {16}), kept = b.carried(DType::F32, {16});
  Id last = b.arena(DType::F32, {16});
  Id first = b.call("double_f32", {x, made}, 0), second = b.call("add_f32", {x, made, kept}, 1, {first});
  Id third = b.call("double_f32", {kept, last}, 1, {second});
  b.call("double_f32", {last, b.result("y", DType::F32, {16})}, 1, {third});
  b.finish();
  for (int threads : {1, 2}) {
    Harness h({.threads = threads});
    JobHandle job = h.job(h.load(artifact), "main");
    h.run(job, list(h.tensor(iota(16))), 1);
    EXPECT_EQ(memoryOf(job).arena_bytes, threads == 1 ? 2 * 64 : 5 * 64);
  }
}

/// The arena is one for all programs of a device.
TEST(Memory, ProgramsShareTheArena) {
  Artifact artifact = doublings(3);
  artifact.jobs.push_back(artifact.jobs[0]);
  artifact.jobs[1].name = "other";
  Harness h;
  ArtifactHandle loaded = h.load(artifact);
  JobHandle a = h.job(loaded, "main"), b = h.job(loaded, "other");
  auto input = list(h.tensor(iota(1 << 16)));
  h.run(a, input, 1);
  int64_t inUse = weir_device_bytes_in_use(h.device.get());
  h.run(b, input, 1);
  EXPECT_EQ(weir_device_bytes_in_use(h.device.get()), inUse);
}

/// A run of known shapes asks the heap for the same few blocks however long the program is.
TEST(Memory, AllocationsOfARunDoNotGrowWithTheProgram) {
  auto allocationsOf = [](int length, int threads) {
    Harness h({.threads = threads});
    JobHandle job = h.job(h.load(doublings(length)), "main");
    TensorHandle x = h.tensor(iota(1000));
    weir_tensor *input = x.get(), *result = nullptr;
    for (int i = 0; i < 3; ++i) {
      EXPECT_OK(weir_run(job.get(), &input, 1, &result, 1));
      weir_tensor_free(result);
    }
    int64_t before = numAllocations.load();
    weir_status *status = weir_run(job.get(), &input, 1, &result, 1);
    int64_t allocations = numAllocations.load() - before;
    EXPECT_OK(status);
    weir_tensor_free(result);
    return allocations;
  };
  if (!WEIR_COUNTS_ALLOCATIONS)
    GTEST_SKIP() << "allocations aren't counted in this build";
  for (int threads : {1, 2}) {
    int64_t few = allocationsOf(500, threads);
    EXPECT_EQ(allocationsOf(2000, threads), few);
    EXPECT_LE(few, 16);
    EXPECT_LE(allocationsOf(2, threads), few) << "what is tiny is no task";
  }
}

Artifact reversing() {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {kDynamic});
  b.call("reverse_f32", {x, b.result("y", DType::F32, {kDynamic}, b.sizesOf(x))});
  b.finish();
  return artifact;
}

/// Each worker has scratch of its own, which counts as used and stays within the limit.
TEST(Memory, ScratchCounts) {
  constexpr int64_t kSize = 1 << 16, kBytes = kSize * 4;
  Harness h({.threads = 3, .memory_limit = 2 << 20});
  JobHandle job = h.job(h.load(reversing()), "main");
  auto small = list(h.tensor(iota(4)));
  int64_t inUse = weir_device_bytes_in_use(h.device.get());
  EXPECT_EQ(valuesOf<float>(h.run(job, small, 1)[0]), (std::vector<float>{3, 2, 1, 0}));
  EXPECT_EQ(weir_device_bytes_in_use(h.device.get()), inUse + 3 * 64) << "scratch of 64 bytes, no arena";
  auto input = list(h.tensor(iota(kSize)));
  inUse = weir_device_bytes_in_use(h.device.get());
  EXPECT_EQ(valuesOf<float>(h.run(job, input, 1)[0])[0], float(kSize - 1));
  EXPECT_EQ(weir_device_bytes_in_use(h.device.get()), inUse + 3 * kBytes - 3 * 64);
  EXPECT_EQ(memoryOf(job).scratch_bytes, kBytes);

  ASSERT_OK(weir_device_set_threads(h.device.get(), 8));
  std::vector<TensorHandle> results;
  std::string text = messageOf(h.tryRun(job, input, results, 1), WEIR_OUT_OF_MEMORY);
  EXPECT_NE(text.find("expects the scratch of a device's threads to fit into the device's memory, got 2097152 bytes"),
            std::string::npos)
      << text;
  EXPECT_EQ(valuesOf<float>(h.run(job, small, 1)[0])[0], 3.0f) << "the engine is usable";
  ASSERT_OK(weir_device_set_threads(h.device.get(), 2));
  EXPECT_EQ(valuesOf<float>(h.run(job, input, 1)[0])[1], float(kSize - 2));
  weir_device_trim(h.device.get());
  EXPECT_EQ(valuesOf<float>(h.run(job, input, 1)[0])[kSize - 1], 0.0f);
}

TEST(Memory, MoreScratchThanCanBeCounted) {
  Harness h({.threads = 256});
  Status failed = h.device->engine->reserveScratch(int64_t(1) << 60);
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->code, WEIR_OUT_OF_MEMORY);
  EXPECT_EQ(failed->message, "expects kernels to ask for less than 2^48 bytes of scratch, got 1152921504606846976");
}

TEST(Memory, PoisonShowsWhatIsReadAfterItsRelease) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {1}), kept = b.arena(DType::F32, {1}), y = b.result("y", DType::F32, {1});
  b.call("double_f32", {x, kept});
  b.add(Release{kept});
  b.add(Copy{kept, y});
  b.finish();
  for (int poison : {0, 1}) {
    Harness h({.threads = 1, .poison = poison});
    float value = valuesOf<float>(h.run(h.job(h.load(artifact), "main"), list(h.tensor<float>({4})), 1)[0])[0];
    EXPECT_EQ(value != value, poison != 0);
  }
}

/// There is no arena where it would be empty.
TEST(Memory, EmptyBuffersNeedNone) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {0}), kept = b.arena(DType::F32, {0}), y = b.result("y", DType::F32, {0});
  b.call("double_f32", {x, kept});
  b.add(Copy{kept, y});
  b.add(Release{kept});
  b.finish();
  Harness h({.threads = 1, .poison = 1});
  EXPECT_EQ(valuesOf<float>(h.run(h.job(h.load(artifact), "main"), list(h.tensor<float>({})), 1)[0]).size(), 0u);
}

TEST(Memory, ErrorsTellWhatIsInUse) {
  weir_device_options options = {};
  options.memory_limit = 5120;
  Harness h(options);
  TensorHandle first = h.tensor<float>(iota(256)), second = h.tensor<float>(iota(256)), dropped = h.tensor<float>({1});
  dropped.reset();
  JobHandle job = h.job(h.load(doublings(2)), "main");
  TensorHandle x = h.tensor<float>(iota(300));
  std::vector<TensorHandle> results;
  EXPECT_EQ(
      messageOf(h.tryRun(job, list(std::move(x)), results, 1), WEIR_OUT_OF_MEMORY),
      "expects a result to fit into the device's memory, got 1200 bytes with 640 of 5120 available on cpu; in use: "
      "3264 bytes as a tensor (3 of them), 1216 bytes as the arena of a program");
}

} // namespace
} // namespace weir
