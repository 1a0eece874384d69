// What the trace shows: instructions with their ops, submissions, waits, memory, each in the row of its thread.
#include "lib/Runtime/Trace/Trace.h"
#include "unittests/Runtime/RuntimeTest.h"

#include <cstdio>
#include <fstream>
#include <map>
#include <thread>

namespace weir {
namespace {

TEST(Trace, ExportsWhatRan) {
  Harness h({.threads = 2});
  JobHandle job = h.job(h.load(doublings(3)), "main");
  std::string path = ::testing::TempDir() + "weir_trace_test.json";
  EXPECT_EQ(messageOf(weir_trace_export(h.device.get(), path.c_str()), WEIR_INVALID_ARGUMENT),
            "expects the trace to be enabled");
  ASSERT_OK(weir_trace_enable(h.device.get(), 1000));
  h.run(job, list(h.tensor(iota(10))), 1);
  ASSERT_OK(weir_trace_export(h.device.get(), path.c_str()));
  std::vector<std::string> ran;
  auto describe = [](void *context, const weir_trace_event *event) {
    if (std::string_view(event->kind) != "kernel")
      return;
    auto text = std::string(event->op) + " of " + event->job + ":" + std::to_string(event->line) + ", " + event->name;
    EXPECT_LE(event->begin_ns, event->end_ns);
    static_cast<std::vector<std::string> *>(context)->push_back(text);
  };
  ASSERT_OK(weir_trace_visit(h.device.get(), describe, &ran));
  ASSERT_OK(weir_trace_enable(h.device.get(), 0));
  EXPECT_EQ(messageOf(weir_trace_visit(h.device.get(), describe, &ran), WEIR_INVALID_ARGUMENT),
            "expects the trace to be enabled");
  h.run(job, list(h.tensor(iota(10))), 1);
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  std::remove(path.c_str());
  ASSERT_EQ(ran.size(), 3u);
  EXPECT_EQ(ran[2].find("test.op2 of main:12, "), 0u) << ran[2];
  for (const char *expected : {"{\"traceEvents\":[", "\"op\":\"test.op2\"", "\"job\":\"main\"", "\"line\":12"})
    EXPECT_NE(text.find(expected), std::string::npos) << expected << " in " << text;
  EXPECT_EQ(text.find("test.op3"), std::string::npos);
  messageOf(weir_trace_enable(h.device.get(), 1000), WEIR_OK);
  messageOf(weir_trace_export(h.device.get(), "/nowhere/trace.json"), WEIR_IO);
}

/// How many events of each kind, and whose.
std::map<std::string, std::vector<int>> threadsByKind(weir_device *device) {
  std::map<std::string, std::vector<int>> found;
  auto count = [](void *context, const weir_trace_event *event) {
    (*static_cast<decltype(found) *>(context))[event->kind].push_back(event->thread);
  };
  EXPECT_OK(weir_trace_visit(device, count, &found));
  return found;
}

TEST(Trace, ShowsWhatThreadsDoForRuns) {
  Harness h({.threads = 2});
  JobHandle job = h.job(h.load(doublings(3)), "main");
  ASSERT_OK(weir_trace_enable(h.device.get(), 1000));
  TensorHandle input = h.tensor(iota(10));
  weir_tensor *given = input.get(), *result = nullptr;
  ASSERT_OK(weir_launch(job.get(), &given, 1, &result, 1));
  TensorHandle launched(result);
  std::thread([&] { valuesOf<float>(launched); }).join();
  launched.reset();
  std::map<std::string, std::vector<int>> found = threadsByKind(h.device.get());
  EXPECT_EQ(found["submit"].size(), 1u);
  EXPECT_EQ(found["kernel"].size(), 3u);
  EXPECT_GE(found["allocate"].size(), 1u);
  EXPECT_GE(found["release"].size(), 1u);
  for (int thread : found["wait"])
    EXPECT_NE(thread, found["submit"].front());
  ASSERT_OK(weir_trace_enable(h.device.get(), 1000));
  EXPECT_TRUE(threadsByKind(h.device.get()).empty()) << "it begins anew";
}

TEST(Trace, IsReadWhileWorkGoesOn) {
  Trace trace;
  trace.enable(0x1000);
  std::atomic<bool> isOver{false};
  auto write = [&] {
    for (int64_t i = 0; !isOver.load(); ++i)
      trace.add({.begin = Trace::now(), .end = i, .value = i});
  };
  std::thread first(write), second(write);
  for (int read = 0; read < 50; ++read) {
    std::map<int, int64_t> next;
    trace.visit([&](const weir_trace_event &event) {
      EXPECT_EQ(event.end_ns, event.value) << "a record is whole";
      auto [known, isNew] = next.try_emplace(event.thread, event.value);
      EXPECT_EQ(known->second, event.value) << "none is left out";
      ++known->second;
    });
  }
  isOver = true;
  first.join();
  second.join();
}

} // namespace
} // namespace weir
