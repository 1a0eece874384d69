// What a rank's transports share: which of them may send, and how fast, where a link is to be slower than memory, for
// measuring what programs do while they send.
#pragma once

#include "lib/Runtime/Threads/Primitives.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>

namespace weir {

class Pace {
public:
  /// As many bytes in a second as WEIR_LINK_SPEED says; as fast as can be without it.
  static double speedOfEnvironment() {
    const char *text = std::getenv("WEIR_LINK_SPEED");
    return text ? std::max(0.0, std::strtod(text, nullptr)) : 0;
  }
  explicit Pace(double bytesPerSecond = speedOfEnvironment()) : speed(bytesPerSecond) {}

  /// How many of so many bytes may go now: none of those that nobody waits for, while others could go.
  uint64_t room(uint64_t wanted, bool isAwaited) {
    if (!isAwaited && couldGo[true].load(std::memory_order_relaxed))
      return 0;
    if (speed <= 0)
      return wanted;
    return now() < free.load(std::memory_order_relaxed) ? 0 : std::min(wanted, uint64_t(speed * kPiece) + 1);
  }

  /// Some have gone, or none; `isMore` could go as soon as the link lets it.
  void passed(uint64_t bytes, bool isMore, bool isAwaited) {
    // While somebody waits a link goes on, though that one's thread may come late; one that has rested gains nothing.
    bool goesOn = couldGo[false].load(std::memory_order_relaxed) || couldGo[true].load(std::memory_order_relaxed);
    couldGo[isAwaited].store(isMore, std::memory_order_relaxed);
    if (speed <= 0 || bytes == 0)
      return;
    double taken = 1e9 * double(bytes) / speed;
    int64_t before = free.load(std::memory_order_relaxed), begin = 0;
    do
      begin = goesOn ? before : std::max(before, now());
    while (!free.compare_exchange_weak(before, begin + int64_t(taken), std::memory_order_relaxed));
  }

  /// How often bytes have come or gone.
  uint64_t moves() const { return moved.load(std::memory_order_relaxed); }
  void noteMove() { moved.fetch_add(1, std::memory_order_relaxed); }

private:
  static constexpr double kPiece = 1e-4; ///< seconds that the bytes of one go take; then others may go

  /// In nanoseconds.
  static int64_t now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
  }

  const double speed;
  std::atomic<int64_t> free{0};      ///< when the last bytes have gone
  std::atomic<bool> couldGo[2] = {}; ///< what nobody waits for, and what somebody does
  std::atomic<uint64_t> moved{0};
};

} // namespace weir
