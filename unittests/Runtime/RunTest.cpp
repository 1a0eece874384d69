// Runs of jobs: values, shapes, views, strides, determinism.
#include "unittests/Runtime/RuntimeTest.h"

#include <cmath>

namespace weir {
namespace {

/// out = (x + x) + y
void addDoubleAdd(Artifact &artifact, std::vector<int64_t> shape) {
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, shape), y = b.input("y", DType::F32, shape);
  Id twice = b.arenaOf(DType::F32, b.sizesOf(x));
  Id out = b.result("out", DType::F32, shape, b.sizesOf(x));
  b.call("double_f32", {x, twice});
  b.call("add_f32", {twice, y, out});
  b.finish();
}

TEST(Run, StaticShapes) {
  Artifact artifact = testArtifact();
  addDoubleAdd(artifact, {4});
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  auto results = h.run(job, list(h.tensor<float>({1, 2, 3, 4}), h.tensor<float>({10, 20, 30, 40})), 1);
  EXPECT_EQ(valuesOf<float>(results[0]), (std::vector<float>{12, 24, 36, 48}));
}

TEST(Run, OneKernelServesManySizes) {
  Artifact artifact = testArtifact();
  addDoubleAdd(artifact, {kDynamic});
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  for (int64_t size : {3, 1000, 257, 3, 0, 1, 100000}) {
    auto results = h.run(job, list(h.tensor(iota(size)), h.tensor(iota(size))), 1);
    ASSERT_EQ(weir_tensor_shape(results[0].get())[0], size);
    std::vector<float> values = valuesOf<float>(results[0]);
    for (int64_t i = 0; i < size; ++i)
      ASSERT_EQ(values[size_t(i)], 3.0f * float(i)) << "size " << size;
  }
}

TEST(Run, RunsOfOneJobDoNotDisturbEachOther) {
  Artifact artifact = testArtifact();
  addDoubleAdd(artifact, {kDynamic});
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  auto first = h.run(job, list(h.tensor<float>({1, 2}), h.tensor<float>({3, 4})), 1);
  auto second = h.run(job, list(h.tensor<float>({5, 6}), h.tensor<float>({7, 8})), 1);
  EXPECT_EQ(valuesOf<float>(first[0]), (std::vector<float>{5, 8}));
  EXPECT_EQ(valuesOf<float>(second[0]), (std::vector<float>{17, 20}));
}

TEST(Run, MoreShapesThanAreKept) {
  Artifact artifact = testArtifact();
  addDoubleAdd(artifact, {kDynamic});
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  for (int round = 0; round < 2; ++round)
    for (int64_t size = 1; size < 100; ++size) {
      auto results = h.run(job, list(h.tensor(iota(size)), h.tensor(iota(size))), 1);
      ASSERT_EQ(valuesOf<float>(results[0]).back(), 3.0f * float(size - 1));
    }
}

TEST(Run, StridedInputs) {
  Artifact artifact = testArtifact();
  addDoubleAdd(artifact, {kDynamic});
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  std::vector<float> memory = iota(30);
  int64_t size = 10, stride = 3, backwards = -1;
  weir_tensor *strided = nullptr, *reversed = nullptr;
  ASSERT_OK(weir_tensor_borrow(h.device.get(), memory.data(), WEIR_F32, 1, &size, &stride, nullptr, nullptr, &strided));
  ASSERT_OK(
      weir_tensor_borrow(h.device.get(), &memory[9], WEIR_F32, 1, &size, &backwards, nullptr, nullptr, &reversed));
  auto results = h.run(job, list(TensorHandle(strided), TensorHandle(reversed)), 1);
  std::vector<float> values = valuesOf<float>(results[0]);
  for (size_t i = 0; i < 10; ++i)
    EXPECT_EQ(values[i], 6.0f * float(i) + 9.0f - float(i));
}

TEST(Run, BorrowedMemoryIsReleasedOnce) {
  Harness h;
  std::vector<float> memory(4);
  int64_t size = 4;
  int released = 0;
  auto release = [](void *context) { ++*static_cast<int *>(context); };
  weir_tensor *tensor = nullptr;
  ASSERT_OK(
      weir_tensor_borrow(h.device.get(), memory.data(), WEIR_F32, 1, &size, nullptr, release, &released, &tensor));
  weir_tensor_retain(tensor);
  weir_tensor_free(tensor);
  EXPECT_EQ(released, 0);
  weir_tensor_free(tensor);
  EXPECT_EQ(released, 1);
}

/// A view of a matrix's column and of its transpose, of an input that may itself be strided.
TEST(Run, ViewsOfAnInput) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {3, 4});
  Id column = b.view(x, b.sizes({3}), 2, {4}), tail = b.view(column, b.sizes({2}), 4, {4});
  Id out = b.result("out", DType::F32, {3}), rest = b.result("rest", DType::F32, {2});
  b.call("double_f32", {column, out});
  b.call("double_f32", {tail, rest});
  b.finish();
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  auto results = h.run(job, list(h.tensor(iota(12), {3, 4})), 2);
  EXPECT_EQ(valuesOf<float>(results[0]), (std::vector<float>{4, 12, 20}));
  EXPECT_EQ(valuesOf<float>(results[1]), (std::vector<float>{12, 20}));

  std::vector<float> transposed = {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11};
  int64_t shape[] = {3, 4}, strides[] = {1, 3};
  weir_tensor *strided = nullptr;
  ASSERT_OK(
      weir_tensor_borrow(h.device.get(), transposed.data(), WEIR_F32, 2, shape, strides, nullptr, nullptr, &strided));
  results = h.run(job, list(TensorHandle(strided)), 2);
  EXPECT_EQ(valuesOf<float>(results[0]), (std::vector<float>{4, 12, 20}));
}

TEST(Run, CopyFillAndConstants) {
  Artifact artifact = testArtifact();
  std::vector<float> weights = {1, 2, 3, 4, 5, 6};
  auto *bytes = reinterpret_cast<const uint8_t *>(weights.data());
  artifact.constants.push_back({DType::F32, {2, 3}, Bytes(std::vector<uint8_t>(bytes, bytes + 24))});
  JobBuilder b(artifact, "main");
  Id constant = b.constantBuffer(0);
  Id transposed = b.view(constant, b.sizes({3, 2}), 0, {1, 3});
  Id out = b.result("out", DType::F32, {3, 2}), filled = b.result("filled", DType::F32, {2, 3});
  Id row = b.view(filled, b.sizes({3}), 3, {1});
  b.add(Copy{transposed, out});
  b.add(Fill{filled, 0x3f800000}); // 1.0f
  b.add(Fill{row, 0x40000000});    // 2.0f
  b.finish();
  Harness h;
  auto results = h.run(h.job(h.load(artifact), "main"), {}, 2);
  EXPECT_EQ(valuesOf<float>(results[0]), (std::vector<float>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(valuesOf<float>(results[1]), (std::vector<float>{1, 1, 1, 2, 2, 2}));
}

TEST(Run, PredicateSkips) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {2}), flag = b.input("flag", DType::Bool, {});
  Id out = b.result("out", DType::F32, {2});
  b.add(Copy{x, out});
  Id call = b.call("double_f32", {x, out});
  b.job.instructions[call].predicate = flag;
  b.finish();
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  for (uint8_t value : {0, 1}) {
    auto results = h.run(job, list(h.tensor<float>({1, 2}), h.tensor<uint8_t>({value}, {})), 1);
    EXPECT_EQ(valuesOf<float>(results[0])[1], value ? 4.0f : 2.0f);
  }
}

/// Halves: the sizes of results and of a view follow from host scalars.
TEST(Run, HostScalars) {
  using Kind = HostScalar::Kind;
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {kDynamic});
  Id two = b.constant(2), low = b.scalar(Kind::FloorDiv, b.sizesOf(x)[0], two);
  Id high = b.scalar(Kind::CeilDiv, b.sizesOf(x)[0], two);
  Id view = b.view(x, {high}, 0, {1});
  std::get<ViewStorage>(b.job.buffers[view].storage).offset = low;
  Id out = b.result("out", DType::F32, {kDynamic}, {high});
  b.call("double_f32", {view, out});
  b.finish();
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  EXPECT_EQ(valuesOf<float>(h.run(job, list(h.tensor(iota(5))), 1)[0]), (std::vector<float>{4, 6, 8}));
  EXPECT_EQ(valuesOf<float>(h.run(job, list(h.tensor(iota(4))), 1)[0]), (std::vector<float>{4, 6}));
}

/// A called job writes into this job's buffers and has an arena inside this job's.
TEST(Run, RunProgram) {
  Artifact artifact = testArtifact();
  addDoubleAdd(artifact, {kDynamic});
  JobBuilder b(artifact, "outer");
  Id x = b.input("x", DType::F32, {kDynamic});
  Id middle = b.arenaOf(DType::F32, b.sizesOf(x));
  Id out = b.result("out", DType::F32, {kDynamic}, b.sizesOf(x));
  b.add(RunProgram{0, {x, x, middle}});
  b.add(RunProgram{0, {middle, x, out}});
  b.finish();
  Harness h;
  JobHandle job = h.job(h.load(artifact), "outer");
  for (int64_t size : {4, 1000}) {
    std::vector<float> values = valuesOf<float>(h.run(job, list(h.tensor(iota(size))), 1)[0]);
    for (int64_t i = 0; i < size; ++i)
      ASSERT_EQ(values[size_t(i)], 7.0f * float(i));
  }
}

TEST(Run, HostCallbackSeesOperands) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {3});
  b.add(HostCallback{"watch", {x}});
  b.finish();
  Harness h;
  std::vector<float> seen;
  auto watch = [](void *context, weir_tensor *const *operands, int32_t count) -> weir_status * {
    auto *data = static_cast<float *>(weir_tensor_data(operands[0]));
    static_cast<std::vector<float> *>(context)->assign(data, data + weir_tensor_shape(operands[0])[0]);
    return count == 1 ? nullptr : weir_status_create(WEIR_CALLBACK, "expects one operand");
  };
  ASSERT_OK(weir_session_set_callback(h.session.get(), "watch", watch, &seen));
  h.run(h.job(h.load(artifact), "main"), list(h.tensor<float>({7, 8, 9})), 0);
  EXPECT_EQ(seen, (std::vector<float>{7, 8, 9}));
}

/// Bit for bit the same, whatever the number of threads: tiles and trees follow from sizes alone.
TEST(Run, ResultsDoNotDependOnThreads) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  int64_t size = 100'000, tiles = (size + 255) / 256;
  Id x = b.input("x", DType::F32, {size});
  Id twice = b.arena(DType::F32, {size}), partial = b.arena(DType::F32, {tiles});
  Id out = b.result("out", DType::F32, {});
  b.call("double_f32", {x, twice});
  b.call("partial_sums_f32", {twice, partial});
  b.call("sum_f32", {partial, out});
  b.finish();
  std::vector<float> values;
  for (int64_t i = 0; i < size; ++i)
    values.push_back(std::sin(float(i)) * std::ldexp(1.0f, int(i % 20)));
  Harness h({.threads = 1, .poison = 1});
  JobHandle job = h.job(h.load(artifact), "main");
  float expected = valuesOf<float>(h.run(job, list(h.tensor(values)), 1)[0])[0];
  for (int threads : {2, 4, 3, 1}) {
    ASSERT_OK(weir_device_set_threads(h.device.get(), threads));
    EXPECT_EQ(weir_device_threads(h.device.get()), threads);
    for (int round = 0; round < 20; ++round)
      ASSERT_EQ(valuesOf<float>(h.run(job, list(h.tensor(values)), 1)[0])[0], expected) << threads << " threads";
  }
}

/// A short program is run both ways, and then the faster one is kept; a longer one shares always.
TEST(Run, AShortProgramTriesToBeAlone) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {kDynamic});
  b.call("together_f32", {x, b.result("y", DType::F32, {kDynamic}, b.sizesOf(x))});
  b.finish();
  Harness h({.threads = 2, .poison = 1});
  JobHandle job = h.job(h.load(artifact), "main");
  auto numAlone = [&](int64_t tiles) {
    int alone = 0;
    for (int run = 0; run < 50; ++run)
      alone += valuesOf<float>(h.run(job, list(h.tensor(iota(256 * tiles))), 1)[0])[0] == float(tiles) ? 1 : 0;
    return alone;
  };
  EXPECT_GE(numAlone(16), 5);
  EXPECT_EQ(numAlone(5000), 0);
}

/// A phase starts when all tiles of the one before have ended: the last one reads what the one in the middle made of
/// what all workers of the first left.
TEST(Run, PhasesRunOneAfterTheOther) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {kDynamic});
  b.call("spread_sum_f32", {x, b.result("y", DType::F32, {kDynamic}, b.sizesOf(x))});
  b.finish();
  for (int threads : {1, 2, 4}) {
    Harness h({.threads = threads, .poison = 1});
    JobHandle job = h.job(h.load(artifact), "main");
    for (int64_t size : {0, 1, 257, 4000}) {
      std::vector<float> expected(size_t(size), float(size * (size - 1) / 2));
      for (int round = 0; round < 20; ++round)
        ASSERT_EQ(valuesOf<float>(h.run(job, list(h.tensor(iota(size))), 1)[0]), expected) << threads << " threads";
    }
  }
}

TEST(Run, AnArtifactForSeveralTargets) {
  Artifact artifact = testArtifact();
  JobBuilder naive(artifact, "main"), cpu(artifact, "main");
  for (JobBuilder *b : {&naive, &cpu})
    b->add(Fill{b->result("y", DType::F32, {1}), b == &cpu ? 0x40000000u : 0x3f800000u}); // 2.0f, 1.0f
  naive.job.targets = {"naive", "mine"};
  naive.finish();
  Harness h;
  ArtifactHandle others = h.load(artifact);
  EXPECT_EQ(valuesOf<float>(h.run(h.job(others, "main"), {}, 1)[0])[0], 1.0f);
  cpu.finish();
  ArtifactHandle both = h.load(artifact);
  ASSERT_EQ(weir_artifact_num_jobs(both.get()), 1) << "the device sees the jobs of one target";
  EXPECT_EQ(valuesOf<float>(h.run(h.job(both, "main"), {}, 1)[0])[0], 2.0f) << "that of its own name first";
}

TEST(Run, TensorsOutliveTheDeviceHandle) {
  Artifact artifact = testArtifact();
  addDoubleAdd(artifact, {2});
  std::vector<TensorHandle> results;
  {
    Harness h;
    results = h.run(h.job(h.load(artifact), "main"), list(h.tensor<float>({1, 2}), h.tensor<float>({1, 2})), 1);
  }
  EXPECT_EQ(valuesOf<float>(results[0]), (std::vector<float>{3, 6}));
}

/// Doubles x where it lies.
void addDoubledInPlace(Artifact &artifact) {
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {3});
  Id out = b.result("out", DType::F32, {3});
  b.job.donated = {0};
  std::get<ResultStorage>(b.job.buffers[out].storage).inPlaceOf = x;
  b.call("double_f32", {x, out});
  b.finish();
}

/// x is written where it lies, and the result is x's storage.
TEST(Run, DonatedInputBecomesTheResult) {
  Artifact artifact = testArtifact();
  addDoubledInPlace(artifact);
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  auto inputs = list(h.tensor<float>({1, 2, 3}));
  auto results = h.run(job, inputs, 1);
  EXPECT_EQ(weir_tensor_data(results[0].get()), weir_tensor_data(inputs[0].get()));
  EXPECT_EQ(valuesOf<float>(results[0]), (std::vector<float>{2, 4, 6}));
}

/// Who launches says for each run whether the input may be overwritten.
TEST(Run, AnInputIsOverwrittenWhereItIsGiven) {
  Artifact artifact = testArtifact();
  addDoubledInPlace(artifact);
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  TensorHandle x = h.tensor<float>({1, 2, 3});
  for (int32_t giver : {-1, 0, -1}) {
    weir_tensor *input = x.get(), *result = nullptr;
    ASSERT_EQ(weir_launch_onto(job.get(), &input, 1, &result, 1, giver), nullptr);
    TensorHandle held(result);
    EXPECT_EQ(weir_tensor_is_same(input, result), giver == 0);
    std::vector<float> before = valuesOf<float>(x), after = valuesOf<float>(held);
    for (size_t i = 0; i < after.size(); ++i)
      EXPECT_EQ(after[i], giver == 0 ? before[i] : 2 * before[i]);
  }
  EXPECT_EQ(valuesOf<float>(x), (std::vector<float>{2, 4, 6}));
}

} // namespace
} // namespace weir
