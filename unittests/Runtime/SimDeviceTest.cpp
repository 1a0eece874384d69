// The simulator as a device: its options, what it reports.
#include "lib/Runtime/Device/Sim/SimOptions.h"
#include "unittests/Runtime/RuntimeTest.h"

#include <cstdlib>

namespace weir {
namespace {

/// Sets WEIR_SIM for as long as it lives.
struct SimEnvironment {
  explicit SimEnvironment(const char *options) { setenv("WEIR_SIM", options, 1); }
  ~SimEnvironment() { unsetenv("WEIR_SIM"); }
};

TEST(SimOptions, AreRead) {
  Result<sim::Options> options = sim::parseSimOptions("");
  ASSERT_TRUE(bool(options));
  EXPECT_TRUE(options->check);
  EXPECT_EQ(options->seed, 0u);
  EXPECT_EQ(options->landing, sim::Landing::Late);
  options = sim::parseSimOptions("seed=18446744073709551615,check=0,landing=random");
  ASSERT_TRUE(bool(options)) << options.message();
  EXPECT_FALSE(options->check);
  EXPECT_EQ(options->seed, UINT64_MAX);
  EXPECT_EQ(options->landing, sim::Landing::Random);
  EXPECT_EQ(sim::parseSimOptions("landing=early")->landing, sim::Landing::Early);
  EXPECT_EQ(sim::parseSimOptions("landing=late")->landing, sim::Landing::Late);
}

TEST(SimOptions, WhatIsWrongIsNamed) {
  for (const char *bad : {"check", "check=2", "check=", "seed=", "seed=-1", "seed=1x", "seed=18446744073709551616",
                          "landing=soon", "speed=9", "=1", " check=1"}) {
    Result<sim::Options> options = sim::parseSimOptions(bad);
    ASSERT_FALSE(bool(options)) << bad;
    EXPECT_EQ(options.message(),
              "expects WEIR_SIM to be check=0|1,seed=N,landing=late|early|random, each at most once, "
              "got '" +
                  std::string(bad) + "'");
  }
  EXPECT_FALSE(bool(sim::parseSimOptions("seed=1,seed=2")));
  EXPECT_FALSE(bool(sim::parseSimOptions("seed=1,,check=1")));
}

TEST(SimOptions, ComeFromTheEnvironment) {
  SimEnvironment wrong("check=yes");
  weir_device *device = nullptr;
  EXPECT_NE(messageOf(weir_device_create("sim", nullptr, &device), WEIR_INVALID_ARGUMENT).find("got 'check=yes'"),
            std::string::npos);
}

/// Writes one element more than the operand has.
Artifact overrun() {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {kDynamic});
  b.call("overrun_f32", {x, b.result("y", DType::F32, {kDynamic}, b.sizesOf(x))});
  b.finish();
  return artifact;
}

TEST(SimDevice, ReportsNameOpAndLine) {
  Harness h({.threads = 2}, "sim");
  JobHandle job = h.job(h.load(overrun()), "main");
  for (int round = 0; round < 3; ++round) {
    std::vector<TensorHandle> results;
    StatusHandle status(h.tryRun(job, list(h.tensor(iota(1000))), results, 1));
    ASSERT_EQ(weir_status_code(status.get()), WEIR_DEVICE_FAILED);
    std::string text = weir_status_message(status.get());
    EXPECT_NE(text.find("overrun_f32"), std::string::npos) << text;
    EXPECT_NE(text.find("test.overrun_f32.second (model.py:2)"), std::string::npos) << text;
    EXPECT_NE(text.find("operand 1"), std::string::npos) << text;
    EXPECT_STREQ(weir_status_op(status.get()), "test.overrun_f32.second");
    EXPECT_EQ(weir_status_line(status.get()), 2u);
  }
}

/// The table of functions that it calls may be another.
TEST(SimDevice, CodeForAnotherSimulatorIsRefused) {
  Artifact artifact = overrun();
  for (Kernel &kernel : artifact.kernels)
    for (KernelImage &image : kernel.images)
      if (image.target == "sim")
        image.arch = "sim-0";
  Result<std::vector<uint8_t>> bytes = serialize(artifact);
  ASSERT_TRUE(bool(bytes));
  Harness h({}, "sim");
  weir_artifact *loaded = nullptr;
  std::string text = messageOf(weir_artifact_load_memory(h.device.get(), bytes->data(), bytes->size(), &loaded),
                               WEIR_INVALID_ARTIFACT);
  EXPECT_NE(text.find(", this version of the simulator, got code for 'sim-0'; compile it again"), std::string::npos)
      << text;
}

/// Without checks it is the bytes around an allocation that show it.
TEST(SimDevice, RedZones) {
  SimEnvironment unchecked("check=0");
  Harness h({.threads = 1}, "sim");
  JobHandle job = h.job(h.load(overrun()), "main");
  std::vector<TensorHandle> results;
  // 64 elements fill the block of the result.
  EXPECT_EQ(messageOf(h.tryRun(job, list(h.tensor(iota(64))), results, 1), WEIR_DEVICE_FAILED),
            "expects kernels to write inside allocations, got bytes written behind one of 256 bytes");
  EXPECT_EQ(valuesOf<float>(h.run(job, list(h.tensor(iota(4))), 1)[0]), std::vector<float>(4, 3.0f))
      << "the device is usable, and what is inside a block is not noticed";
}

/// A read of what no instruction has written yet.
TEST(SimDevice, UnwrittenBuffers) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id w = b.arena(DType::F32, {8}), g = b.input("g", DType::F32, {8});
  Id subtract = b.call("subtract_f32", {w, g}), copied = b.add(Copy{w, b.result("y", DType::F32, {8})});
  b.finish();
  Harness h({}, "sim");
  std::vector<TensorHandle> results;
  StatusHandle status(h.tryRun(h.job(h.load(artifact), "main"), list(h.tensor(iota(8))), results, 1));
  EXPECT_EQ(weir_status_code(status.get()), WEIR_DEVICE_FAILED);
  EXPECT_STREQ(weir_status_op(status.get()), "test.subtract_f32");

  // After a fill it is right.
  std::vector<Instruction> &instructions = artifact.jobs[0].instructions;
  instructions.insert(instructions.begin() + subtract, {Fill{w, 0}, 0, {}, {}, {}});
  std::get<ArenaStorage>(artifact.jobs[0].buffers[w].storage).last = copied + 1;
  EXPECT_EQ(valuesOf<float>(h.run(h.job(h.load(artifact), "main"), list(h.tensor(iota(8))), 1)[0])[7], -7.0f);
}

TEST(SimDevice, SeedsAndThreadsDoNotChangeResults) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {3000});
  b.call("spread_sum_f32", {x, b.result("y", DType::F32, {3000})});
  b.finish();
  for (const char *options : {"", "seed=1", "seed=99,landing=random", "check=0,landing=early"})
    for (int threads : {1, 2, 4}) {
      SimEnvironment environment(options);
      Harness h({.threads = threads, .poison = 1}, "sim");
      ASSERT_EQ(weir_device_threads(h.device.get()), threads);
      EXPECT_EQ(valuesOf<float>(h.run(h.job(h.load(artifact), "main"), list(h.tensor(iota(3000))), 1)[0]),
                std::vector<float>(3000, 2999.0f * 1500));
    }
}

} // namespace
} // namespace weir
