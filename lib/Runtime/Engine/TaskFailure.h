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
    uint64_t never = 0;
    sighting.compare_exchange_strong(never, sightings.fetch_add(1) + 1);
    return copyOf(*status);
  }
  bool isSeen() const { return isSeenBefore(kAnyTime); }

  /// When something is submitted: what it may do depends on what had been seen by then, not on when it runs.
  static uint64_t now() { return sightings.load(); }
  bool isSeenBefore(uint64_t time) const {
    uint64_t seen = sighting.load();
    return seen != 0 && seen <= time;
  }

private:
  static constexpr uint64_t kAnyTime = UINT64_MAX;
  inline static std::atomic<uint64_t> sightings{0};

  const Status status;
  mutable std::atomic<uint64_t> sighting{0}; ///< which it was of all; 0: none yet
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
