// Stands for lib/Runtime/Threads/Primitives.h: the explorer may change threads at each operation. What it shows holds
// for sequential consistency; weaker orders are for the thread sanitizer.
#pragma once

#include "unittests/Interleavings/Explorer.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <utility>

namespace weir {

template <typename T> class Atomic {
public:
  constexpr Atomic(T value = T()) : value(value) {}
  Atomic(const Atomic &) = delete;
  Atomic &operator=(const Atomic &) = delete;

  T load(std::memory_order = std::memory_order_seq_cst) const {
    explorer::point();
    return value;
  }
  void store(T next, std::memory_order order = std::memory_order_seq_cst) { exchange(next, order); }
  T exchange(T next, std::memory_order = std::memory_order_seq_cst) {
    explorer::point();
    return std::exchange(value, next);
  }
  /// Fails now and then as it may.
  bool compare_exchange_weak(T &expected, T next, std::memory_order = std::memory_order_seq_cst,
                             std::memory_order = std::memory_order_seq_cst) {
    explorer::point();
    if (value != expected || explorer::choose(8) == 0) {
      expected = value;
      return false;
    }
    value = next;
    return true;
  }
  T fetch_add(T more, std::memory_order = std::memory_order_seq_cst) {
    explorer::point();
    return std::exchange(value, T(value + more));
  }
  T fetch_sub(T less, std::memory_order order = std::memory_order_seq_cst) { return fetch_add(T(0 - less), order); }
  T fetch_or(T bits, std::memory_order = std::memory_order_seq_cst) {
    explorer::point();
    return std::exchange(value, T(value | bits));
  }
  void operator|=(T bits) { fetch_or(bits); }

  void wait(T old, std::memory_order = std::memory_order_seq_cst) const {
    explorer::point();
    while (value == old)
      explorer::sleepOn(this);
  }
  void notify_one() { explorer::wakeOne(this); }
  void notify_all() { explorer::wakeAll(this); }

private:
  T value;
};

class Mutex {
public:
  Mutex() = default;
  Mutex(const Mutex &) = delete;
  Mutex &operator=(const Mutex &) = delete;

  void lock() {
    explorer::point();
    while (isLocked)
      explorer::sleepOn(this);
    isLocked = true;
  }
  void unlock() {
    isLocked = false;
    explorer::wakeOne(this);
  }

private:
  bool isLocked = false;
};

class Condition {
public:
  template <typename Predicate> void wait(std::unique_lock<Mutex> &lock, Predicate &&isTrue) {
    while (!isTrue()) {
      lock.unlock(); // no point stands between this and the sleep
      explorer::sleepOn(this);
      lock.lock();
    }
  }
  /// Time stands still.
  template <typename Time, typename Predicate>
  bool wait_until(std::unique_lock<Mutex> &lock, const Time &, Predicate &&isTrue) {
    wait(lock, isTrue);
    return true;
  }
  void notify_all() { explorer::wakeAll(this); }
};

class HostThread {
public:
  template <typename Function, typename... Arguments>
  explicit HostThread(Function function, Arguments... arguments)
      : number(explorer::spawn([=] { std::invoke(function, arguments...); })) {}

  void join() { explorer::join(number); }

private:
  size_t number;
};

/// A point takes a microsecond.
struct Clock {
  using time_point = std::chrono::steady_clock::time_point;
  static time_point now() { return time_point(std::chrono::microseconds(explorer::pointsPassed())); }
};
inline constexpr int kQuickLooks = 1;

inline void yieldThread() { explorer::point(); }

} // namespace weir
