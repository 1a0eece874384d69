// What happened when: instructions, submissions, waits, memory taken and given back, in a ring for each thread. Costs
// two clock readings an event while it is on, one test of a flag while it is off.
#pragma once

#include "lib/Runtime/Status.h"
#include "lib/Runtime/Trace/ThreadRing.h"

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace weir {

class Trace {
public:
  Trace();

  bool isOn() const { return capacity.load(std::memory_order_relaxed) != 0; }
  /// Begins anew, with the last `events` of each thread; 0 ends it.
  void enable(int64_t events);

  /// Copies the names of a job's instructions, which stay; that of instruction i is the answer plus i, that of the job
  /// stands behind them.
  uint32_t addNames(const Job &job, std::span<const Kernel> kernels);

  /// "linear_relu of model.py:12 in job 'run'"
  std::string describe(uint32_t name) const;

  static int64_t now(); ///< nanoseconds
  void add(const TraceRecord &record);

  /// Measures what happens while it lives; nothing if the trace is off when it begins.
  class Span {
  public:
    Span(Trace &trace, TraceKind kind, uint32_t name = kNoName, int16_t stream = 0) : trace(trace), isOn(trace.isOn()) {
      if (isOn)
        record = {.kind = kind, .stream = stream, .name = name, .begin = now()};
    }
    ~Span() {
      if (!isOn)
        return;
      record.end = now();
      trace.add(record);
    }
    Span(const Span &) = delete;
    Span &operator=(const Span &) = delete;

    TraceRecord record;

  private:
    Trace &trace;
    const bool isOn;
  };

  /// Since it was begun, by the time of their beginning. Others may add events meanwhile.
  void visit(const std::function<void(const weir_trace_event &event)> &visitor) const;
  /// Chrome JSON, which Perfetto opens.
  Status exportTo(const std::string &path) const;

  // What belongs to no job.
  static constexpr uint32_t kNoName = 0, kCopyName = 1, kFillName = 2, kToDeviceName = 3, kToHostName = 4,
                            kHostName = 5, kEventName = 6;
  static constexpr int16_t kToDevice = -1, kToHost = -2, kOnDevice = -3; ///< streams

private:
  struct Name {
    std::string job, text;
    Location location;
  };

  ThreadRing &ringOfThread();

  const uint64_t identity;
  std::atomic<int64_t> capacity{0};
  int64_t since = 0;
  mutable std::mutex mutex;
  std::deque<Name> names;
  std::vector<std::unique_ptr<ThreadRing>> rings;   ///< of all threads, also of those that have a larger one by now
  std::map<std::thread::id, ThreadRing *> byThread; ///< the one that it has
};

} // namespace weir
