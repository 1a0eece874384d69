// Waiting that begins as spinning, because a hand-over takes less than a system call, and is bounded, because the core
// may be needed by the one that is waited for.
#pragma once

#include "lib/Runtime/Threads/Primitives.h"

#include <chrono>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace weir {

inline void pauseThread() {
#if defined(__x86_64__)
  _mm_pause();
#else
  yieldThread();
#endif
}

/// Spins until `done()`, at most that long; whether it became true. Now and then it yields, as the one that brings it
/// about may have been woken on this very core, where it would wait for the end of the spinning.
template <typename Done> bool spinUntil(Done &&done, std::chrono::microseconds most = std::chrono::microseconds(30)) {
  for (int i = 0; i < kQuickLooks; ++i) // a pause takes 50 ns on some processors, as long as the hand-over itself
    if (done())
      return true;
  for (Clock::time_point end = Clock::now() + most; Clock::now() < end; yieldThread())
    for (int i = 0; i < 16; ++i) {
      if (done())
        return true;
      pauseThread();
    }
  return false;
}

} // namespace weir
