// Whose ring is whose, and names.
#include "lib/Runtime/Trace/Trace.h"

#include <algorithm>
#include <chrono>

#include <pthread.h>

namespace weir {

namespace {

/// A job of some thousand instructions is seen whole.
constexpr int64_t kLeastCapacity = 4096;

std::atomic<uint64_t> numTraces{0};

struct RingOfTrace {
  uint64_t trace = 0;
  ThreadRing *ring = nullptr;
};
thread_local RingOfTrace latest; ///< where the thread's last event went

std::string nameOfThread() {
  char text[64] = "";
  pthread_getname_np(pthread_self(), text, sizeof text);
  return text;
}

const char *nameOf(TraceKind kind) {
  constexpr const char *kNames[] = {"kernel",     "copy",   "fill", "callback", "program",
                                    "collective", "submit", "wait", "allocate", "release"};
  return kNames[size_t(kind)];
}

} // namespace

Trace::Trace()
    : identity(++numTraces), names{{},
                                   {"", "copy", {}},
                                   {"", "fill", {}},
                                   {"", "copy to the device", {}},
                                   {"", "copy to the host", {}},
                                   {"", "function of the host", {}},
                                   {"", "event", {}}} {}

void Trace::enable(int64_t events) {
  std::lock_guard lock(mutex);
  since = now();
  capacity.store(events > 0 ? std::max(events, kLeastCapacity) : 0, std::memory_order_relaxed);
}

uint32_t Trace::addNames(const Job &job, std::span<const Kernel> kernels) {
  std::lock_guard lock(mutex);
  auto first = uint32_t(names.size());
  for (const Instruction &instruction : job.instructions) {
    const auto *call = std::get_if<Call>(&instruction.body);
    names.push_back(
        {job.name, call ? kernels[call->kernel].name : std::string(name(instruction.kind())), instruction.location});
  }
  names.push_back({job.name, job.name, {}});
  return first;
}

std::string Trace::describe(uint32_t name) const {
  std::lock_guard lock(mutex);
  const auto &[job, text, location] = names[name];
  if (text.empty())
    return "a wait";
  std::string file = location.file.empty() ? "" : message(" of ", location.file, ":", location.line);
  if (job.empty())
    return "a " + text;
  return text == job && file.empty() ? "job '" + job + "'" : text + file + " in job '" + job + "'";
}

int64_t Trace::now() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }

void Trace::add(const TraceRecord &record) {
  if (latest.trace != identity || int64_t(latest.ring->capacity) < capacity.load(std::memory_order_relaxed))
    latest = {identity, &ringOfThread()};
  latest.ring->add(record);
}

/// A thread may have the id, and so the ring, of one that has ended.
ThreadRing &Trace::ringOfThread() {
  std::lock_guard lock(mutex);
  ThreadRing *&ring = byThread[std::this_thread::get_id()];
  auto wanted = size_t(capacity.load(std::memory_order_relaxed));
  if (!ring || ring->capacity < wanted) {
    int thread = ring ? ring->thread : int(byThread.size());
    rings.push_back(std::make_unique<ThreadRing>(std::max(wanted, size_t(kLeastCapacity)), thread, nameOfThread()));
    ring = rings.back().get();
  }
  return *ring;
}

void Trace::visit(const std::function<void(const weir_trace_event &event)> &visitor) const {
  std::lock_guard lock(mutex);
  struct Event {
    const ThreadRing *ring;
    TraceRecord record;
  };
  std::vector<Event> events;
  for (const std::unique_ptr<ThreadRing> &ring : rings)
    for (const TraceRecord &record : ring->records())
      if (record.begin >= since)
        events.push_back({ring.get(), record});
  auto byBeginning = [](const Event &a, const Event &b) {
    return std::pair(a.record.begin, a.ring->thread) < std::pair(b.record.begin, b.ring->thread);
  };
  std::sort(events.begin(), events.end(), byBeginning);
  for (const auto &[ring, record] : events) {
    const auto &[job, text, location] = names[record.name];
    const char *kind = nameOf(record.kind);
    visitor({.job = job.c_str(),
             .name = text.empty() ? kind : text.c_str(),
             .op = location.op.c_str(),
             .file = location.file.c_str(),
             .layer = location.layer.c_str(),
             .line = location.line,
             .stream = record.stream,
             .begin_ns = record.begin,
             .end_ns = record.end,
             .kind = kind,
             .thread = ring->thread,
             .thread_name = ring->threadName.c_str(),
             .value = record.value});
  }
}

} // namespace weir
