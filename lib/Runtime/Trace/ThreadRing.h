// The last so many events of one thread, which others may read while it adds more.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace weir {

enum class TraceKind : uint8_t { Kernel, Copy, Fill, Callback, Program, Collective, Submit, Wait, Allocate, Release };

struct TraceRecord {
  TraceKind kind = TraceKind::Kernel;
  int16_t stream = 0;         ///< of a program; negative: see weir_trace_event
  uint32_t name = 0;          ///< as the trace numbers them
  int64_t begin = 0, end = 0; ///< nanoseconds
  int64_t value = 0; ///< of an instruction its launch (weir_set_launch_number); tasks under way when it was submitted,
                     ///< bytes in use when memory was taken or given back
};

/// Each record has a number. The writer says that it begins one before it overwrites another, and that it has ended
/// behind it; so a reader knows which of those it has copied may have been overwritten meanwhile.
class ThreadRing {
public:
  ThreadRing(size_t capacity, int thread, std::string name)
      : thread(thread), threadName(std::move(name)), capacity(capacity), places(std::make_unique<Place[]>(capacity)) {}

  void add(const TraceRecord &record) {
    uint64_t at = ended.load(std::memory_order_relaxed);
    begun.store(at + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    Place &place = places[at % capacity];
    uint64_t what = uint64_t(record.name) << 32 | uint64_t(uint16_t(record.stream)) << 8 | uint64_t(record.kind);
    place.what.store(what, std::memory_order_relaxed);
    place.begin.store(record.begin, std::memory_order_relaxed);
    place.end.store(record.end, std::memory_order_relaxed);
    place.value.store(record.value, std::memory_order_relaxed);
    ended.store(at + 1, std::memory_order_release);
  }

  /// Oldest first.
  std::vector<TraceRecord> records() const {
    uint64_t end = ended.load(std::memory_order_acquire), first = end - std::min<uint64_t>(end, capacity);
    std::vector<TraceRecord> copied;
    for (uint64_t at = first; at < end; ++at) {
      const Place &place = places[at % capacity];
      uint64_t what = place.what.load(std::memory_order_relaxed);
      copied.push_back({TraceKind(what & 0xFF), int16_t(what >> 8), uint32_t(what >> 32),
                        place.begin.load(std::memory_order_relaxed), place.end.load(std::memory_order_relaxed),
                        place.value.load(std::memory_order_relaxed)});
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    uint64_t latest = begun.load(std::memory_order_relaxed);
    uint64_t overwritten = latest > capacity ? latest - capacity : 0;
    if (overwritten > first)
      copied.erase(copied.begin(), copied.begin() + int64_t(std::min(overwritten, end) - first));
    return copied;
  }

  const int thread; ///< of those that have a ring in the trace
  const std::string threadName;
  const size_t capacity;

private:
  struct Place {
    std::atomic<uint64_t> what{0};
    std::atomic<int64_t> begin{0}, end{0}, value{0};
  };

  std::unique_ptr<Place[]> places;
  alignas(64) std::atomic<uint64_t> begun{0};
  std::atomic<uint64_t> ended{0};
};

} // namespace weir
