// The device cuda on a fake driver: what it calls and in which order, what becomes of errors, what it leaves behind.
#include "lib/Runtime/Device/Cuda/CudaKernels.h"
#include "lib/Runtime/Device/Cuda/PinnedStaging.h"
#include "unittests/Runtime/CudaChain.h"

#include <algorithm>
#include <cstdlib>

namespace weir {
namespace {

constexpr int kOutOfMemory = 2, kIllegalAddress = 700, kOther = 999;

Artifact gatherOf(int64_t count) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id index = b.input("index", DType::I64, {count}), table = b.input("table", DType::F32, {kDynamic});
  Id found = b.arena(DType::F32, {count});
  b.call("gather_f32", {index, table, found});
  b.call("double_f32", {found, b.result("y", DType::F32, {count})});
  b.finish();
  return artifact;
}

std::string createError(weir_code code, const char *name = "cuda") {
  weir_device *device = nullptr;
  return messageOf(weir_device_create(name, nullptr, &device), code);
}

TEST(CudaDriver, IsNotThere) {
  setenv("WEIR_CUDA_DRIVER", "/nowhere/libcuda.so.1", 1);
  EXPECT_NE(createError(WEIR_UNSUPPORTED).find("expects NVIDIA's driver to be installed, can't open /nowhere/libcuda"),
            std::string::npos);
  int32_t count = -1;
  messageOf(weir_device_count("cuda", &count), WEIR_UNSUPPORTED);
  unsetenv("WEIR_CUDA_DRIVER");
}

TEST(CudaDriver, IsTooOld) {
  setenv("WEIR_CUDA_DRIVER", WEIR_ANCIENT_CUDA, 1);
  std::string text = createError(WEIR_UNSUPPORTED);
  EXPECT_NE(text.find("expects a newer driver than "), std::string::npos) << text;
  EXPECT_NE(text.find("which is for CUDA 9.2 and lacks cuGetErrorName"), std::string::npos) << text;
  EXPECT_EQ(text.find("cuMemAllocAsync"), std::string::npos) << "it can do without: " << text;
  unsetenv("WEIR_CUDA_DRIVER");
}

TEST(CudaDriver, HasNoDevice) {
  FakeDriver fake;
  fake.set("devices", 0);
  EXPECT_EQ(createError(WEIR_UNSUPPORTED), "cuInit fails with CUDA_ERROR_NO_DEVICE (100): said the fake");
}

TEST(CudaDriver, SeveralDevices) {
  FakeDriver fake;
  fake.set("devices", 2);
  int32_t count = 0;
  ASSERT_OK(weir_device_count("cuda", &count));
  EXPECT_EQ(count, 2);
  EXPECT_EQ(createError(WEIR_INVALID_ARGUMENT, "cuda:2"), "expects a device below cuda:2, got 'cuda:2'");
  Harness first({}, "cuda:0"), second({}, "cuda:1");
  EXPECT_STREQ(weir_device_name(first.device.get()), "cuda");
  EXPECT_STREQ(weir_device_name(second.device.get()), "cuda:1");
  EXPECT_EQ(weir_device_is_host(second.device.get()), 0);
  EXPECT_NE(messageOf(weir_device_set_threads(first.device.get(), 2), WEIR_UNSUPPORTED).find("got cuda and 2"),
            std::string::npos);
}

/// Each call that creating a device makes may fail; nothing is left behind.
TEST(CudaDevice, CreationThatFails) {
  FakeDriver fake;
  {
    Harness h({}, "cuda");
  }
  Lines calls = fake.takeLog();
  std::map<std::string, int64_t> seen;
  for (const std::string &line : calls) {
    std::string function = line.substr(0, line.find(' '));
    bool isUndone = function.find("Destroy") != line.npos || function.find("Free") != line.npos ||
                    function.find("Release") != line.npos || function == "cuStreamSynchronize";
    if (isUndone)
      continue;
    fake.fail(function.c_str(), kOther, seen[function]++);
    weir_code code = function == "cuInit" ? WEIR_UNSUPPORTED : WEIR_DEVICE_FAILED;
    EXPECT_EQ(createError(code), function + " fails with CUDA_ERROR_OF_THE_FAKE (999): said the fake");
    for (const char *what : {"contexts", "streams", "events", "allocations", "host allocations", "scopes"})
      EXPECT_EQ(fake.live(what), 0) << what << " are left when " << function << " fails";
  }
  EXPECT_GE(seen.size(), 9u);
}

/// From one instruction to the next nothing but launches; then one copy of the faults and one wait.
TEST(CudaDevice, CallsOfARun) {
  FakeDriver fake;
  Harness h({}, "cuda");
  JobHandle job = h.job(h.load(chain()), "main");
  auto input = list(h.tensor(iota(600)));
  h.run(job, input, 1);
  fake.takeLog();
  auto results = h.run(job, input, 1);
  EXPECT_EQ(fake.takeLog(), (Lines{"cuLaunchKernel double_f32_run 3 256", "cuLaunchKernel add_f32_run 3 256",
                                   "cuMemcpyDtoHAsync 72", "cuEventRecord", "cuEventSynchronize"}));
  EXPECT_EQ(valuesOf<float>(results[0])[599], 4.0f * 599);
}

TEST(CudaDevice, MemoryIsReleasedInTheOrderOfAStream) {
  FakeDriver fake;
  Harness h({}, "cuda");
  fake.takeLog();
  h.tensor(iota(1000)).reset();
  EXPECT_EQ(FakeDriver::count(fake.takeLog(), "cuMemAllocAsync 4032"), 1);
  h.tensor(iota(1000)).reset();
  EXPECT_EQ(FakeDriver::count(fake.takeLog(), "cuMemAlloc"), 0) << "a cached block serves again";
  weir_device_trim(h.device.get());
  Lines log = fake.takeLog();
  EXPECT_EQ(log, Lines{"cuMemFreeAsync"}) << "no wait";
}

/// An old driver, or a GPU without pools: plain allocation, which waits when it releases.
TEST(CudaDevice, WithoutPools) {
  for (bool isOldDriver : {true, false}) {
    FakeDriver fake(isOldDriver ? WEIR_FAKE_CUDA_WITHOUT_POOLS : WEIR_FAKE_CUDA);
    fake.set("pools", isOldDriver ? 1 : 0);
    Harness h({}, "cuda");
    JobHandle job = h.job(h.load(chain()), "main");
    EXPECT_EQ(valuesOf<float>(h.run(job, list(h.tensor(iota(10))), 1)[0])[9], 36.0f);
    Lines log = fake.takeLog();
    EXPECT_EQ(FakeDriver::count(log, "cuMemAllocAsync"), 0);
    EXPECT_GT(FakeDriver::count(log, "cuMemAlloc"), 0);
    weir_device_trim(h.device.get());
    EXPECT_GT(FakeDriver::count(fake.takeLog(), "cuMemFree"), 0);
  }
}

/// Copies of more than one piece of staging memory, while the driver reads and writes it as late as it may.
TEST(CudaDevice, LargeCopies) {
  for (int64_t seed : {0, 1, 2, 3}) {
    FakeDriver fake;
    fake.set("seed", seed);
    Harness h({}, "cuda");
    for (int64_t bytes :
         {int64_t(0), int64_t(4), cuda::PinnedStaging::kPieceBytes, 3 * cuda::PinnedStaging::kPieceBytes + 4}) {
      std::vector<float> values = iota(bytes / 4);
      EXPECT_EQ(valuesOf<float>(h.tensor(values)), values) << bytes << " bytes, seed " << seed;
    }
  }
}

TEST(CudaDevice, OutOfMemory) {
  FakeDriver fake;
  fake.set("memory", 1 << 20);
  Harness h({}, "cuda");
  TensorHandle half = h.tensor(iota(100'000));
  weir_tensor *none = nullptr;
  int64_t size = 200'000;
  std::string text = messageOf(weir_tensor_create(h.device.get(), WEIR_F32, 1, &size, &none), WEIR_OUT_OF_MEMORY);
  EXPECT_NE(text.find("of 1048576 available"), std::string::npos) << "the limit is the GPU's memory: " << text;

  // Somebody else has the rest: cached blocks are given back before the error.
  h.tensor(iota(50'000)).reset();
  fake.fail("cuMemAllocAsync", kOutOfMemory);
  EXPECT_EQ(valuesOf<float>(h.tensor(iota(60'000))).back(), 59'999.0f);
  fake.fail("cuMemAllocAsync", kOther);
  EXPECT_EQ(messageOf(weir_tensor_create(h.device.get(), WEIR_F32, 1, &size, &none), WEIR_OUT_OF_MEMORY), text);
  size = 10;
  EXPECT_EQ(messageOf(weir_tensor_create(h.device.get(), WEIR_F32, 1, &size, &none), WEIR_DEVICE_FAILED),
            "cuMemAllocAsync fails with CUDA_ERROR_OF_THE_FAKE (999): said the fake");
}

TEST(CudaKernels, TheBestImage) {
  std::vector<KernelImage> images;
  for (const char *arch : {"compute_80", "sm_80", "sm_86", "sm_90a", "compute_90", "compute_90a", "unchecked", "sm_9"})
    images.push_back({"cuda", arch, {}, {}, ""});
  auto chosen = [&](int major, int minor) {
    const KernelImage *image = cuda::chooseImage(images, major, minor);
    return image ? image->arch : "none";
  };
  EXPECT_EQ(chosen(8, 0), "sm_80");
  EXPECT_EQ(chosen(8, 6), "sm_86");
  EXPECT_EQ(chosen(8, 9), "sm_86") << "of an earlier minor version";
  EXPECT_EQ(chosen(9, 0), "sm_90a");
  EXPECT_EQ(chosen(10, 0), "compute_90") << "PTX, but not that for one architecture alone";
  EXPECT_EQ(chosen(7, 5), "none");
  images.erase(images.begin() + 3);
  EXPECT_EQ(chosen(9, 0), "compute_90a");
}

std::string loadError(const Artifact &artifact, weir_code code) {
  Harness h({}, "cuda");
  std::vector<uint8_t> bytes = *serialize(artifact);
  weir_artifact *loaded = nullptr;
  return messageOf(weir_artifact_load_memory(h.device.get(), bytes.data(), bytes.size(), &loaded), code);
}

/// The kernels that all artifacts here have; the first of them is double_f32.
TEST(CudaKernels, WhatDoesNotFitIsRefused) {
  FakeDriver fake;
  Artifact artifact = chain();
  auto error = [&](weir_code code, const auto &change) {
    Artifact changed = artifact;
    for (KernelImage &image : changed.kernels[0].images)
      if (image.arch == "sm_80")
        change(image);
    return loadError(changed, code);
  };
  EXPECT_EQ(error(WEIR_UNSUPPORTED, [](KernelImage &image) { image.phases[0].sharedBytes = 200 << 10; }),
            "kernel 'double_f32': phase 'double_f32_run': expects at most 167936 bytes of shared memory of a block on "
            "this GPU, got 204800");
  EXPECT_EQ(error(WEIR_UNSUPPORTED,
                  [](KernelImage &image) {
                    image.phases[0].registers = 100;
                    image.phases[0].threads = 1000;
                  }),
            "kernel 'double_f32': phase 'double_f32_run': expects at most 65536 registers of a block on this GPU, got "
            "106496")
      << "32 warps of 13 pieces of 256";
  EXPECT_EQ(
      error(WEIR_INVALID_ARTIFACT, [](KernelImage &image) { image.phases[0].registers = 40; }),
      "kernel 'double_f32': phase 'double_f32_run': expects code with 40 registers, as the artifact says, got 32");
  EXPECT_EQ(error(WEIR_DEVICE_FAILED, [](KernelImage &image) { image.phases[0].symbol = "nobody"; }),
            "kernel 'double_f32': phase 'nobody': cuModuleGetFunction fails with CUDA_ERROR_NOT_FOUND (500): said the "
            "fake");
  EXPECT_EQ(error(WEIR_DEVICE_FAILED, [](KernelImage &image) { image.code = Bytes(std::vector<uint8_t>{'h', 'i'}); }),
            "kernel 'double_f32': image for sm_80: cuModuleLoadDataEx fails with CUDA_ERROR_INVALID_IMAGE (200): said "
            "the fake: fatal: what is this?");
  EXPECT_EQ(error(WEIR_INVALID_ARTIFACT, [](KernelImage &image) { image.phases[0].symbol = ""; }),
            "kernel 'double_f32': expects code with symbols for target cuda, got flat code");
  fake.set("threads", 128);
  EXPECT_EQ(error(WEIR_UNSUPPORTED, [](KernelImage &) {}),
            "kernel 'double_f32': phase 'double_f32_run': expects at most 128 threads of a block on this GPU, got 256");
  fake.set("threads", 1024);
  fake.set("major", 7);
  std::string text = error(WEIR_UNSUPPORTED, [](KernelImage &) {});
  EXPECT_NE(text.find("expects an image for a GPU of compute capability 7.0, got images for sm_80"), std::string::npos)
      << text;
}

/// More than 48 KiB of shared memory have to be asked for.
TEST(CudaKernels, SharedMemoryIsOptedInto) {
  FakeDriver fake;
  Artifact artifact = chain();
  artifact.kernels[0].images[2].phases[0].sharedBytes = 100 << 10;
  Harness h({}, "cuda");
  JobHandle job = h.job(h.load(artifact), "main");
  EXPECT_EQ(FakeDriver::count(fake.takeLog(), "cuFuncSetAttribute 8 102400"), 1);
  EXPECT_EQ(valuesOf<float>(h.run(job, list(h.tensor(iota(3))), 1)[0])[2], 8.0f);
}

TEST(CudaKernels, OneModulePerImage) {
  FakeDriver fake;
  Harness h({}, "cuda");
  ArtifactHandle artifact = h.load(chain());
  EXPECT_EQ(fake.live("modules"), 1) << "all kernels of these tests are in one";
}

TEST(CudaKernels, PtxForNewerGpus) {
  FakeDriver fake;
  fake.set("major", 12);
  fake.set("registers", 77); // nobody knows before
  Harness h({}, "cuda");
  Artifact artifact = chain();
  if (artifact.kernels[0].images.size() < 4)
    GTEST_SKIP() << "the C compiler has no NVPTX";
  JobHandle job = h.job(h.load(artifact), "main");
  EXPECT_GE(FakeDriver::count(fake.takeLog(), "cuModuleLoadDataEx ptx"), 1);
  EXPECT_EQ(valuesOf<float>(h.run(job, list(h.tensor(iota(3))), 1)[0])[2], 8.0f);
}

TEST(CudaDevice, FaultsAreReadBack) {
  FakeDriver fake;
  Harness h({}, "cuda");
  JobHandle job = h.job(h.load(gatherOf(300)), "main");
  std::vector<int64_t> indices(300);
  indices[17] = 9;
  for (int round = 0; round < 3; ++round) {
    std::vector<TensorHandle> results;
    StatusHandle status(h.tryRun(job, list(h.tensor(indices), h.tensor<float>({1, 2})), results, 1));
    ASSERT_EQ(weir_status_code(status.get()), WEIR_KERNEL_FAULT);
    EXPECT_STREQ(weir_status_message(status.get()), "expects an index from 0 to 1, got 9");
    EXPECT_STREQ(weir_status_op(status.get()), "test.gather_f32.second");
    EXPECT_EQ(weir_status_line(status.get()), 2u);
    auto good = h.run(job, list(h.tensor(std::vector<int64_t>(300, 1)), h.tensor<float>({1, 2})), 1);
    EXPECT_EQ(valuesOf<float>(good[0])[17], 4.0f) << "the record is clear again";
  }
}

TEST(CudaDevice, LaunchesThatFailNameTheOp) {
  FakeDriver fake;
  Harness h({}, "cuda");
  JobHandle job = h.job(h.load(chain()), "main");
  auto input = list(h.tensor(iota(10)));
  fake.fail("cuLaunchKernel", kOther, 1);
  std::vector<TensorHandle> results;
  StatusHandle status(h.tryRun(job, input, results, 1));
  EXPECT_EQ(weir_status_code(status.get()), WEIR_DEVICE_FAILED);
  EXPECT_STREQ(weir_status_message(status.get()),
               "cuLaunchKernel fails with CUDA_ERROR_OF_THE_FAKE (999): said the fake");
  EXPECT_STREQ(weir_status_op(status.get()), "test.op1");
  EXPECT_EQ(weir_status_line(status.get()), 11u);
  EXPECT_EQ(valuesOf<float>(h.run(job, input, 1)[0])[9], 36.0f);
}

/// What a kernel broke comes out when the streams are waited for, and for ever after.
TEST(CudaDevice, ABrokenContextSaysSo) {
  FakeDriver fake;
  {
    Harness h({}, "cuda");
    JobHandle job = h.job(h.load(chain()), "main");
    auto input = list(h.tensor(iota(10)));
    fake.breakDown(kIllegalAddress);
    for (int round = 0; round < 2; ++round) {
      std::vector<TensorHandle> results;
      std::string text = messageOf(h.tryRun(job, input, results, 1), WEIR_DEVICE_FAILED);
      EXPECT_NE(
          text.find("CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered; the device can't "
                    "be used any more in this process"),
          std::string::npos)
          << text;
    }
  }
  fake.breakDown(0);
}

/// 4 KiB of parameters with drivers before CUDA 12.1, 32,764 bytes since.
TEST(CudaDevice, LimitsOfLaunches) {
  for (int64_t version : {12000, 12010}) {
    FakeDriver fake;
    fake.set("version", version);
    fake.set("blocks", 3);
    Harness h({}, "cuda");
    Artifact artifact = testArtifact();
    Kernel wide = artifact.kernels[0];
    wide.name = "wide";
    wide.operands.resize(180, {DType::F32, 1, Access::Const});
    artifact.kernels.push_back(wide);
    JobBuilder b(artifact, "main");
    Id x = b.input("x", DType::F32, {kDynamic});
    std::vector<Id> operands(180, x);
    operands[1] = b.result("y", DType::F32, {kDynamic}, b.sizesOf(x));
    b.call("wide", operands);
    b.finish();
    JobHandle job = h.job(h.load(artifact), "main");
    std::vector<TensorHandle> results;
    std::string text = messageOf(h.tryRun(job, list(h.tensor(iota(10))), results, 1),
                                 version == 12000 ? WEIR_UNSUPPORTED : WEIR_DEVICE_FAILED);
    if (version == 12000)
      EXPECT_EQ(text, "expects kernel 'wide' to have at most 4096 bytes of parameters with this driver, got 4472");
    else
      EXPECT_NE(text.find("cuLaunchKernel"), std::string::npos) << "the driver has the last word: " << text;

    JobHandle other = h.job(h.load(chain()), "main");
    EXPECT_EQ(messageOf(h.tryRun(other, list(h.tensor(iota(1024))), results, 1), WEIR_UNSUPPORTED),
              "expects kernel 'double_f32' to have at most 3 tiles on this GPU, got 4");
    EXPECT_EQ(valuesOf<float>(h.run(other, list(h.tensor(iota(0))), 1)[0]).size(), 0u) << "no tiles, no launch";
  }
}

/// A GPU's memory is not the host's: weir_tensor_data gives an address that the host can't use.
TEST(CudaDevice, TensorsOfTheHostAreNotTheGpus) {
  FakeDriver fake;
  Harness h({}, "cuda"), host;
  JobHandle job = h.job(h.load(chain()), "main");
  std::vector<TensorHandle> results;
  EXPECT_EQ(messageOf(h.tryRun(job, list(host.tensor<float>({1})), results, 1), WEIR_INVALID_ARGUMENT),
            "job 'main' expects input 'x' to be on its device (cuda), got one on another (cpu)");
  TensorHandle onHost = host.tensor<float>({1, 2, 3}), onGpu = h.tensor<float>({0, 0, 0});
  ASSERT_OK(weir_tensor_copy(onHost.get(), onGpu.get()));
  auto y = h.run(job, list(std::move(onGpu)), 1);
  ASSERT_OK(weir_tensor_copy(y[0].get(), onHost.get()));
  EXPECT_EQ(valuesOf<float>(onHost), (std::vector<float>{4, 8, 12}));
}

} // namespace
} // namespace weir
