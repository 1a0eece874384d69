// Work that takes long, in threads of its own, so that Python's thread sees signals while it waits: Ctrl-C raises at
// once, wherever the work stands.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace weir::python {

class Interruptible {
public:
  using IsCancelled = std::function<bool()>;

  /// Where the process ends while such a thread still works, it ends without the destructors of what the thread uses.
  Interruptible();

  /// What `work` returns. Needs the GIL, and gives it to others while it waits. If a handler of a signal raises, as
  /// that of Ctrl-C does, so does this; the thread goes on until `work` asks its argument, which is true from then on.
  /// So `work` owns all that it uses, and holds nothing of Python's.
  template <typename T> T run(std::function<T(const IsCancelled &isCancelled)> work) const;

private:
  template <typename T> struct State {
    std::mutex mutex;
    std::condition_variable isDone;
    std::optional<T> result;
    std::atomic<bool> isCancelled = false;

    bool waitFor(std::chrono::milliseconds time) {
      pybind11::gil_scoped_release released;
      std::unique_lock lock(mutex);
      return isDone.wait_for(lock, time, [&] { return result.has_value(); });
    }
  };

  std::shared_ptr<std::atomic<int>> running = std::make_shared<std::atomic<int>>(0); ///< threads
};

template <typename T> T Interruptible::run(std::function<T(const IsCancelled &isCancelled)> work) const {
  auto state = std::make_shared<State<T>>();
  ++*running;
  std::thread([state, work = std::move(work), running = running] {
    T result = work([&] { return state->isCancelled.load(std::memory_order_relaxed); });
    {
      std::lock_guard lock(state->mutex);
      state->result = std::move(result);
    }
    state->isDone.notify_one();
    --*running;
  }).detach();
  while (!state->waitFor(std::chrono::milliseconds(10)))
    if (PyErr_CheckSignals() != 0) {
      state->isCancelled = true;
      throw pybind11::error_already_set();
    }
  return *std::move(state->result);
}

} // namespace weir::python
