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
#include <semaphore>
#include <thread>

#include <unistd.h>

namespace weir::python {

class Interruptible {
public:
  using IsCancelled = std::function<bool()>;
  /// It asks its argument whether it is to end. It owns all that it uses, and holds nothing of Python's.
  template <typename T> using Work = std::function<T(const IsCancelled &isCancelled)>;

  /// What `work` returns or throws. Needs the GIL, and gives it to others while it waits. If a handler of a signal
  /// raises, as that of Ctrl-C does, so does this; the thread goes on until `work` asks its argument, which is true
  /// from then on. A process that ends before the thread does ends without the destructors of what the thread may use.
  /// Where Python has ended, threads of its own stay here for ever, but for the one that ends it.
  template <typename T> T run(Work<T> work) const;

  /// Work that was started.
  template <typename T> class Started;
  /// The same in two steps. Of works that were started as many are done at a time as there are processors. A signal
  /// ends the wait alone.
  template <typename T> std::shared_ptr<Started<T>> start(Work<T> work) const;
  template <typename T> T wait(Started<T> &started) const;

  /// Python's end: cancels what others wait for, and waits for it a while.
  void end() const;
  /// In the child of a fork, which has none of the threads: what was started there is done by who waits for it.
  void forget() const;

private:
  using Turns = std::counting_semaphore<>;
  struct Threads {
    std::atomic<int> running = 0;
    std::atomic<bool> areEnding = false;
    std::atomic<std::thread::id> whoEnds; ///< them, where they are ending
    std::shared_ptr<Turns> turns = makeTurns();
  };

  static std::shared_ptr<Turns> makeTurns();
  template <typename T>
  void begin(const std::shared_ptr<Started<T>> &started, Work<T> work, std::shared_ptr<Turns> turns) const;
  /// Counts a thread from before it starts until its work is done.
  std::shared_ptr<void> countThread() const;
  void endBesideThreads() const;
  void stayWherePythonHasEnded() const;
  static void exitBesideThreads(int status, void *threads);

  std::shared_ptr<Threads> threads = std::make_shared<Threads>();
};

template <typename T> class Interruptible::Started {
public:
  bool isDone() {
    std::lock_guard lock(mutex);
    return isThere();
  }

private:
  friend class Interruptible;

  bool isThere() const { return result.has_value() || error; }
  bool waitFor(std::chrono::milliseconds time) {
    WithoutGil released;
    std::unique_lock lock(mutex);
    return done.wait_for(lock, time, [&] { return isThere(); });
  }
  T take() {
    if (error)
      std::rethrow_exception(error);
    return *std::move(result);
  }

  std::mutex mutex;
  std::condition_variable done;
  std::optional<T> result;
  std::exception_ptr error; ///< what the work threw
  std::atomic<bool> isCancelled = false;
  const pid_t process = getpid();
  Work<T> again; ///< for the child of a fork
};

/// With `turns` it waits for one of these first.
template <typename T>
void Interruptible::begin(const std::shared_ptr<Started<T>> &started, Work<T> work,
                          std::shared_ptr<Turns> turns) const {
  stayWherePythonHasEnded();
  bool endsWithPython = !threads->areEnding; // not in the thread that ends it
  std::thread([started, threads = threads, endsWithPython, turns = std::move(turns), work = std::move(work),
               counted = countThread()]() mutable {
    std::optional<T> result;
    std::exception_ptr error;
    if (turns)
      turns->acquire();
    try {
      result = work([&] { return started->isCancelled || (endsWithPython && threads->areEnding); });
    } catch (...) {
      error = std::current_exception();
    }
    if (turns)
      turns->release();
    work = nullptr; // with all that it owns, before the thread counts as done
    std::lock_guard lock(started->mutex);
    started->result = std::move(result);
    started->error = error;
    counted.reset();
    started->done.notify_all();
  }).detach();
}

template <typename T> T Interruptible::run(Work<T> work) const {
  auto started = std::make_shared<Started<T>>();
  begin(started, std::move(work), nullptr);
  while (!started->waitFor(std::chrono::milliseconds(10)))
    if (PyErr_CheckSignals() != 0) {
      started->isCancelled = true;
      endBesideThreads();
      throw pybind11::error_already_set();
    }
  stayWherePythonHasEnded();
  return started->take();
}

template <typename T> std::shared_ptr<Interruptible::Started<T>> Interruptible::start(Work<T> work) const {
  auto started = std::make_shared<Started<T>>();
  started->again = work;
  begin(started, std::move(work), threads->turns);
  return started;
}

template <typename T> T Interruptible::wait(Started<T> &started) const {
  if (started.process != getpid())
    return run(started.again);
  while (!started.waitFor(std::chrono::milliseconds(10)))
    if (PyErr_CheckSignals() != 0)
      throw pybind11::error_already_set();
  stayWherePythonHasEnded();
  return started.take();
}

} // namespace weir::python
