// A link that is slower than memory: for measuring what programs do while they send.
#pragma once

#include "lib/Runtime/Threads/Primitives.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace weir {

class Pace {
public:
  /// As many bytes in a second as WEIR_LINK_SPEED says; as fast as can be without it.
  static Pace ofEnvironment() {
    const char *text = std::getenv("WEIR_LINK_SPEED");
    return Pace(text ? std::max(0.0, std::strtod(text, nullptr)) : 0);
  }
  explicit Pace(double bytesPerSecond) : speed(bytesPerSecond) {}

  /// How many of so many bytes may go now.
  uint64_t room(uint64_t wanted) const {
    if (speed <= 0)
      return wanted;
    return Clock::now() < free ? 0 : std::min(wanted, static_cast<uint64_t>(speed * kPiece) + 1);
  }

  void passed(uint64_t bytes) {
    if (speed <= 0)
      return;
    Clock::time_point now = Clock::now();
    if (now - free > kLate) // it has rested, which gains nothing
      free = now;
    free += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(double(bytes) / speed));
  }

private:
  static constexpr double kPiece = 1e-3; ///< seconds that the bytes of one go take
  static constexpr auto kLate = std::chrono::milliseconds(1);
  double speed;
  Clock::time_point free{}; ///< when the last bytes have gone
};

} // namespace weir
