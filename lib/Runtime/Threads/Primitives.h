// The words, locks and threads of schedulers and seats: the standard library's, or those of a header that is named in
// place of it and decides at each of their operations who goes on (unittests/Interleavings).
#pragma once

#ifdef WEIR_PRIMITIVES
#include WEIR_PRIMITIVES
#else

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace weir {

template <typename T> using Atomic = std::atomic<T>;
using Mutex = std::mutex;
using Condition = std::condition_variable;
using HostThread = std::thread;

using Clock = std::chrono::steady_clock;
inline constexpr int kQuickLooks = 128; ///< of one who spins, before he looks at the clock

inline void yieldThread() { std::this_thread::yield(); }

} // namespace weir

#endif
