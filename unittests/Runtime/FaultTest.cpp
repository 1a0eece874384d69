// What goes wrong becomes a status that says what, with which operand and where, and leaves the engine usable.
#include "unittests/Runtime/RuntimeTest.h"

#include "lib/Runtime/Device/Cpu/CpuFeatures.h"

namespace weir {
namespace {

using ::testing::Test;

/// out = table[index], then w -= out
Artifact gatherThenUpdate(bool withCallLocations = false) {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"w", DType::F32, {3}, {}, {}});
  JobBuilder b(artifact, "main");
  Id index = b.input("index", DType::I64, {3}), table = b.input("table", DType::F32, {kDynamic});
  Id out = b.result("out", DType::F32, {3});
  Id call = b.call("gather_f32", {index, table, out});
  if (withCallLocations)
    std::get<Call>(b.job.instructions[call].body).locations = {{"a", "a.py", 1, 1, {}},
                                                               {"nn.gather", "user.py", 42, 7, {}}};
  b.call("subtract_f32", {b.variable("w"), out});
  b.finish();
  return artifact;
}

TEST(Fault, KernelFaultNamesOpAndLine) {
  Harness h;
  JobHandle job = h.job(h.load(gatherThenUpdate()), "main");
  std::vector<TensorHandle> results;
  StatusHandle status(h.tryRun(job, list(h.tensor<int64_t>({0, 5, 1}), h.tensor<float>({1, 2})), results, 1));
  ASSERT_EQ(weir_status_code(status.get()), WEIR_KERNEL_FAULT);
  EXPECT_STREQ(weir_status_message(status.get()), "expects an index from 0 to 1, got 5");
  EXPECT_STREQ(weir_status_op(status.get()), "test.gather_f32.second");
  EXPECT_STREQ(weir_status_file(status.get()), "model.py");
  EXPECT_EQ(weir_status_line(status.get()), 2u);
  EXPECT_EQ(results[0], nullptr);
}

TEST(Fault, CallLocationsComeBeforeTheKernels) {
  Harness h;
  JobHandle job = h.job(h.load(gatherThenUpdate(true)), "main");
  std::vector<TensorHandle> results;
  StatusHandle status(h.tryRun(job, list(h.tensor<int64_t>({0, -1, 1}), h.tensor<float>({1, 2})), results, 1));
  EXPECT_STREQ(weir_status_op(status.get()), "nn.gather");
  EXPECT_STREQ(weir_status_file(status.get()), "user.py");
  EXPECT_EQ(weir_status_line(status.get()), 42u);
  EXPECT_EQ(weir_status_column(status.get()), 7u);
}

TEST(Fault, WhatHadNotRunIsUntouchedAndTheEngineUsable) {
  Harness h;
  JobHandle job = h.job(h.load(gatherThenUpdate()), "main");
  TensorHandle w = h.tensor<float>({10, 20, 30});
  ASSERT_OK(weir_session_set(h.session.get(), "w", w.get()));
  std::vector<TensorHandle> results;
  for (int round = 0; round < 3; ++round) {
    messageOf(h.tryRun(job, list(h.tensor<int64_t>({0, 5, 1}), h.tensor<float>({1, 2})), results, 1),
              WEIR_KERNEL_FAULT);
    EXPECT_EQ(valuesOf<float>(h.variable("w")), (std::vector<float>{10, 20, 30}));
  }
  h.run(job, list(h.tensor<int64_t>({0, 1, 1}), h.tensor<float>({1, 2})), 1);
  EXPECT_EQ(valuesOf<float>(h.variable("w")), (std::vector<float>{9, 18, 28}));
}

/// Many bad indices in many tiles: the one that is reported is the first, on any number of threads.
TEST(Fault, TheFirstFaultIsReported) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id index = b.input("index", DType::I64, {kDynamic}), table = b.input("table", DType::F32, {kDynamic});
  Id out = b.result("out", DType::F32, {kDynamic}, b.sizesOf(index));
  b.call("gather_f32", {index, table, out});
  b.finish();
  std::vector<int64_t> indices(50'000);
  for (size_t i = 7'777; i < indices.size(); i += 333)
    indices[i] = int64_t(i);
  for (int threads : {1, 2, 4}) {
    Harness h({.threads = threads});
    JobHandle job = h.job(h.load(artifact), "main");
    for (int round = 0; round < 50; ++round) {
      std::vector<TensorHandle> results;
      ASSERT_EQ(messageOf(h.tryRun(job, list(h.tensor(indices), h.tensor<float>({1})), results, 1), WEIR_KERNEL_FAULT),
                "expects an index from 0 to 0, got 7777");
    }
  }
}

/// Later phases would compute with what the faulty one left.
TEST(Fault, LaterPhasesDoNotRun) {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"y", DType::F32, {600}, {}, {}});
  JobBuilder b(artifact, "main");
  Id y = b.variable("y");
  b.call("spread_sum_f32", {b.input("x", DType::F32, {600}), y});
  b.finish();
  for (int threads : {1, 2}) {
    Harness h({.threads = threads});
    JobHandle job = h.job(h.load(artifact), "main");
    std::vector<float> values = iota(600);
    values[599] = values[300] = -1;
    std::vector<TensorHandle> results;
    EXPECT_EQ(messageOf(h.tryRun(job, list(h.tensor(values)), results, 0), WEIR_KERNEL_FAULT),
              "expects an index from 0 to 299, got 300");
    EXPECT_EQ(valuesOf<float>(h.variable("y"))[0], 0.0f);
  }
}

/// A kernel that asks for tiles of a phase that its image lacks.
TEST(Fault, TilesOfAPhaseThatIsNotThere) {
  Artifact artifact = testArtifact();
  artifact.kernels.back().images.resize(1);
  artifact.kernels.back().images[0].phases.resize(2);
  JobBuilder b(artifact, "main");
  b.call("spread_sum_f32", {b.input("x", DType::F32, {600}), b.result("y", DType::F32, {600})});
  b.finish();
  Harness h;
  std::vector<TensorHandle> results;
  EXPECT_EQ(messageOf(h.tryRun(h.job(h.load(artifact), "main"), list(h.tensor(iota(600))), results, 1), WEIR_INTERNAL),
            "expects kernel 'spread_sum_f32' to ask for tiles of its 2 phases, got 3 of phase 2");
}

TEST(Fault, PrepareFault) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {kDynamic}), y = b.input("y", DType::F32, {kDynamic});
  Id out = b.result("out", DType::F32, {kDynamic}, b.sizesOf(x));
  b.call("add_f32", {x, y, out});
  b.finish();
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  std::vector<TensorHandle> results;
  StatusHandle status(h.tryRun(job, list(h.tensor<float>({1, 2, 3}), h.tensor<float>({1, 2})), results, 1));
  EXPECT_STREQ(weir_status_message(status.get()), "expects size 3, got 2");
  EXPECT_STREQ(weir_status_op(status.get()), "test.add_f32");
  h.run(job, list(h.tensor<float>({1, 2}), h.tensor<float>({1, 2})), 1);
}

TEST(Fault, ArgumentsThatDoNotFit) {
  Harness h;
  ArtifactHandle artifact = h.load(gatherThenUpdate());
  JobHandle job = h.job(artifact, "main");
  std::vector<TensorHandle> r;
  auto error = [&](std::vector<TensorHandle> inputs, size_t results = 1) {
    return messageOf(h.tryRun(job, inputs, r, results), WEIR_INVALID_ARGUMENT);
  };
  EXPECT_EQ(error(list(h.tensor<int64_t>({0, 0, 0}))), "job 'main' expects 2 inputs, got 1");
  EXPECT_EQ(error(list(h.tensor<float>({0, 0, 0}), h.tensor<float>({1}))),
            "job 'main' expects input 'index' to be tensor<3xi64>, got tensor<3xf32>");
  EXPECT_EQ(error(list(h.tensor<int64_t>({0, 0}), h.tensor<float>({1}))),
            "job 'main' expects input 'index' to be tensor<3xi64>, got tensor<2xi64>");
  EXPECT_EQ(error(list(h.tensor<int64_t>({0, 0, 0}), h.tensor<float>({1}, {1, 1}))),
            "job 'main' expects input 'table' to be tensor<?xf32>, got tensor<1x1xf32>");
  EXPECT_EQ(error(list(h.tensor<int64_t>({0, 0, 0}), TensorHandle())),
            "job 'main' expects a tensor for input 'table', got none");
  EXPECT_EQ(error(list(h.tensor<int64_t>({0, 0, 0}), h.tensor<float>({1})), 2),
            "job 'main' expects room for 1 results, got 2");
  Harness other;
  EXPECT_EQ(error(list(h.tensor<int64_t>({0, 0, 0}), other.tensor<float>({1}))),
            "job 'main' expects input 'table' to be on its device (cpu), got one on another (cpu)");

  weir_job *none = nullptr;
  EXPECT_EQ(messageOf(weir_job_create(h.session.get(), artifact.get(), "train", &none), WEIR_NOT_FOUND),
            "expects a job of the artifact ('main'), got 'train'");
  weir_tensor *value = nullptr;
  EXPECT_EQ(messageOf(weir_session_get(h.session.get(), "nobody", &value), WEIR_NOT_FOUND),
            "expects a variable of the session, got 'nobody'");
  EXPECT_EQ(messageOf(weir_session_set(h.session.get(), "w", h.tensor<float>({1, 2}).get()), WEIR_INVALID_ARGUMENT),
            "expects variable 'w' to be tensor<3xf32>, got tensor<2xf32>");
}

TEST(Fault, TensorsThatCanNotBe) {
  Harness h;
  weir_tensor *tensor = nullptr;
  int64_t negative = -1, huge[] = {int64_t(1) << 40, int64_t(1) << 40};
  float data = 0;
  auto create = [&](weir_dtype dtype, int32_t rank, const int64_t *shape) {
    return messageOf(weir_tensor_create(h.device.get(), dtype, rank, shape, &tensor), WEIR_INVALID_ARGUMENT);
  };
  EXPECT_EQ(create(weir_dtype(9), 0, nullptr), "expects a dtype below 9, got 9");
  EXPECT_EQ(create(WEIR_F32, 17, huge), "expects a rank from 0 to 16, got 17");
  EXPECT_EQ(create(WEIR_F32, 1, nullptr), "expects 1 sizes, got none");
  EXPECT_NE(create(WEIR_F32, 1, &negative).find("not negative"), std::string::npos);
  EXPECT_NE(create(WEIR_F32, 2, huge).find("2^48"), std::string::npos);
  int64_t two = 2, far = int64_t(1) << 62;
  EXPECT_NE(messageOf(weir_tensor_borrow(h.device.get(), &data, WEIR_F32, 1, &two, &far, nullptr, nullptr, &tensor),
                      WEIR_INVALID_ARGUMENT)
                .find("2^48 elements"),
            std::string::npos);
  EXPECT_EQ(tensor, nullptr);
}

TEST(Fault, OutOfMemoryBeforeAnythingRuns) {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"w", DType::F32, {2}, {}, {}});
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {kDynamic});
  Id big = b.arenaOf(DType::F32, {b.scalar(HostScalar::Kind::Mul, b.sizesOf(x)[0], b.constant(1 << 20))});
  Id out = b.result("out", DType::F32, {kDynamic}, b.sizesOf(x));
  b.call("subtract_f32", {b.variable("w"), b.view(x, b.sizes({2}), 0, {1})});
  b.add(Fill{big, 0});
  b.call("double_f32", {x, out});
  b.finish();
  Harness h({.threads = 1, .memory_limit = 20 << 20});
  JobHandle job = h.job(h.load(artifact), "main");
  h.run(job, list(h.tensor<float>({1, 2})), 1);
  int64_t inUse = weir_device_bytes_in_use(h.device.get());
  std::vector<TensorHandle> results;
  std::string text = messageOf(h.tryRun(job, list(h.tensor(iota(100))), results, 1), WEIR_OUT_OF_MEMORY);
  EXPECT_NE(text.find("the arena of a program"), std::string::npos) << text;
  EXPECT_NE(text.find("419430400 bytes"), std::string::npos) << text;
  EXPECT_EQ(valuesOf<float>(h.variable("w")), (std::vector<float>{-1, -2}));
  EXPECT_LE(weir_device_bytes_in_use(h.device.get()), inUse);
  h.run(job, list(h.tensor<float>({1, 2})), 1);
}

TEST(Fault, GreedyKernel) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  b.call("greedy", {b.result("out", DType::F32, {1})});
  b.finish();
  Harness h({.threads = 1, .memory_limit = int64_t(1) << 30});
  std::vector<TensorHandle> results;
  messageOf(h.tryRun(h.job(h.load(artifact), "main"), {}, results, 1), WEIR_OUT_OF_MEMORY);
}

TEST(Fault, FailedCallbackIsTheCause) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  b.add(HostCallback{"fail", {}});
  b.finish();
  Harness h;
  ArtifactHandle loaded = h.load(artifact);
  auto fail = [](void *, weir_tensor *const *, int32_t) { return weir_status_create(WEIR_IO, "the disk is full"); };
  ASSERT_OK(weir_session_set_callback(h.session.get(), "fail", fail, nullptr));
  std::vector<TensorHandle> results;
  StatusHandle status(h.tryRun(h.job(loaded, "main"), {}, results, 0));
  EXPECT_EQ(weir_status_code(status.get()), WEIR_CALLBACK);
  EXPECT_EQ(weir_status_line(status.get()), 10u);
  ASSERT_NE(weir_status_cause(status.get()), nullptr);
  EXPECT_EQ(weir_status_code(weir_status_cause(status.get())), WEIR_IO);
  EXPECT_STREQ(weir_status_message(weir_status_cause(status.get())), "the disk is full");
}

/// On whatever thread the callback runs, what would wait for the run fails instead; tensors can be used.
TEST(Fault, CallbacksMayNotReenter) {
  struct Context {
    Harness *h;
    JobHandle *job;
    std::vector<std::string> errors;
  };
  auto reenter = [](void *opaque, weir_tensor *const *operands, int32_t) -> weir_status * {
    auto &context = *static_cast<Context *>(opaque);
    weir_session *session = context.h->session.get();
    weir_device *device = context.h->device.get();
    weir_tensor *tensor = nullptr;
    weir_job_memory memory;
    for (weir_status *status : {weir_run(context.job->get(), operands, 1, &tensor, 1), weir_session_touch(session, "w"),
                                weir_session_get(session, "w", &tensor), weir_device_set_threads(device, 1),
                                weir_job_get_memory(context.job->get(), &memory)})
      context.errors.push_back(messageOf(status, WEIR_INVALID_ARGUMENT));
    weir_device_trim(device); // has nowhere to say so
    EXPECT_EQ(tensor, nullptr);
    EXPECT_OK(weir_tensor_clone(operands[0], &tensor));
    TensorHandle copy(tensor);
    EXPECT_EQ(valuesOf<float>(copy), (std::vector<float>{1, 2}));
    return nullptr;
  };
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"w", DType::F32, {2}, {}, {}});
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {2}), y = b.result("y", DType::F32, {2});
  Id first = b.add(HostCallback{"reenter", {x}}, 0);
  b.add(HostCallback{"reenter", {x}}, 1, {first});
  b.call("double_f32", {x, y});
  b.finish();
  for (int threads : {1, 2}) {
    Harness h({.threads = threads});
    JobHandle job;
    Context context{&h, &job, {}};
    ASSERT_OK(weir_session_set_callback(h.session.get(), "reenter", reenter, &context));
    job = h.job(h.load(artifact), "main");
    EXPECT_EQ(valuesOf<float>(h.run(job, list(h.tensor<float>({1, 2})), 1)[0])[1], 4.0f);
    EXPECT_EQ(context.errors.size(), 10u);
    for (const std::string &error : context.errors)
      EXPECT_EQ(error, "expects a host callback not to use the session or device whose run called it");
  }
}

TEST(Fault, MissingCallbackAndCollective) {
  Artifact artifact = testArtifact();
  JobBuilder callback(artifact, "callback"), collective(artifact, "collective");
  callback.add(HostCallback{"nobody", {}});
  callback.finish();
  Id x = collective.input("x", DType::F32, {2}), y = collective.result("y", DType::F32, {4});
  collective.add(Collective{x, y, {4}, {{.kind = Holding::Kind::Split}}, {{}}, {2}, {0, 1}});
  collective.finish();
  Harness h;
  ArtifactHandle loaded = h.load(artifact);
  std::vector<TensorHandle> results;
  messageOf(h.tryRun(h.job(loaded, "callback"), {}, results, 0), WEIR_NOT_FOUND);
  EXPECT_EQ(messageOf(h.tryRun(h.job(loaded, "collective"), list(h.tensor<float>({1, 2})), results, 1),
                      WEIR_INVALID_ARGUMENT),
            "expects a device that is a rank, for what ranks have parts of");
}

TEST(Fault, SizesThatCanNotBe) {
  using Kind = HostScalar::Kind;
  Artifact artifact = testArtifact();
  JobBuilder divide(artifact, "divide"), view(artifact, "view");
  Id x = divide.input("x", DType::F32, {kDynamic});
  Id quotient = divide.scalar(Kind::FloorDiv, divide.constant(1), divide.sizesOf(x)[0]);
  divide.add(Fill{divide.result("out", DType::F32, {kDynamic}, {quotient}), 0});
  divide.finish();
  Id y = view.input("y", DType::F32, {kDynamic});
  Id out = view.result("out", DType::F32, {3});
  view.add(Copy{view.view(y, view.sizes({3}), 2, {1}), out});
  view.finish();
  Harness h;
  ArtifactHandle loaded = h.load(artifact);
  std::vector<TensorHandle> r;
  EXPECT_EQ(messageOf(h.tryRun(h.job(loaded, "divide"), list(h.tensor<float>({})), r, 1), WEIR_INVALID_ARGUMENT),
            "job 'divide': expects host scalar 2 to divide by a positive number, got 0");
  EXPECT_EQ(
      messageOf(h.tryRun(h.job(loaded, "view"), list(h.tensor<float>({1, 2, 3, 4})), r, 1), WEIR_INVALID_ARGUMENT),
      "job 'view': expects a view of elements 0 to 3, got 2 to 4");
  h.run(h.job(loaded, "view"), list(h.tensor<float>({1, 2, 3, 4, 5})), 1);
}

class Unsupported : public Test {
protected:
  std::string loadError(const Artifact &artifact) {
    Harness h;
    std::vector<uint8_t> bytes = *serialize(artifact);
    weir_artifact *loaded = nullptr;
    return messageOf(weir_artifact_load_memory(h.device.get(), bytes.data(), bytes.size(), &loaded), WEIR_UNSUPPORTED);
  }
  Artifact artifact = testArtifact();
};

TEST_F(Unsupported, CpuFeature) {
  artifact.cpuFeatures = {"sse2", "warp-drive"};
  EXPECT_EQ(loadError(artifact), "expects a processor with all features of the artifact, lacks warp-drive (not known)");
}

TEST_F(Unsupported, Triple) {
  artifact.targetTriple = "aarch64-unknown-linux-gnu";
  EXPECT_EQ(loadError(artifact), "expects an artifact for x86_64 and linux, got 'aarch64-unknown-linux-gnu'");
}

TEST_F(Unsupported, KernelAbi) {
  artifact.kernelAbi = 1;
  EXPECT_EQ(loadError(artifact), "expects kernel ABI 3, got an artifact of 1");
}

TEST_F(Unsupported, RuntimeFeature) {
  artifact.runtimeFeatures = {"time-travel"};
  EXPECT_NE(loadError(artifact).find("'time-travel'"), std::string::npos);
}

TEST_F(Unsupported, Target) {
  JobBuilder cuda(artifact, "main"), sim(artifact, "main");
  cuda.job.targets = {"cuda"};
  sim.job.targets = {"sim"};
  cuda.finish();
  sim.finish();
  EXPECT_EQ(loadError(artifact), "expects an artifact with jobs for device cpu, got jobs for 'cuda', 'sim'");
}

TEST(CpuFeatures, KnowsWhatEveryX86Has) {
  EXPECT_EQ(cpuSupports("sse2"), FeatureSupport::Present);
  EXPECT_EQ(cpuSupports("64bit"), FeatureSupport::Present);
  EXPECT_EQ(cpuSupports(""), FeatureSupport::Unknown);
#if defined(__x86_64__)
  __builtin_cpu_init();
  EXPECT_EQ(cpuSupports("avx2") == FeatureSupport::Present, bool(__builtin_cpu_supports("avx2")));
  EXPECT_EQ(cpuSupports("avx512f") == FeatureSupport::Present, bool(__builtin_cpu_supports("avx512f")));
  EXPECT_EQ(cpuSupports("fma") == FeatureSupport::Present, bool(__builtin_cpu_supports("fma")));
#endif
}

} // namespace
} // namespace weir
