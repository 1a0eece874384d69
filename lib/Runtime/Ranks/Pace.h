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

  /// How many of so many bytes may go now: none of those that nobody waits for, while others are to go.
  uint64_t room(uint64_t wanted, bool isAwaited) {
    if (!isAwaited && hasMore[true].load(std::memory_order_relaxed))
      return 0;
    if (speed <= 0)
      return wanted;
    if (now() >= free.load(std::memory_order_relaxed))
      return std::min(wanted, uint64_t(speed * kPiece) + 1);
    hasMore[isAwaited].store(true, std::memory_order_relaxed);
    return 0;
  }

  /// `isMore` is to follow as soon as it may.
  void passed(uint64_t bytes, bool isMore, bool isAwaited) {
    // While somebody waits a link goes on, though that one's thread may come late; one that has rested gains nothing.
    bool goesOn = hasMore[false].load(std::memory_order_relaxed) || hasMore[true].load(std::memory_order_relaxed);
    hasMore[isAwaited].store(isMore, std::memory_order_relaxed);
    if (speed <= 0)
      return;
    double taken = 1e9 * double(bytes) / speed;
    int64_t before = free.load(std::memory_order_relaxed), begin = 0;
    do
      begin = goesOn ? before : std::max(before, now());
    while (!free.compare_exchange_weak(before, begin + int64_t(taken), std::memory_order_relaxed));
  }

private:
  static constexpr double kPiece = 1e-4; ///< seconds that the bytes of one go take; then others may go

  /// In nanoseconds.
  static int64_t now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
  }

  const double speed;
  std::atomic<int64_t> free{0};      ///< when the last bytes have gone
  std::atomic<bool> hasMore[2] = {}; ///< to send: what nobody waits for, and what somebody does
};

} // namespace weir
