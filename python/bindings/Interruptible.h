// Work that takes long, in threads of its own, so that Python's thread sees signals while it waits: Ctrl-C raises at
// once, wherever the work is.
#pragma once

#include "python/bindings/Gil.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace weir::python {

class Interruptible {
public:
  using IsCancelled = std::function<bool()>;

  /// What `work` returns or throws. Needs the GIL, and gives it to others while it waits. If a handler of a signal
  /// raises, as that of Ctrl-C does, so does this; the thread goes on until `work` asks its argument, which is true
  /// from then on. So `work` owns all that it uses, and holds nothing of Python's. A process that ends before the
  /// thread does ends without the destructors of what the thread may use. Where Python has ended, threads of its own
  /// stay here for ever, but for the one that ends it.
  template <typename T> T run(std::function<T(const IsCancelled &isCancelled)> work) const;

  /// Python's end: cancels what others wait for, and waits for it a while.
  void end() const;
  /// In the child of a fork, which has none of the threads.
  void forget() const { threads->running = 0; }

private:
  template <typename T> struct State {
    std::mutex mutex;
    std::condition_variable isDone;
    std::optional<T> result;
    std::exception_ptr error; ///< what `work` threw
    std::atomic<bool> isCancelled = false;

    bool waitFor(std::chrono::milliseconds time) {
      WithoutGil released;
      std::unique_lock lock(mutex);
      return isDone.wait_for(lock, time, [&] { return result.has_value() || error; });
    }
  };

  struct Threads {
    std::atomic<int> running = 0;
    std::atomic<bool> areEnding = false;
    std::atomic<std::thread::id> whoEnds; ///< them, where they are ending
  };

  /// Counts a thread from before it starts until its work is done.
  std::shared_ptr<void> countThread() const;
  void endBesideThreads() const;
  void stayWherePythonHasEnded() const;
  static void exitBesideThreads(int status, void *threads);

  std::shared_ptr<Threads> threads = std::make_shared<Threads>();
};

template <typename T> T Interruptible::run(std::function<T(const IsCancelled &isCancelled)> work) const {
  auto state = std::make_shared<State<T>>();
  stayWherePythonHasEnded();
  bool endsWithPython = !threads->areEnding; // not in the thread that ends it
  std::thread([state, threads = threads, endsWithPython, work = std::move(work), counted = countThread()]() mutable {
    std::optional<T> result;
    std::exception_ptr error;
    try {
      result = work([&] { return state->isCancelled || (endsWithPython && threads->areEnding); });
    } catch (...) {
      error = std::current_exception();
    }
    work = nullptr; // with all that it owns, before the thread counts as done
    std::lock_guard lock(state->mutex);
    state->result = std::move(result);
    state->error = error;
    counted.reset();
    state->isDone.notify_one();
  }).detach();
  while (!state->waitFor(std::chrono::milliseconds(10)))
    if (PyErr_CheckSignals() != 0) {
      state->isCancelled = true;
      endBesideThreads();
      throw pybind11::error_already_set();
    }
  stayWherePythonHasEnded();
  if (state->error)
    std::rethrow_exception(state->error);
  return *std::move(state->result);
}

} // namespace weir::python
