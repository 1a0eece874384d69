// Vector clocks of a block's threads, which order their accesses: time passes at synchronizations, and a thread knows
// of another one's accesses up to the last synchronization that orders them before its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weir::sim {

constexpr uint32_t kWarpSize = 32, kMaxThreads = 1024, kMaxWarps = kMaxThreads / kWarpSize;

/// Threads of a block: a mask of lanes per warp.
using ThreadSet = std::array<uint32_t, kMaxWarps>;

class Clocks {
public:
  /// For blocks of so many threads; forgets all times.
  void resize(uint32_t threads);

  /// The time that an access of the thread gets now; never 0.
  uint32_t timeOf(uint32_t thread) const { return times[thread] > barrier ? times[thread] : barrier; }

  /// Whether what `thread` did at `time` comes before what `observer` does now.
  bool ordered(uint32_t observer, uint32_t thread, uint32_t time) const {
    return time < barrier || thread == observer || known(observer, thread) >= time;
  }

  /// All threads meet: what any of them did comes before what any of them does next.
  void synchronizeAll() { barrier = ++now; }
  /// Some of them meet.
  void synchronize(const ThreadSet &threads);

private:
  /// What a thread knows of the others: one time per thread, of the warps in the mask. It is of use while `since` is
  /// the last synchronization of all: times before that are known anyway.
  struct Knowledge {
    uint32_t since = 0;
    uint32_t warps = 0;
  };

  uint32_t known(uint32_t observer, uint32_t thread) const {
    return knowledge[observer].warps >> (thread / kWarpSize) & 1 ? row(observer)[thread] : 0;
  }
  const uint32_t *row(uint32_t thread) const { return rows.data() + size_t{thread} * stride; }
  uint32_t *row(uint32_t thread) { return rows.data() + size_t{thread} * stride; }

  uint32_t now = 1, barrier = 1;
  uint32_t stride = 0;
  std::vector<uint32_t> times;
  std::vector<Knowledge> knowledge;
  std::vector<uint32_t> rows; ///< empty until some threads meet without the others
};

} // namespace weir::sim
