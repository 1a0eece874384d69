// Slots for tasks. One thread at a time takes them, any gives them back.
#pragma once

#include "lib/Runtime/Engine/Task.h"

#include <memory>

namespace weir {

class TaskPool {
public:
  explicit TaskPool(uint32_t slots);

  /// Open, pending once; null if none is free.
  Task *take();
  /// Of a task that is done, and that nobody looks at any more.
  void giveBack(Task &task);

  Task &operator[](uint32_t slot) { return slots[slot]; }
  uint32_t slotOf(const Task &task) const { return uint32_t(&task - slots.get()); }
  TaskRef refTo(const Task &task) const { return {slotOf(task), task.successors.generation()}; }
  bool isDone(TaskRef ref) const { return !ref.exists() || slots[ref.slot].successors.isDone(ref.generation); }

private:
  static constexpr uint32_t kEnd = TaskRef::kNone;

  std::unique_ptr<Task[]> slots;
  uint32_t free = 0;               ///< the first of those that are at hand
  Atomic<uint32_t> returned{kEnd}; ///< those that came back since
};

} // namespace weir
