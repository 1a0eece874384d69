// Slots for tasks. One thread at a time takes them, any gives them back.
#pragma once

#include "lib/Runtime/Engine/Task.h"

#include <memory>

namespace weir {

class TaskPool {
public:
  /// References to tasks of another pool count as done where that one's generations were not behind this one's.
  TaskPool(uint32_t slots, uint32_t behindGeneration);

  /// Open, being made; null if none is free.
  Task *take();
  /// Of a task that is done, and that nobody looks at any more.
  void giveBack(Task &task);
  /// How many have been given back, ever: of 2^32.
  uint32_t numReturned() const { return uint32_t(returned.load() >> 32); }

  Task &operator[](uint32_t slot) { return slots[slot]; }
  uint32_t slotOf(const Task &task) const { return uint32_t(&task - slots.get()); }
  TaskRef refTo(const Task &task) const { return {slotOf(task), task.successors.generation()}; }
  /// Of those that had the slots.
  uint32_t latestGeneration() const;
  /// Calls `visit` with all that are not done; for the one who takes slots.
  template <typename Visit> void visitUnderWay(Visit &&visit) const {
    for (uint32_t slot = 0; slot < numUsed; ++slot)
      if (TaskRef ref = refTo(slots[slot]); !isDone(ref))
        visit(ref);
  }
  bool isDone(TaskRef ref) const { return !ref.exists() || slots[ref.slot].successors.isDone(ref.generation); }

private:
  static constexpr uint32_t kEnd = TaskRef::kNone;

  const uint32_t count;
  std::unique_ptr<Task[]> slots;
  alignas(64) uint32_t numUsed = 0;            ///< the others have never been taken
  uint32_t free = 0;                           ///< the first of those that are at hand
  alignas(64) Atomic<uint64_t> returned{kEnd}; ///< how many ever came back, above the first of those that did since
};

} // namespace weir
