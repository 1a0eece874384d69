// Faults on every device: they name op and line, and of a step that fails nothing stays.
#include "unittests/Runtime/Conformance.h"

#include <bit>

namespace weir {
namespace {

struct ConformanceOfFaults : Conformance {};

INSTANTIATE_TEST_SUITE_P(Devices, ConformanceOfFaults, kDevices, nameOf);

TEST_P(ConformanceOfFaults, FaultsNameOpAndLineAndLeaveTheDeviceUsable) {
  Harness h = open();
  JobHandle job = h.job(h.load(gatherThenUpdate()), "main");
  std::vector<int64_t> bad(300), good(300, 1);
  bad[290] = -3;
  for (int round = 0; round < 3; ++round) {
    std::vector<TensorHandle> results;
    StatusHandle status(h.tryRun(job, list(h.tensor(bad), h.tensor<float>({1, 2})), results, 1));
    ASSERT_EQ(weir_status_code(status.get()), WEIR_KERNEL_FAULT) << weir_status_message(status.get());
    EXPECT_STREQ(weir_status_message(status.get()), "expects an index from 0 to 1, got -3");
    EXPECT_STREQ(weir_status_op(status.get()), "test.gather_f32.second");
    EXPECT_STREQ(weir_status_file(status.get()), "model.py");
    EXPECT_EQ(results[0], nullptr);
    ASSERT_OK(weir_session_set(h.session.get(), "w", h.tensor(std::vector<float>(300)).get()));
    auto right = h.run(job, list(h.tensor(good), h.tensor<float>({1, 2})), 1);
    EXPECT_EQ(valuesOf<float>(right[0]), std::vector<float>(300, 2.0f));
    EXPECT_EQ(valuesOf<float>(h.variable("w")), std::vector<float>(300, -2.0f));
  }
}

/// A gather, and behind it what writes variables on streams of their own: a kernel, a copy and a fill.
Artifact gatherThenWriteAll() {
  Artifact artifact = testArtifact();
  for (const char *name : {"w", "copied", "filled"})
    artifact.variables.push_back({name, DType::F32, {300}, {}, {}});
  JobBuilder b(artifact, "main");
  Id index = b.input("index", DType::I64, {300}), table = b.input("table", DType::F32, {kDynamic});
  Id out = b.result("out", DType::F32, {300});
  Id found = b.call("gather_f32", {index, table, out}, 3);
  b.call("subtract_f32", {b.variable("w"), out}, 0, {found});
  b.add(Copy{out, b.variable("copied")}, 1, {found});
  b.add(Fill{b.variable("filled"), std::bit_cast<uint32_t>(5.0f)}, 2, {found});
  b.finish();
  return artifact;
}

/// Of ten steps that are submitted before anybody looks the third fails: from it on none has an effect, until somebody
/// has been told.
TEST_P(ConformanceOfFaults, AStepThatFailsIsTheLastOfThoseInTheQueue) {
  constexpr size_t kSteps = 10, kBad = 2;
  Harness h = open();
  JobHandle job = h.job(h.load(gatherThenWriteAll()), "main");
  TensorHandle table = h.tensor<float>({1, 2}), good = h.tensor(std::vector<int64_t>(300, 1));
  std::vector<int64_t> indices(300, 1);
  indices[290] = -3;
  TensorHandle bad = h.tensor(indices);
  auto expectVariables = [&](float w, float copied, float filled) {
    EXPECT_EQ(valuesOf<float>(h.variable("w")), std::vector<float>(300, w));
    EXPECT_EQ(valuesOf<float>(h.variable("copied")), std::vector<float>(300, copied));
    EXPECT_EQ(valuesOf<float>(h.variable("filled")), std::vector<float>(300, filled));
  };
  for (int round = 0; round < 3; ++round) {
    for (const char *name : {"w", "copied", "filled"})
      ASSERT_OK(weir_session_set(h.session.get(), name, h.tensor(std::vector<float>(300)).get()));
    std::vector<TensorHandle> results;
    for (size_t step = 0; step < kSteps; ++step)
      results.push_back(std::move(h.launch(job, {step == kBad ? &bad : &good, &table}, 1)[0]));
    EXPECT_EQ(valuesOf<float>(results[kBad - 1]), std::vector<float>(300, 2.0f));
    EXPECT_EQ(messageOf(weir_tensor_wait(results.back().get()), WEIR_KERNEL_FAULT),
              "expects an index from 0 to 1, got -3");
    expectVariables(-2.0f * kBad, 2, 5);
    ASSERT_OK(weir_session_set(h.session.get(), "filled", h.tensor(std::vector<float>(300)).get()));
    ASSERT_OK(weir_tensor_wait(h.launch(job, {&good, &table}, 1)[0].get()));
    expectVariables(-2.0f * (kBad + 1), 2, 5);
  }
}

/// Where the first of them fails there is nothing that a variable has got.
TEST_P(ConformanceOfFaults, AFailedStepLeavesVariablesAsTheyWere) {
  Harness h = open();
  JobHandle job = h.job(h.load(gatherThenWriteAll()), "main");
  std::vector<int64_t> bad(300, 7);
  for (int round = 0; round < 5; ++round) {
    std::vector<TensorHandle> results;
    messageOf(h.tryRun(job, list(h.tensor(bad), h.tensor<float>({1, 2})), results, 1), WEIR_KERNEL_FAULT);
    for (const char *name : {"w", "copied", "filled"})
      EXPECT_EQ(valuesOf<float>(h.variable(name)), std::vector<float>(300)) << name;
  }
}

/// Of several instructions that fail the first of the list is named, also if one is in a called program.
TEST_P(ConformanceOfFaults, TheFirstFaultIsReported) {
  Artifact artifact = testArtifact();
  JobBuilder inner(artifact, "inner"), outer(artifact, "outer");
  Id index = inner.input("index", DType::I64, {4}), table = inner.input("table", DType::F32, {kDynamic});
  inner.call("gather_f32", {index, table, inner.result("y", DType::F32, {4})});
  inner.finish();
  Id i = outer.input("index", DType::I64, {4}), j = outer.input("other", DType::I64, {4});
  Id t = outer.input("table", DType::F32, {kDynamic});
  outer.call("gather_f32", {i, t, outer.result("first", DType::F32, {4})});
  outer.add(RunProgram{0, {j, t, outer.result("second", DType::F32, {4})}});
  outer.finish();
  Harness h = open();
  JobHandle job = h.job(h.load(artifact), "outer");
  auto error = [&](int64_t first, int64_t second) {
    std::vector<TensorHandle> results;
    return messageOf(h.tryRun(job,
                              list(h.tensor<int64_t>({0, first, 0, 0}), h.tensor<int64_t>({0, 0, second, 0}),
                                   h.tensor<float>({1, 2})),
                              results, 2),
                     WEIR_KERNEL_FAULT);
  };
  EXPECT_EQ(error(7, 0), "expects an index from 0 to 1, got 7");
  EXPECT_EQ(error(0, 8), "expects an index from 0 to 1, got 8");
  EXPECT_EQ(error(7, 8), "expects an index from 0 to 1, got 7");
  auto results =
      h.run(job, list(h.tensor<int64_t>({0, 1, 0, 0}), h.tensor<int64_t>({0, 0, 1, 0}), h.tensor<float>({1, 2})), 2);
  EXPECT_EQ(valuesOf<float>(results[1]), (std::vector<float>{1, 1, 2, 1}));
}

/// The host must not see what a fault has spoiled.
TEST_P(ConformanceOfFaults, NoCallbackAfterAFault) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id index = b.input("index", DType::I64, {2}), out = b.result("out", DType::F32, {2});
  b.call("gather_f32", {index, b.input("table", DType::F32, {2}), out});
  b.add(HostCallback{"watch", {out}});
  b.finish();
  Harness h = open();
  int calls = 0;
  auto watch = [](void *context, weir_tensor *const *, int32_t) -> weir_status * {
    ++*static_cast<int *>(context);
    return nullptr;
  };
  ASSERT_OK(weir_session_set_callback(h.session.get(), "watch", watch, &calls));
  JobHandle job = h.job(h.load(artifact), "main");
  std::vector<TensorHandle> results;
  messageOf(h.tryRun(job, list(h.tensor<int64_t>({0, 2}), h.tensor<float>({1, 2})), results, 1), WEIR_KERNEL_FAULT);
  EXPECT_EQ(calls, 0);
  h.run(job, list(h.tensor<int64_t>({0, 1}), h.tensor<float>({1, 2})), 1);
  EXPECT_EQ(calls, 1);
}

} // namespace
} // namespace weir
