// Runs that are under way at the same time, on seats of one device.
#include "unittests/Runtime/Conformance.h"

#include <condition_variable>
#include <mutex>

namespace weir {
namespace {

/// A callback in which runs wait for each other: it lasts until so many have come, or for ten seconds.
class Meeting {
public:
  explicit Meeting(int expected) : expected(expected) {}

  static weir_status *attend(void *opaque, weir_tensor *const *, int32_t) {
    auto &meeting = *static_cast<Meeting *>(opaque);
    std::unique_lock lock(meeting.mutex);
    ++meeting.arrived;
    meeting.most = std::max(meeting.most, ++meeting.inside);
    meeting.changed.notify_all();
    meeting.changed.wait_for(lock, std::chrono::seconds(10), [&] { return meeting.arrived >= meeting.expected; });
    --meeting.inside;
    return nullptr;
  }
  void awaitArrival() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return arrived > 0; });
  }
  /// How many were inside at once.
  int mostInside() {
    std::lock_guard lock(mutex);
    return most;
  }

private:
  const int expected;
  std::mutex mutex;
  std::condition_variable changed;
  int arrived = 0, inside = 0, most = 0;
};

using Floats = std::vector<float>;

/// y = 4 x, by way of a temporary.
Artifact fourTimes(int64_t size) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "four");
  Id x = b.input("x", DType::F32, {size}), twice = b.arena(DType::F32, {size});
  Id first = b.call("double_f32", {x, twice});
  b.call("double_f32", {twice, b.result("y", DType::F32, {size})}, 0, {first});
  b.finish();
  return artifact;
}

/// A job of a callback and y = x + x behind it; with a variable's name, that is lessened by x, too.
Artifact meeting(const std::string &callback, const std::string &variable = "") {
  Artifact artifact = testArtifact();
  if (!variable.empty())
    artifact.variables.push_back({variable, DType::F32, {2}, {}, {}});
  JobBuilder b(artifact, "meet");
  Id x = b.input("x", DType::F32, {2}), y = b.result("y", DType::F32, {2});
  Id met = b.add(HostCallback{callback, {x}});
  b.call("double_f32", {x, y}, 0, {met});
  if (!variable.empty())
    b.call("subtract_f32", {b.variable(variable), x}, 0, {met});
  b.finish();
  return artifact;
}

struct Overlap : ::testing::Test {
  JobHandle job(const char *callback, Meeting &context, const std::string &variable = "") {
    EXPECT_OK(weir_session_set_callback(h.session.get(), callback, Meeting::attend, &context));
    return h.job(h.load(meeting(callback, variable)), "meet");
  }

  void SetUp() override { ASSERT_OK(weir_trace_enable(h.device.get(), 1000)); }

  /// Whether the trace has two callbacks at the same time, of two runs or of two streams of one.
  bool hasOverlap() {
    struct Span {
      int64_t begin, end;
    };
    std::vector<Span> spans; // by their beginnings
    auto add = [](void *spans, const weir_trace_event *event) {
      if (std::string_view(event->kind) == "callback")
        static_cast<std::vector<Span> *>(spans)->push_back({event->begin_ns, event->end_ns});
    };
    EXPECT_OK(weir_trace_visit(h.device.get(), add, &spans));
    for (size_t i = 1; i < spans.size(); ++i)
      if (spans[i].begin < spans[i - 1].end)
        return true;
    return false;
  }

  Harness h{{.threads = 2}};
};

TEST_F(Overlap, IndependentInstructions) {
  for (bool isIndependent : {true, false}) {
    Meeting meeting(isIndependent ? 2 : 1);
    ASSERT_OK(weir_session_set_callback(h.session.get(), "meet", Meeting::attend, &meeting));
    Artifact artifact = testArtifact();
    JobBuilder b(artifact, "main");
    Id x = b.input("x", DType::F32, {2}), y = b.result("y", DType::F32, {2});
    Id first = b.add(HostCallback{"meet", {x}});
    Id second = b.add(HostCallback{"meet", {x}}, 1, isIndependent ? std::vector<Id>{} : std::vector<Id>{first});
    b.call("double_f32", {x, y}, 0, {second});
    b.finish();
    ASSERT_OK(weir_trace_enable(h.device.get(), 1000));
    auto results = h.run(h.job(h.load(artifact), "main"), list(h.tensor<float>({1, 2})), 1);
    EXPECT_EQ(valuesOf<float>(results[0]), (Floats{2, 4}));
    EXPECT_EQ(hasOverlap(), isIndependent);
  }
}

TEST_F(Overlap, RunsOfAProgramThatWritesNothing) {
  Meeting two(2);
  JobHandle meet = job("two", two);
  TensorHandle x = h.tensor<float>({1, 2}), y = h.tensor<float>({3, 4});
  auto first = h.launch(meet, {&x}, 1), second = h.launch(meet, {&y}, 1);
  EXPECT_EQ(valuesOf<float>(first[0]), (Floats{2, 4}));
  EXPECT_EQ(valuesOf<float>(second[0]), (Floats{6, 8}));
  EXPECT_EQ(two.mostInside(), 2);
  EXPECT_TRUE(hasOverlap());
}

/// There are as many frames as seats here, but no more than two.
TEST(Overlaps, NoMoreRunsThanFrames) {
  Harness h({.threads = 4});
  Meeting two(2);
  ASSERT_OK(weir_session_set_callback(h.session.get(), "two", Meeting::attend, &two));
  JobHandle meet = h.job(h.load(meeting("two")), "meet");
  TensorHandle x = h.tensor<float>({1, 2});
  std::vector<TensorHandle> results;
  for (int i = 0; i < 20; ++i)
    results.push_back(std::move(h.launch(meet, {&x}, 1)[0]));
  for (const TensorHandle &result : results)
    EXPECT_EQ(valuesOf<float>(result), (Floats{2, 4}));
  EXPECT_EQ(two.mostInside(), 2);
}

TEST_F(Overlap, NotOfOneThatWritesItsVariables) {
  Meeting alone(1);
  JobHandle meet = job("alone", alone, "w");
  TensorHandle x = h.tensor<float>({1, 2});
  for (int i = 0; i < 20; ++i)
    h.launch(meet, {&x}, 1);
  EXPECT_EQ(valuesOf<float>(h.variable("w")), (Floats{-20, -40}));
  EXPECT_EQ(alone.mostInside(), 1);
  EXPECT_FALSE(hasOverlap());
}

TEST_F(Overlap, AnEvaluationOfOneModelBesideTrainingOfAnother) {
  Meeting two(2);
  JobHandle train = job("two", two, "w");
  JobHandle evaluate = h.job(h.load(meeting("two")), "meet");
  TensorHandle x = h.tensor<float>({1, 2});
  auto loss = h.launch(train, {&x}, 1), logits = h.launch(evaluate, {&x}, 1);
  EXPECT_EQ(valuesOf<float>(logits[0]), (Floats{2, 4}));
  EXPECT_EQ(valuesOf<float>(loss[0]), (Floats{2, 4}));
  EXPECT_EQ(two.mostInside(), 2);
  EXPECT_TRUE(hasOverlap());
}

/// Each evaluation finds what has been trained before it, and is done before the next step changes it.
TEST_F(Overlap, NotAnEvaluationOfTheModelThatIsTrained) {
  Meeting alone(1);
  Artifact artifact = meeting("alone", "w");
  JobBuilder b(artifact, "evaluate");
  Id met = b.add(HostCallback{"alone", {b.input("x", DType::F32, {2})}});
  b.call("double_f32", {b.variable("w"), b.result("y", DType::F32, {2})}, 0, {met});
  b.finish();
  ASSERT_OK(weir_session_set_callback(h.session.get(), "alone", Meeting::attend, &alone));
  ArtifactHandle loaded = h.load(artifact);
  JobHandle train = h.job(loaded, "meet"), evaluate = h.job(loaded, "evaluate");
  TensorHandle x = h.tensor<float>({1, 2});
  std::vector<TensorHandle> logits;
  for (int i = 0; i < 20; ++i) {
    h.launch(train, {&x}, 1);
    logits.push_back(std::move(h.launch(evaluate, {&x}, 1)[0]));
  }
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(valuesOf<float>(logits[size_t(i)]), (Floats{float(-2 * (i + 1)), float(-4 * (i + 1))}));
  EXPECT_EQ(alone.mostInside(), 1);
  EXPECT_FALSE(hasOverlap());
}

// Copies that the host asks for, while a run is under way.

struct TransferSpan {
  std::string name;
  int32_t stream;
  int64_t begin, end;
};

std::vector<TransferSpan> spansOf(const Harness &h, std::string_view kind) {
  std::pair<std::string_view, std::vector<TransferSpan>> found{kind, {}};
  auto add = [](void *context, const weir_trace_event *event) {
    auto &[kind, spans] = *static_cast<decltype(found) *>(context);
    if (event->kind == kind)
      spans.push_back({event->name, event->stream, event->begin_ns, event->end_ns});
  };
  EXPECT_OK(weir_trace_visit(h.device.get(), add, &found));
  return found.second;
}

struct Transfers : Conformance {};
INSTANTIATE_TEST_SUITE_P(Devices, Transfers, kDevices, nameOf);

/// The next batch comes and the last result goes while a program works on this one: each on a stream of its own.
TEST_P(Transfers, BesideARun) {
  Harness h = open({.threads = 2});
  Meeting gate(2); // of the run and of this thread
  ASSERT_OK(weir_session_set_callback(h.session.get(), "gate", Meeting::attend, &gate));
  JobHandle gated = h.job(h.load(meeting("gate")), "meet");
  JobHandle twice = h.job(h.load(fourTimes(2)), "four");
  TensorHandle x = h.tensor<float>({1, 2});
  std::vector<TensorHandle> last = h.run(twice, list(h.tensor<float>({3, 4})), 1);
  ASSERT_OK(weir_trace_enable(h.device.get(), 1000));
  std::vector<TensorHandle> results = h.launch(gated, {&x}, 1);
  gate.awaitArrival();
  TensorHandle next = h.tensor<float>({5, 6});
  EXPECT_EQ(valuesOf<float>(last[0]), (Floats{12, 16}));
  Meeting::attend(&gate, nullptr, 0);
  EXPECT_EQ(valuesOf<float>(results[0]), (Floats{2, 4}));
  EXPECT_EQ(valuesOf<float>(next), (Floats{5, 6}));

  std::vector<TransferSpan> callbacks = spansOf(h, "callback"), copies = spansOf(h, "copy");
  ASSERT_EQ(callbacks.size(), 1u);
  ASSERT_GE(copies.size(), 2u);
  const TransferSpan &fed = copies[0], &fetched = copies[1];
  EXPECT_EQ(fed.name, "copy to the device");
  EXPECT_EQ(fed.stream, -1);
  EXPECT_EQ(fetched.name, "copy to the host");
  EXPECT_EQ(fetched.stream, -2);
  EXPECT_LT(callbacks[0].begin, fed.begin);
  EXPECT_LT(fetched.end, callbacks[0].end);
}

/// There is memory for one run at a time: the second begins when the first has given its arena back.
TEST(Overlaps, RunsWaitForMemory) {
  constexpr int64_t kSize = 1 << 16, kBytes = 4 * kSize;
  Harness h({.threads = 2, .memory_limit = kBytes * 9 / 2});
  JobHandle four = h.job(h.load(fourTimes(kSize)), "four");
  TensorHandle x = h.tensor(iota(kSize));
  for (int i = 0; i < 200; ++i) {
    auto first = h.launch(four, {&x}, 1), second = h.launch(four, {&x}, 1);
    EXPECT_EQ(valuesOf<float>(first[0])[kSize - 1], 4 * float(kSize - 1));
    EXPECT_EQ(valuesOf<float>(second[0])[1], 4.0f);
  }
}

/// Where it can't come, all who lack it are told, and nobody else.
TEST(Overlaps, MemoryThatDoesNotCome) {
  constexpr int64_t kSize = 1 << 16, kBytes = 4 * kSize;
  Harness h({.threads = 2, .memory_limit = kBytes * 5 / 2});
  JobHandle four = h.job(h.load(fourTimes(kSize)), "four");
  TensorHandle x = h.tensor(iota(kSize));
  int64_t inUse = weir_device_bytes_in_use(h.device.get());
  for (int i = 0; i < 20; ++i) {
    auto first = h.launch(four, {&x}, 1), second = h.launch(four, {&x}, 1);
    std::string text = messageOf(weir_tensor_wait(first[0].get()), WEIR_OUT_OF_MEMORY);
    EXPECT_NE(text.find("expects a result to fit into the device's memory, got 262144 bytes"), std::string::npos)
        << text;
    messageOf(weir_tensor_wait(second[0].get()), WEIR_OUT_OF_MEMORY);
    weir_device_trim(h.device.get());
    EXPECT_EQ(weir_device_bytes_in_use(h.device.get()), inUse);
  }
}

/// Threads share what is large: row-major, turned round, and in rows with gaps.
TEST(Overlaps, LargeCopies) {
  constexpr int64_t kRows = 1001, kColumns = 517;
  for (int threads : {1, 4}) {
    Harness h({.threads = threads});
    TensorHandle whole = h.tensor(iota(kRows * kColumns), {kRows, kColumns});
    struct View {
      int64_t shape[2], strides[2];
    };
    for (View view : {View{{kRows, kColumns}, {kColumns, 1}}, View{{kColumns, kRows}, {1, kColumns}},
                      View{{kRows, kColumns - 1}, {kColumns, 1}}}) {
      weir_tensor *viewed = nullptr, *copy = nullptr;
      ASSERT_OK(weir_tensor_view(whole.get(), 0, 2, view.shape, view.strides, &viewed));
      TensorHandle source(viewed);
      ASSERT_OK(weir_tensor_clone(viewed, &copy));
      std::vector<float> values = valuesOf<float>(TensorHandle(copy));
      for (int64_t i = 0; i < view.shape[0]; ++i)
        for (int64_t j = 0; j < view.shape[1]; ++j)
          ASSERT_EQ(values[size_t(i * view.shape[1] + j)], float(i * view.strides[0] + j * view.strides[1]));
    }
  }
}

/// One thread runs all lanes of a program where another one has the seat that it would need.
TEST_F(Overlap, LanesWithoutSeats) {
  Meeting two(2);
  JobHandle waiting = job("two", two);
  Artifact lanes = testArtifact();
  JobBuilder b(lanes, "lanes");
  Id x = b.input("x", DType::F32, {2}), left = b.arena(DType::F32, {2}), right = b.arena(DType::F32, {2});
  Id first = b.call("double_f32", {x, left}, 0), second = b.call("double_f32", {left, right}, 1, {first});
  b.call("add_f32", {left, right, b.result("y", DType::F32, {2})}, 0, {second});
  b.finish();
  JobHandle job = h.job(h.load(lanes), "lanes");
  TensorHandle given = h.tensor<float>({1, 2});
  auto blocked = h.launch(waiting, {&given}, 1);
  two.awaitArrival(); // or this thread would run it
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(valuesOf<float>(h.launch(job, {&given}, 1)[0]), (Floats{6, 12}));
  auto other = h.launch(waiting, {&given}, 1);
  EXPECT_EQ(valuesOf<float>(blocked[0]), (Floats{2, 4}));
  EXPECT_EQ(valuesOf<float>(other[0]), (Floats{2, 4}));
  EXPECT_EQ(two.mostInside(), 2);
}

} // namespace
} // namespace weir
