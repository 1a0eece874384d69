// What every device does alike, with the same artifact.
#include "unittests/Runtime/Conformance.h"
#include "unittests/Runtime/RandomGraph.h"

#include <cstring>
#include <thread>

namespace weir {
namespace {

INSTANTIATE_TEST_SUITE_P(Devices, Conformance, kDevices, nameOf);

// ---- Memory ----

TEST_P(Conformance, MemoryHoldsWhatIsWritten) {
  Harness h = open();
  std::vector<TensorHandle> tensors;
  for (int64_t size : {0, 1, 3, 16, 1000, 300'000, 1'000'001}) {
    tensors.push_back(h.tensor(iota(size)));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(weir_tensor_data(tensors.back().get())) % 64, 0u);
  }
  for (const TensorHandle &tensor : tensors)
    EXPECT_EQ(valuesOf<float>(tensor), iota(weir_tensor_num_elements(tensor.get())));
}

TEST_P(Conformance, MemoryIsCountedAndLimited) {
  Harness h = open({.memory_limit = 1 << 20});
  weir_device *device = h.device.get();
  EXPECT_EQ(weir_device_bytes_in_use(device), 0);
  TensorHandle held = h.tensor(iota(100'000));
  EXPECT_EQ(weir_device_bytes_in_use(device), 400'000);
  weir_tensor *none = nullptr;
  int64_t size = 200'000;
  std::string text = messageOf(weir_tensor_create(device, WEIR_F32, 1, &size, &none), WEIR_OUT_OF_MEMORY);
  EXPECT_NE(text.find("got 800000 bytes with 648576 of 1048576 available"), std::string::npos) << text;
  held.reset();
  EXPECT_EQ(weir_device_bytes_in_use(device), 0);
  EXPECT_EQ(weir_device_peak_bytes(device), 400'000);
  EXPECT_EQ(valuesOf<float>(h.tensor(iota(200'000)))[199'999], 199'999.0f);
  weir_device_trim(device);
}

TEST_P(Conformance, PoisonedMemoryIsNotANumber) {
  Harness h = open({.poison = 1});
  weir_tensor *tensor = nullptr;
  int64_t size = 1000;
  ASSERT_OK(weir_tensor_create(h.device.get(), WEIR_F32, 1, &size, &tensor));
  for (float value : valuesOf<float>(TensorHandle(tensor)))
    EXPECT_TRUE(value != value);
}

/// A view of a tensor's storage, which the tensor outlives.
TensorHandle viewOf(Harness &h, const TensorHandle &tensor, int64_t offset, std::vector<int64_t> shape,
                    std::vector<int64_t> strides) {
  weir_tensor *view = nullptr;
  char *start = static_cast<char *>(weir_tensor_data(tensor.get())) + offset * int64_t(sizeof(float));
  EXPECT_OK(weir_tensor_borrow(h.device.get(), start, WEIR_F32, int32_t(shape.size()), shape.data(), strides.data(),
                               nullptr, nullptr, &view));
  return TensorHandle(view);
}

TEST_P(Conformance, StridedTensorsAreCopied) {
  Harness h = open();
  TensorHandle x = h.tensor(iota(24));
  TensorHandle transposed = viewOf(h, x, 1, {3, 2}, {2, 8}), backwards = viewOf(h, x, 23, {4}, {-2});
  EXPECT_EQ(valuesOf<float>(transposed), (std::vector<float>{1, 9, 3, 11, 5, 13}));
  EXPECT_EQ(valuesOf<float>(backwards), (std::vector<float>{23, 21, 19, 17}));
  std::vector<float> values = {100, 200, 300, 400, 500, 600};
  ASSERT_OK(weir_tensor_write(transposed.get(), values.data(), 24));
  ASSERT_OK(weir_tensor_fill(backwards.get(), -1));
  std::vector<float> expected = iota(24);
  for (size_t i = 0; i < 6; ++i)
    expected[1 + 2 * (i / 2) + 8 * (i % 2)] = values[i];
  for (size_t i = 17; i < 24; i += 2)
    expected[i] = -1;
  EXPECT_EQ(valuesOf<float>(x), expected);
  double element = 0;
  ASSERT_OK(weir_tensor_load(transposed.get(), 3, &element));
  EXPECT_EQ(element, 400);
}

/// All elements are read before any is written.
TEST_P(Conformance, CopiesBetweenViewsOfOneTensor) {
  Harness h = open();
  constexpr int64_t kRows = 300, kColumns = 70;
  TensorHandle whole = h.tensor(iota(kRows * kColumns), {kRows, kColumns});
  std::vector<float> expected = iota(kRows * kColumns);
  std::copy_backward(expected.begin(), expected.end() - kColumns, expected.end());
  int64_t shape[] = {kRows - 1, kColumns};
  auto viewOf = [&](int64_t offset) {
    weir_tensor *view = nullptr;
    EXPECT_OK(weir_tensor_view(whole.get(), offset, 2, shape, nullptr, &view));
    return TensorHandle(view);
  };
  ASSERT_OK(weir_tensor_copy(viewOf(0).get(), viewOf(kColumns).get()));
  EXPECT_EQ(valuesOf<float>(whole), expected);
}

TEST_P(Conformance, FillsOfEachDType) {
  Harness h = open();
  for (int dtype = WEIR_F64; dtype <= WEIR_BOOL; ++dtype)
    for (double value : {0.0, 1.0, dtype < WEIR_I64 ? 1.5 : dtype == WEIR_BOOL ? 1.0 : 100.0}) {
      weir_tensor *tensor = nullptr;
      int64_t shape[] = {3, 5};
      ASSERT_OK(weir_tensor_create(h.device.get(), weir_dtype(dtype), 2, shape, &tensor));
      TensorHandle held(tensor);
      ASSERT_OK(weir_tensor_fill(tensor, value));
      for (int64_t i : {0, 7, 14}) {
        double element = -1;
        ASSERT_OK(weir_tensor_load(tensor, i, &element));
        EXPECT_EQ(element, value) << weir_dtype_name(weir_dtype(dtype));
      }
    }
}

// ---- Programs ----

TEST_P(Conformance, CopyFillConstantsAndViews) {
  Artifact artifact = testArtifact();
  std::vector<float> weights = {1, 2, 3, 4, 5, 6};
  auto *bytes = reinterpret_cast<const uint8_t *>(weights.data());
  artifact.constants.push_back({DType::F32, {2, 3}, Bytes(std::vector<uint8_t>(bytes, bytes + 24))});
  JobBuilder b(artifact, "main");
  Id transposed = b.view(b.constantBuffer(0), b.sizes({3, 2}), 0, {1, 3});
  Id out = b.result("out", DType::F32, {3, 2}), filled = b.result("filled", DType::F32, {2, 3});
  Id flat = b.view(b.constantBuffer(0), b.sizes({6}), 0, {1}), twice = b.result("twice", DType::F32, {6});
  b.add(Copy{transposed, out});
  b.add(Fill{filled, 0x3f800000});                               // 1.0f
  b.add(Fill{b.view(filled, b.sizes({2}), 1, {3}), 0x40000000}); // 2.0f
  b.call("double_f32", {flat, twice});
  b.finish();
  Harness h = open({.poison = 1});
  JobHandle job = h.job(h.load(artifact), "main");
  for (int round = 0; round < 2; ++round) {
    auto results = h.run(job, {}, 3);
    EXPECT_EQ(valuesOf<float>(results[0]), (std::vector<float>{1, 4, 2, 5, 3, 6}));
    EXPECT_EQ(valuesOf<float>(results[1]), (std::vector<float>{1, 2, 1, 1, 2, 1}));
    EXPECT_EQ(valuesOf<float>(results[2]), (std::vector<float>{2, 4, 6, 8, 10, 12}));
  }
}

/// Three phases, the last of which reads what the one in the middle made of what all tiles of the first left.
TEST_P(Conformance, Phases) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {kDynamic});
  b.call("spread_sum_f32", {x, b.result("y", DType::F32, {kDynamic}, b.sizesOf(x))});
  b.finish();
  Harness h = open({.poison = 1});
  JobHandle job = h.job(h.load(artifact), "main");
  for (int64_t size : {0, 1, 257, 4000, 257}) {
    std::vector<float> expected(size_t(size), float(size * (size - 1) / 2));
    EXPECT_EQ(valuesOf<float>(h.run(job, list(h.tensor(iota(size))), 1)[0]), expected);
  }
}

TEST_P(Conformance, StridedInputs) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {kDynamic}), y = b.input("y", DType::F32, {kDynamic});
  b.call("add_f32", {x, y, b.result("out", DType::F32, {kDynamic}, b.sizesOf(x))});
  b.finish();
  Harness h = open();
  JobHandle job = h.job(h.load(artifact), "main");
  TensorHandle memory = h.tensor(iota(30));
  auto result = h.run(job, list(viewOf(h, memory, 0, {10}, {3}), viewOf(h, memory, 9, {10}, {-1})), 1);
  std::vector<float> values = valuesOf<float>(result[0]);
  for (size_t i = 0; i < 10; ++i)
    EXPECT_EQ(values[i], 3.0f * float(i) + 9.0f - float(i));
}

TEST_P(Conformance, PredicatesAreReadWhenTheyAreThere) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {2}), flag = b.input("flag", DType::Bool, {}), copied = b.arena(DType::Bool, {});
  Id out = b.result("out", DType::F32, {2});
  b.add(Copy{flag, copied});
  b.add(Copy{x, out});
  b.job.instructions[b.call("double_f32", {x, out})].predicate = copied;
  b.finish();
  Harness h = open({.poison = 1});
  JobHandle job = h.job(h.load(artifact), "main");
  for (uint8_t value : {0, 1, 0}) {
    auto results = h.run(job, list(h.tensor<float>({1, 2}), h.tensor<uint8_t>({value}, {})), 1);
    EXPECT_EQ(valuesOf<float>(results[0])[1], value ? 4.0f : 2.0f);
  }
}

/// The callback comes after what stands before it, and sees the device's memory as tensors.
TEST_P(Conformance, Callbacks) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {3}), twice = b.arena(DType::F32, {3});
  b.call("double_f32", {x, twice});
  b.add(HostCallback{"watch", {twice}});
  b.call("double_f32", {twice, b.result("y", DType::F32, {3})});
  b.finish();
  Harness h = open();
  std::vector<float> seen(3);
  auto watch = [](void *context, weir_tensor *const *operands, int32_t) {
    return weir_tensor_read(operands[0], static_cast<std::vector<float> *>(context)->data(), 12);
  };
  ASSERT_OK(weir_session_set_callback(h.session.get(), "watch", watch, &seen));
  auto results = h.run(h.job(h.load(artifact), "main"), list(h.tensor<float>({7, 8, 9})), 1);
  EXPECT_EQ(seen, (std::vector<float>{14, 16, 18}));
  EXPECT_EQ(valuesOf<float>(results[0]), (std::vector<float>{28, 32, 36}));
}

/// What the host writes to a variable stands where it stands in the host's program, whatever waits for whom.
TEST_P(Conformance, VariablesAreWrittenBetweenRuns) {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"w", DType::F32, {300}, {}, {}});
  JobBuilder step(artifact, "step"), look(artifact, "look");
  step.call("subtract_f32", {step.variable("w"), step.input("x", DType::F32, {300})});
  step.finish();
  look.call("double_f32", {look.variable("w"), look.result("y", DType::F32, {300})});
  look.finish();
  Harness h = open({.frames = 3});
  ArtifactHandle loaded = h.load(artifact);
  JobHandle stepped = h.job(loaded, "step"), looked = h.job(loaded, "look");
  TensorHandle w = h.tensor(std::vector<float>(300)), x = h.tensor(std::vector<float>(300, 1.0f));
  ASSERT_OK(weir_session_bind(h.session.get(), "w", w.get()));
  std::vector<TensorHandle> seen;
  for (int i = 0; i < 30; ++i) {
    h.launch(stepped, {&x}, 0);
    if (i % 2)
      ASSERT_OK(weir_tensor_fill(w.get(), i));
    else
      ASSERT_OK(weir_tensor_copy(h.tensor(std::vector<float>(300, float(i))).get(), w.get()));
    h.launch(stepped, {&x}, 0);
    seen.push_back(std::move(h.launch(looked, {}, 1)[0]));
  }
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(valuesOf<float>(seen[size_t(i)]), std::vector<float>(300, 2.0f * float(i - 1))) << i;
  EXPECT_EQ(valuesOf<float>(w), std::vector<float>(300, 28.0f));
}

TEST_P(Conformance, VariablesStartAndStay) {
  Artifact artifact = testArtifact();
  std::vector<float> initial = {10, 20};
  auto *bytes = reinterpret_cast<const uint8_t *>(initial.data());
  artifact.constants.push_back({DType::F32, {2}, Bytes(std::vector<uint8_t>(bytes, bytes + 8))});
  artifact.variables = {
      {"w", DType::F32, {2}, {}, Id(0)}, {"zeros", DType::F32, {2}, {}, {}}, {"derived", DType::F32, {2}, {}, {}}};
  JobBuilder pack(artifact, "pack", Job::Kind::Derive);
  pack.call("double_f32", {pack.variable("w"), pack.variable("derived")});
  pack.finish();
  JobBuilder train(artifact, "train"), eval(artifact, "eval");
  train.call("subtract_f32", {train.variable("w"), train.input("g", DType::F32, {2})});
  train.finish();
  eval.call("add_f32", {eval.variable("derived"), eval.variable("zeros"), eval.result("y", DType::F32, {2})});
  eval.finish();
  Harness h = open({.poison = 1}), host;
  ArtifactHandle loaded = h.load(artifact);
  JobHandle training = h.job(loaded, "train"), evaluating = h.job(loaded, "eval");
  EXPECT_EQ(valuesOf<float>(h.run(evaluating, {}, 1)[0]), (std::vector<float>{20, 40}));
  h.run(training, list(h.tensor<float>({1, 2})), 0);
  EXPECT_EQ(valuesOf<float>(h.variable("w")), (std::vector<float>{9, 18}));
  EXPECT_EQ(valuesOf<float>(h.run(evaluating, {}, 1)[0]), (std::vector<float>{18, 36}));
  ASSERT_OK(weir_session_set(h.session.get(), "w", host.tensor<float>({3, 4}).get())) << "from the host's memory";
  EXPECT_EQ(valuesOf<float>(h.run(evaluating, {}, 1)[0]), (std::vector<float>{6, 8}));
}

// ---- Streams and events ----

TEST_P(Conformance, StreamsKeepTheOrderOfEdges) {
  for (uint32_t seed = 0; seed < 8; ++seed) {
    std::vector<int64_t> expected;
    Artifact artifact = randomGraph(seed, 2 + seed % 5, expected);
    for (uint64_t shuffle : {0, 1}) {
      Harness h = open({.poison = 1, .shuffle_seed = shuffle * (seed + 1)});
      JobHandle job = h.job(h.load(artifact), "main");
      for (int round = 0; round < 3; ++round) {
        auto results = h.run(job, list(h.tensor<int64_t>({5}, {})), expected.size());
        for (size_t i = 0; i < expected.size(); ++i)
          ASSERT_EQ(valuesOf<int64_t>(results[i])[0], expected[i]) << "seed " << seed;
      }
    }
  }
}

TEST_P(Conformance, EventsAndBarriers) {
  for (bool isBarrier : {false, true}) {
    Artifact artifact = testArtifact();
    JobBuilder b(artifact, "main");
    Id made = b.arena(DType::I64, {8}), out = b.result("out", DType::I64, {8});
    b.call("iota_i64", {made}, 1, {}, {b.constant(100), b.constant(0)});
    if (isBarrier) {
      b.add(Barrier{}, 0);
    } else {
      b.add(RecordEvent{0}, 1);
      b.add(WaitEvent{0}, 0);
    }
    b.add(Copy{made, out}, 0);
    b.finish();
    Harness h = open({.poison = 1});
    JobHandle job = h.job(h.load(artifact), "main");
    for (int round = 0; round < 5; ++round)
      EXPECT_EQ(valuesOf<int64_t>(h.run(job, {}, 1)[0])[7], 107);
  }
}

// ---- Limits ----

TEST_P(Conformance, OutOfMemoryBeforeAnythingRuns) {
  Harness h = open({.memory_limit = 64 << 10});
  JobHandle job = h.job(h.load(gatherThenUpdate()), "main");
  auto inputs = list(h.tensor(std::vector<int64_t>(300)), h.tensor<float>({1}));
  h.run(job, inputs, 1);
  TensorHandle rest;
  for (int64_t size = 16'000; !rest; size -= 16) { // all but a few bytes
    weir_tensor *tensor = nullptr;
    weir_status_free(weir_tensor_create(h.device.get(), WEIR_F32, 1, &size, &tensor));
    rest.reset(tensor);
  }
  std::vector<TensorHandle> results;
  std::string text = messageOf(h.tryRun(job, inputs, results, 1), WEIR_OUT_OF_MEMORY);
  EXPECT_EQ(text.find("expects a result to fit into the device's memory, got 1200 bytes"), 0u) << text;
  rest.reset();
  EXPECT_EQ(valuesOf<float>(h.variable("w"))[0], -1.0f) << "one run has changed it";
  h.run(job, inputs, 1);
}

TEST_P(Conformance, ScratchIsForHostCode) {
  if (!isQueued())
    GTEST_SKIP() << "it is";
  Artifact artifact = testArtifact();
  auto kernel = [&](const char *name) -> Kernel & {
    return *std::find_if(artifact.kernels.begin(), artifact.kernels.end(),
                         [&](const Kernel &entry) { return entry.name == name; });
  };
  kernel("reverse_f32").images = kernel("double_f32").images;
  JobBuilder b(artifact, "main");
  b.call("reverse_f32", {b.input("x", DType::F32, {4}), b.result("y", DType::F32, {4})});
  b.finish();
  Harness h = open();
  std::vector<TensorHandle> results;
  EXPECT_EQ(messageOf(h.tryRun(h.job(h.load(artifact), "main"), list(h.tensor(iota(4))), results, 1), WEIR_INTERNAL),
            "expects kernel 'reverse_f32', which is device code, to ask for no scratch, got 16 bytes");
}

// ---- Lifetimes ----

TEST_P(Conformance, TensorsOutliveEverythingElse) {
  std::vector<int64_t> expected;
  std::vector<TensorHandle> results;
  {
    Harness h = open();
    JobHandle job = [&] {
      ArtifactHandle artifact = h.load(randomGraph(1, 3, expected));
      return h.job(artifact, "main");
    }();
    h.session.reset();
    results = h.run(job, list(h.tensor<int64_t>({5}, {})), expected.size());
  }
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(valuesOf<int64_t>(results[i])[0], expected[i]);
}

TEST_P(Conformance, ThreadsShareADevice) {
  constexpr int kThreads = 3, kRuns = 10;
  Harness h = open();
  ArtifactHandle artifact = h.load(gatherThenUpdate());
  ASSERT_OK(weir_session_add(h.session.get(), artifact.get()));
  std::vector<std::thread> users;
  for (int i = 0; i < kThreads; ++i)
    users.emplace_back([&] {
      JobHandle job = h.job(artifact, "main");
      TensorHandle index = h.tensor(std::vector<int64_t>(300)), table = h.tensor<float>({1});
      auto inputs = list(std::move(index), std::move(table));
      for (int run = 0; run < kRuns; ++run)
        EXPECT_EQ(valuesOf<float>(h.run(job, inputs, 1)[0])[299], 1.0f);
    });
  for (std::thread &user : users)
    user.join();
  EXPECT_EQ(valuesOf<float>(h.variable("w")), std::vector<float>(300, -1.0f * kThreads * kRuns));
}

} // namespace
} // namespace weir
