// The failure of a task: its results carry it, and those of tasks that would have used them.
#pragma once

#include "lib/Runtime/Status.h"

#include <atomic>
#include <mutex>

namespace weir {

class TaskFailure {
public:
  explicit TaskFailure(Status status) : status(std::move(status)) {}

  /// For somebody who can be told of it; whoever is first makes it seen.
  Status see() const {
    seen.store(true, std::memory_order_relaxed);
    return copyOf(*status);
  }
  bool isSeen() const { return seen.load(std::memory_order_relaxed); }

private:
  const Status status;
  mutable std::atomic<bool> seen{false};
};

/// What somebody may look at while a task sets it.
class FailureSlot {
public:
  std::shared_ptr<const TaskFailure> get() const {
    if (!isSet.load(std::memory_order_acquire))
      return nullptr;
    std::lock_guard lock(mutex);
    return failure;
  }
  void set(std::shared_ptr<const TaskFailure> next) {
    std::lock_guard lock(mutex);
    failure = std::move(next);
    isSet.store(failure != nullptr, std::memory_order_release);
  }

private:
  std::atomic<bool> isSet{false};
  mutable std::mutex mutex;
  std::shared_ptr<const TaskFailure> failure;
};

} // namespace weir
