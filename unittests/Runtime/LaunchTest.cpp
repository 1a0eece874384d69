// Runs that nobody waits for at once: order, waiting, failures, ends.
#include "unittests/Runtime/Gate.h"
#include "unittests/Runtime/RuntimeTest.h"

#include <cstdlib>
#include <thread>
#include <tuple>

namespace weir {
namespace {

/// y = x + x, behind the gate.
void addGated(Artifact &artifact) {
  JobBuilder b(artifact, "gated");
  Id x = b.input("x", DType::F32, {2}), y = b.result("y", DType::F32, {2});
  Id passed = b.add(HostCallback{"gate", {x}});
  b.call("double_f32", {x, y}, 0, {passed});
  b.finish();
}

void addDouble(Artifact &artifact) {
  JobBuilder b(artifact, "double");
  b.call("double_f32", {b.input("x", DType::F32, {2}), b.result("y", DType::F32, {2})});
  b.finish();
}

/// y = table[index], and w -= table.
void addGather(Artifact &artifact) {
  artifact.variables.push_back({"w", DType::F32, {2}, {}, {}});
  JobBuilder b(artifact, "gather");
  Id index = b.input("index", DType::I64, {2}), table = b.input("table", DType::F32, {2});
  b.call("gather_f32", {index, table, b.result("y", DType::F32, {2})});
  b.call("subtract_f32", {b.variable("w"), table});
  b.finish();
}

using Floats = std::vector<float>;

struct Launch : ::testing::Test {
  void SetUp() override {
    addGated(artifact);
    addDouble(artifact);
    addGather(artifact);
    ASSERT_OK(weir_session_set_callback(h.session.get(), "gate", Gate::pass, &gate));
    loaded = h.load(artifact);
  }
  /// The gate has to outlive who stands in it.
  void TearDown() override {
    gate.open();
    while (gate.isInside && !gate.hasLeft)
      std::this_thread::yield();
  }

  Artifact artifact = testArtifact();
  Gate gate;
  Harness h;
  ArtifactHandle loaded;
};

TEST_F(Launch, ReturnsBeforeTheRunHasEnded) {
  JobHandle gated = h.job(loaded, "gated"), twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  auto y = h.launch(gated, {&x}, 1);
  gate.waitUntilInside();
  auto z = h.launch(twice, {&y[0]}, 1);
  gate.open();
  EXPECT_EQ(valuesOf<float>(z[0]), (Floats{4, 8}));
  EXPECT_EQ(valuesOf<float>(y[0]), (Floats{2, 4}));
}

TEST_F(Launch, RunsFollowEachOther) {
  JobHandle twice = h.job(loaded, "double");
  std::vector<TensorHandle> chain = list(h.tensor<float>({1, -1}));
  for (int i = 0; i < 100; ++i)
    chain.push_back(std::move(h.launch(twice, {&chain.back()}, 1)[0]));
  EXPECT_EQ(valuesOf<float>(chain.back()), (Floats{0x1p100f, -0x1p100f}));
  EXPECT_EQ(valuesOf<float>(h.run(twice, list(std::move(chain.back())), 1)[0])[0], 0x1p101f);
}

/// Begins of kernels, by the thread that ran them, and waits of the thread that launches.
struct Ran {
  std::vector<int64_t> here, elsewhere, waits;

  explicit Ran(const Harness &h) {
    std::vector<std::tuple<std::string, int32_t, int64_t>> events;
    auto add = [](void *context, const weir_trace_event *event) {
      static_cast<decltype(events) *>(context)->emplace_back(event->kind, event->thread, event->begin_ns);
    };
    EXPECT_OK(weir_trace_visit(h.device.get(), add, &events));
    int32_t launcher = 0;
    for (const auto &[kind, thread, begin] : events)
      launcher = kind == "submit" ? thread : launcher;
    for (const auto &[kind, thread, begin] : events) {
      if (kind == "kernel")
        (thread == launcher ? here : elsewhere).push_back(begin);
      if (kind == "wait" && thread == launcher)
        waits.push_back(begin);
    }
  }
};

TEST_F(Launch, OneThatIsQuickIsRunAtOnceByWhoWaits) {
  JobHandle twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  auto launchAndLook = [&] { EXPECT_EQ(valuesOf<float>(h.launch(twice, {&x}, 1)[0]), (Floats{2, 4})); };
  auto launchAndWaitForAll = [&] {
    h.launch(twice, {&x}, 1);
    ASSERT_OK(weir_device_synchronize(h.device.get()));
  };
  for (int i = 0; i < 100; ++i) // one of them takes no longer than it should
    launchAndLook();
  ASSERT_OK(weir_trace_enable(h.device.get(), 10000));
  for (int i = 0; i < 20; ++i) {
    launchAndLook();
    launchAndWaitForAll();
  }
  Ran ran(h);
  ASSERT_TRUE(ran.here.size() == 40 && ran.elsewhere.empty() && ran.waits.size() == 20);
  for (size_t i = 0; i < 20; ++i) // not while it waits
    EXPECT_LT(ran.here[2 * i + 1], ran.waits[i]);
}

TEST_F(Launch, OneThatIsTinyIsRunAtOnceByWhoLooksAtNoResult) {
  JobHandle twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  for (int i = 0; i < 100; ++i)
    valuesOf<float>(h.launch(twice, {&x}, 1)[0]);
  h.launch(twice, {&x}, 1);
  ASSERT_OK(weir_trace_enable(h.device.get(), 10000));
  for (int i = 0; i < 20; ++i)
    h.launch(twice, {&x}, 1);
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  Ran ran(h);
  ASSERT_EQ(ran.here.size(), 20u); // one of a hundred took no longer than it should
  for (int64_t begin : ran.here)   // not while it waits
    EXPECT_TRUE(ran.waits.empty() || begin < ran.waits.front());
}

TEST_F(Launch, ResultsTakeMemoryWhenTheyAreWritten) {
  JobHandle gated = h.job(loaded, "gated"), twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  std::vector<TensorHandle> chain = h.launch(gated, {&x}, 1);
  gate.waitUntilInside();
  int64_t before = weir_device_bytes_in_use(h.device.get());
  for (int i = 0; i < 10; ++i)
    chain.push_back(std::move(h.launch(twice, {&chain.back()}, 1)[0]));
  EXPECT_EQ(weir_device_bytes_in_use(h.device.get()), before);
  gate.open();
  EXPECT_EQ(valuesOf<float>(chain.back()), (Floats{2048, 4096}));
  EXPECT_EQ(weir_device_bytes_in_use(h.device.get()), before + 10 * 64);
}

TEST_F(Launch, AFailedResultCannotBecomeAVariable) {
  JobHandle gather = h.job(loaded, "gather");
  TensorHandle index = h.tensor<int64_t>({0, 7}), table = h.tensor<float>({1, 2});
  auto y = h.launch(gather, {&index, &table}, 1);
  EXPECT_EQ(messageOf(weir_session_bind(h.session.get(), "y", y[0].get()), WEIR_KERNEL_FAULT),
            "expects an index from 0 to 1, got 7");
  ASSERT_OK(weir_session_bind(h.session.get(), "y", table.get()));
}

TEST_F(Launch, WhoLooksAtAViewWaits) {
  JobHandle gated = h.job(loaded, "gated"), twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  auto y = h.launch(gated, {&x}, 1);
  gate.waitUntilInside();
  int64_t size = 2, backwards = -1;
  weir_tensor *view = nullptr;
  ASSERT_OK(weir_tensor_view(y[0].get(), 1, 1, &size, &backwards, &view));
  TensorHandle reversed(view);
  auto z = h.launch(twice, {&reversed}, 1);
  gate.open();
  EXPECT_EQ(valuesOf<float>(reversed), (Floats{4, 2}));
  EXPECT_EQ(valuesOf<float>(z[0]), (Floats{8, 4}));
}

TEST_F(Launch, WritesTakeTheirTurn) {
  JobHandle gated = h.job(loaded, "gated"), twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2}), other = h.tensor<float>({5, 6});
  auto y = h.launch(gated, {&x}, 1);
  gate.waitUntilInside();
  Floats elements = {10, 20};
  ASSERT_OK(weir_tensor_write(x.get(), elements.data(), sizeof(float) * 2));
  elements = {0, 0};
  auto ofWritten = h.launch(twice, {&x}, 1);
  float three = 3;
  ASSERT_OK(weir_tensor_fill_element(x.get(), &three));
  auto ofFilled = h.launch(twice, {&x}, 1);
  ASSERT_OK(weir_tensor_copy(other.get(), x.get()));
  weir_tensor *copy = nullptr;
  ASSERT_OK(weir_tensor_clone(y[0].get(), &copy));
  TensorHandle cloned(copy);
  ASSERT_OK(weir_tensor_fill(y[0].get(), -1));
  ASSERT_OK(weir_tensor_fill(other.get(), -2));
  EXPECT_FALSE(gate.hasLeft.load());
  gate.open();
  EXPECT_EQ(valuesOf<float>(x), (Floats{5, 6}));
  EXPECT_EQ(valuesOf<float>(ofWritten[0]), (Floats{20, 40}));
  EXPECT_EQ(valuesOf<float>(ofFilled[0]), (Floats{6, 6}));
  EXPECT_EQ(valuesOf<float>(cloned), (Floats{2, 4}));
  EXPECT_EQ(valuesOf<float>(y[0]), (Floats{-1, -1}));
  EXPECT_EQ(valuesOf<float>(other), (Floats{-2, -2}));
}

/// Whoever has the address looks, or writes, when the call has returned.
TEST_F(Launch, WritesToExposedMemoryAreDone) {
  JobHandle gated = h.job(loaded, "gated");
  TensorHandle x = h.tensor<float>({1, 2});
  auto y = h.launch(gated, {&x}, 1);
  gate.waitUntilInside();
  weir_tensor_expose(x.get(), 1);
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    gate.open();
  });
  ASSERT_OK(weir_tensor_fill(x.get(), 9));
  EXPECT_TRUE(gate.hasLeft.load());
  weir_tensor_conceal(x.get(), 1);
  opener.join();
  EXPECT_EQ(valuesOf<float>(y[0]), (Floats{2, 4}));
}

TEST_F(Launch, CopiesOfAFailedResultFail) {
  JobHandle gather = h.job(loaded, "gather");
  TensorHandle index = h.tensor<int64_t>({0, 7}), table = h.tensor<float>({1, 2}), target = h.tensor<float>({1, 2});
  auto y = h.launch(gather, {&index, &table}, 1);
  if (weir_status *failed = weir_tensor_copy(y[0].get(), target.get())) // found at once if the run has ended by then
    weir_status_free(failed);
  Floats read(2);
  weir_status *failed = weir_tensor_read(y[0].get(), read.data(), 8);
  EXPECT_EQ(messageOf(failed, WEIR_KERNEL_FAULT), "expects an index from 0 to 1, got 7");
  ASSERT_OK(weir_tensor_fill(y[0].get(), 3));
  EXPECT_EQ(valuesOf<float>(y[0]), (Floats{3, 3}));
}

TEST_F(Launch, LentMemoryMayBeOverwrittenAtOnce) {
  JobHandle gated = h.job(loaded, "gated");
  Floats memory = {1, 2};
  int64_t size = 2;
  weir_tensor *lent = nullptr;
  ASSERT_OK(weir_tensor_borrow(h.device.get(), memory.data(), WEIR_F32, 1, &size, nullptr, nullptr, nullptr, &lent));
  TensorHandle x(lent);
  auto y = h.launch(gated, {&x}, 1);
  memory = {100, 200};
  gate.open();
  EXPECT_EQ(valuesOf<float>(y[0]), (Floats{2, 4}));
}

TEST_F(Launch, ExposedMemoryKeepsToTheOrderOfTheProgram) {
  JobHandle gather = h.job(loaded, "gather"), twice = h.job(loaded, "double");
  TensorHandle index = h.tensor<int64_t>({1, 0}), table = h.tensor<float>({1, 2}), w = h.variable("w");
  for (const TensorHandle *tensor : {&table, &w})
    weir_tensor_expose(tensor->get(), 1);
  auto *elements = static_cast<float *>(weir_tensor_data(table.get()));
  auto *written = static_cast<const float *>(weir_tensor_data(w.get()));
  for (int i = 1; i <= 100; ++i) {
    elements[0] = float(i);
    auto y = h.launch(gather, {&index, &table}, 1);
    EXPECT_EQ(written[0], -float(i * (i + 1) / 2)) << "the run has ended";
    auto z = h.launch(twice, {&table}, 1);
    elements[0] = -1;
    EXPECT_EQ(valuesOf<float>(y[0])[1], float(i));
    EXPECT_EQ(valuesOf<float>(z[0])[0], 2 * float(i));
  }
  for (const TensorHandle *tensor : {&table, &w})
    weir_tensor_conceal(tensor->get(), 1);
}

TEST_F(Launch, AFailureReachesWhoLooks) {
  JobHandle gather = h.job(loaded, "gather"), twice = h.job(loaded, "double");
  TensorHandle index = h.tensor<int64_t>({0, 5}), table = h.tensor<float>({1, 2});
  auto y = h.launch(gather, {&index, &table}, 1);
  auto z = h.launch(twice, {&y[0]}, 1);
  double value = 0;
  EXPECT_EQ(messageOf(weir_tensor_load(z[0].get(), 0, &value), WEIR_KERNEL_FAULT),
            "expects an index from 0 to 1, got 5");
  EXPECT_EQ(messageOf(weir_tensor_wait(y[0].get()), WEIR_KERNEL_FAULT), "expects an index from 0 to 1, got 5");
  EXPECT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_EQ(valuesOf<float>(h.launch(twice, {&table}, 1)[0]), (Floats{2, 4}));
}

TEST_F(Launch, VariablesOfAFailedRunAreRefusedUntilSomebodyWasTold) {
  JobHandle gather = h.job(loaded, "gather");
  TensorHandle good = h.tensor<int64_t>({1, 0}), bad = h.tensor<int64_t>({0, 5}), table = h.tensor<float>({1, 2});
  auto first = h.launch(gather, {&bad, &table}, 1), second = h.launch(gather, {&good, &table}, 1);
  EXPECT_EQ(messageOf(weir_device_synchronize(h.device.get()), WEIR_KERNEL_FAULT),
            "expects an index from 0 to 1, got 5");
  EXPECT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_EQ(valuesOf<float>(h.variable("w")), (Floats{0, 0})) << "neither of the two has changed it";
  weir_status_free(weir_tensor_wait(second[0].get()));
  EXPECT_EQ(valuesOf<float>(h.launch(gather, {&good, &table}, 1)[0]), (Floats{2, 1}));
  EXPECT_EQ(valuesOf<float>(h.variable("w")), (Floats{-1, -2}));
}

/// Variables `names` less table, behind the gate if there is one.
Artifact subtracting(const std::vector<const char *> &names, bool isGated) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "subtract");
  Id table = b.input("table", DType::F32, {2});
  std::vector<Id> before;
  if (isGated)
    before.push_back(b.add(HostCallback{"gate", {table}}));
  for (const char *name : names) {
    artifact.variables.push_back({name, DType::F32, {2}, {}, {}});
    b.call("subtract_f32", {b.variable(name), table}, 0, before);
  }
  b.finish();
  return artifact;
}

TEST_F(Launch, VariablesOfOtherArtifactsAreNotWaitedFor) {
  JobHandle first = h.job(h.load(subtracting({"a"}, true)), "subtract");
  JobHandle second = h.job(h.load(subtracting({"b"}, false)), "subtract");
  TensorHandle one = h.tensor<float>({1, 1}), ten = h.tensor<float>({10, 10});
  h.launch(second, {&one}, 0);
  EXPECT_EQ(valuesOf<float>(h.variable("b")), (Floats{-1, -1}));
  h.launch(first, {&ten}, 0);
  gate.waitUntilInside();
  EXPECT_EQ(valuesOf<float>(h.variable("b")), (Floats{-1, -1}));
  EXPECT_FALSE(gate.hasLeft.load());
  gate.open();
  // What uses both takes its place behind either, also for those who were there before it.
  JobHandle both = h.job(h.load(subtracting({"a", "b"}, false)), "subtract");
  for (int i = 0; i < 10; ++i) {
    h.launch(second, {&one}, 0);
    h.launch(both, {&ten}, 0);
    h.launch(first, {&one}, 0);
  }
  EXPECT_EQ(valuesOf<float>(h.variable("a")), (Floats{-120, -120}));
  EXPECT_EQ(valuesOf<float>(h.variable("b")), (Floats{-111, -111}));
}

TEST_F(Launch, AFailureLeavesTheVariablesOfOthers) {
  JobHandle gather = h.job(loaded, "gather");
  JobHandle other = h.job(h.load(subtracting({"b"}, false)), "subtract");
  TensorHandle index = h.tensor<int64_t>({0, 7}), table = h.tensor<float>({1, 2});
  h.launch(gather, {&index, &table}, 1);
  h.launch(other, {&table}, 0);
  EXPECT_EQ(valuesOf<float>(h.variable("b")), (Floats{-1, -2}));
  Floats read(2);
  EXPECT_EQ(messageOf(weir_tensor_read(h.variable("w").get(), read.data(), 8), WEIR_KERNEL_FAULT),
            "expects an index from 0 to 1, got 7");
}

TEST_F(Launch, WaitsCanBeInterrupted) {
  std::atomic<int> asked{0};
  weir_device_set_interrupt(
      h.device.get(), [](void *asked) { return int32_t(++*static_cast<std::atomic<int> *>(asked) % 2 == 0); }, &asked);
  JobHandle gated = h.job(loaded, "gated"), twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  auto y = h.launch(gated, {&x}, 1), z = h.launch(twice, {&y[0]}, 1);
  Floats read(2);
  double value = 0;
  const char *message = "a wait was interrupted; what was launched goes on";
  EXPECT_EQ(messageOf(weir_tensor_wait(y[0].get()), WEIR_INTERRUPTED), message);
  EXPECT_EQ(messageOf(weir_tensor_read(z[0].get(), read.data(), 8), WEIR_INTERRUPTED), message);
  EXPECT_EQ(messageOf(weir_tensor_load(z[0].get(), 0, &value), WEIR_INTERRUPTED), message);
  EXPECT_EQ(messageOf(weir_device_synchronize(h.device.get()), WEIR_INTERRUPTED), message);
  EXPECT_EQ(messageOf(weir_device_drain(h.device.get()), WEIR_INTERRUPTED), message);
  EXPECT_EQ(asked.load(), 10);
  gate.open();
  EXPECT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_EQ(valuesOf<float>(z[0]), (Floats{4, 8}));
}

struct Timeout {
  Timeout() { setenv("WEIR_TIMEOUT", "0.05", 1); }
  ~Timeout() { unsetenv("WEIR_TIMEOUT"); }
};
struct LaunchWithTimeout : Timeout, Launch {};

TEST_F(LaunchWithTimeout, AWaitThatIsLongTellsWhatIsBlocked) {
  JobHandle gated = h.job(loaded, "gated"), twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  auto y = h.launch(gated, {&x}, 1), z = h.launch(twice, {&y[0]}, 1);
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    gate.open();
  });
  testing::internal::CaptureStderr();
  EXPECT_OK(weir_tensor_wait(z[0].get()));
  std::string report = testing::internal::GetCapturedStderr();
  opener.join();
  EXPECT_EQ(report.substr(0, report.find(" has taken")), "weir: a wait on cpu");
  for (const char *line : {"  running: job 'gated', at host_callback of model.py:10 in job 'gated'\n",
                           "  waiting: job 'double' for job 'gated'\n"})
    EXPECT_NE(report.find(line), std::string::npos) << report;
}

/// Its jobs are gone but for the run that is under way.
TEST_F(Launch, AVariableIsRemovedBehindItsRuns) {
  JobHandle job = h.job(h.load(subtracting({"a"}, true)), "subtract");
  TensorHandle one = h.tensor<float>({1, 1});
  h.launch(job, {&one}, 0);
  gate.waitUntilInside();
  EXPECT_EQ(messageOf(weir_session_remove(h.session.get(), "b"), WEIR_NOT_FOUND).substr(0, 7), "expects");
  job.reset();
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    gate.open();
  });
  EXPECT_OK(weir_session_remove(h.session.get(), "a"));
  opener.join();
}

TEST_F(Launch, EverythingMayBeFreedWhileItRuns) {
  JobHandle gated = h.job(loaded, "gated"), twice = h.job(loaded, "double");
  TensorHandle x = h.tensor<float>({1, 2});
  auto y = h.launch(gated, {&x}, 1), z = h.launch(twice, {&y[0]}, 1);
  gate.waitUntilInside();
  gated.reset();
  twice.reset();
  loaded.reset();
  h.session.reset();
  h.device.reset();
  x.reset();
  y.clear();
  gate.open();
  EXPECT_EQ(valuesOf<float>(z[0]), (Floats{4, 8}));
}

/// Then the last of it ends on the engine's own thread, and the engine with it.
TEST_F(Launch, NobodyNeedsToWait) {
  JobHandle gated = h.job(loaded, "gated");
  TensorHandle x = h.tensor<float>({1, 2});
  auto y = h.launch(gated, {&x}, 1);
  gate.waitUntilInside();
  gated.reset();
  loaded.reset();
  h.session.reset();
  h.device.reset();
}

/// Of more bytes than are copied.
TEST_F(Launch, LentMemoryGoesBackOnAThreadOfTheCallers) {
  Artifact any = testArtifact();
  JobBuilder b(any, "double");
  Id x = b.input("x", DType::F32, {kDynamic});
  b.call("double_f32", {x, b.result("y", DType::F32, {kDynamic}, b.sizesOf(x))});
  b.finish();
  JobHandle twice = h.job(h.load(any), "double");
  Floats memory = iota(17 << 20);
  std::thread::id released;
  auto release = [](void *context) { *static_cast<std::thread::id *>(context) = std::this_thread::get_id(); };
  auto size = int64_t(memory.size());
  weir_tensor *lent = nullptr;
  ASSERT_OK(weir_tensor_borrow(h.device.get(), memory.data(), WEIR_F32, 1, &size, nullptr, release, &released, &lent));
  TensorHandle input(lent);
  auto y = h.launch(twice, {&input}, 1);
  memory[5] = 0; // the run has ended
  input.reset();
  EXPECT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_EQ(released, std::this_thread::get_id());
  EXPECT_EQ(valuesOf<float>(y[0])[5], 10.0f);
}

TEST_F(Launch, ACallbackCannotWaitForItsRun) {
  struct Context {
    weir_device *device;
    std::string error;
  } context{h.device.get(), ""};
  auto wait = [](void *opaque, weir_tensor *const *, int32_t) -> weir_status * {
    auto &context = *static_cast<Context *>(opaque);
    context.error = messageOf(weir_device_synchronize(context.device), WEIR_INVALID_ARGUMENT);
    return nullptr;
  };
  ASSERT_OK(weir_session_set_callback(h.session.get(), "wait", wait, &context));
  Artifact waiting = testArtifact();
  JobBuilder b(waiting, "waiting");
  b.add(HostCallback{"wait", {b.input("x", DType::F32, {2})}});
  b.finish();
  JobHandle job = h.job(h.load(waiting), "waiting");
  TensorHandle x = h.tensor<float>({1, 2});
  h.launch(job, {&x}, 0);
  EXPECT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_EQ(context.error, "expects a host callback not to wait for the run that called it");
}

/// Many threads launch and read; each sees what it has asked for.
TEST_F(Launch, ThreadsShareADevice) {
  JobHandle twice = h.job(loaded, "double");
  auto work = [&](float first) {
    std::vector<TensorHandle> chain = list(h.tensor<float>({first, 1}));
    for (int i = 0; i < 50; ++i) {
      chain.push_back(std::move(h.launch(twice, {&chain.back()}, 1)[0]));
      if (i % 7 == 0)
        EXPECT_EQ(valuesOf<float>(chain.back())[0], first * float(1ull << (i + 1)));
    }
    EXPECT_EQ(valuesOf<float>(chain.back())[0], first * 0x1p50f);
  };
  onThreads({1, 2, 3, 4}, work);
}

} // namespace
} // namespace weir
