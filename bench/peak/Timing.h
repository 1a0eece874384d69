// The best of several timed rounds. The work is repeated until a round is long enough for the clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace weir::peak {

inline constexpr int kRounds = 5;

/// Seconds that one `work(1)` takes in the best round; `work(n)` repeats the piece n times.
template <typename Work> double bestSeconds(double roundSeconds, Work work) {
  using Clock = std::chrono::steady_clock;
  auto time = [&](int64_t repeats) {
    auto start = Clock::now();
    work(repeats);
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  int64_t repeats = 1;
  double taken = time(repeats);
  while (taken < roundSeconds / 8) {
    repeats *= 4;
    taken = time(repeats);
  }
  repeats = std::max<int64_t>(1, static_cast<int64_t>(repeats * roundSeconds / taken));
  double best = time(repeats);
  for (int round = 1; round < kRounds; ++round)
    best = std::min(best, time(repeats));
  return best / static_cast<double>(repeats);
}

} // namespace weir::peak
