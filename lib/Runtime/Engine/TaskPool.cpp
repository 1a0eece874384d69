// What comes back is pushed on a stack; who takes, takes all of that at once, so a stack's top never comes back in
// between.
#include "lib/Runtime/Engine/TaskPool.h"

#include <algorithm>

namespace weir {

TaskPool::TaskPool(uint32_t count, uint32_t behindGeneration) : count(count), slots(std::make_unique<Task[]>(count)) {
  for (uint32_t slot = 0; slot < count; ++slot) {
    slots[slot].nextFree = slot + 1 < count ? slot + 1 : kEnd;
    slots[slot].successors.open(behindGeneration);
    slots[slot].successors.close();
  }
}

uint32_t TaskPool::latestGeneration() const {
  uint32_t latest = 0;
  for (uint32_t slot = 0; slot < count; ++slot)
    latest = std::max(latest, slots[slot].successors.generation());
  return latest;
}

Task *TaskPool::take() {
  if (free == kEnd)
    free = uint32_t(returned.fetch_or(kEnd, std::memory_order_acquire));
  if (free == kEnd)
    return nullptr;
  Task &task = slots[free];
  numUsed = std::max(numUsed, free + 1);
  free = task.nextFree;
  if (free != kEnd)
    __builtin_prefetch(&slots[free], /*write*/ 1);
  task.successors.open(task.successors.generation() + 1);
  task.pending.store(Task::kBeingMade, std::memory_order_relaxed);
  return &task;
}

void TaskPool::giveBack(Task &task) {
  uint32_t slot = slotOf(task);
  uint64_t seen = returned.load(std::memory_order_relaxed), wanted;
  do {
    task.nextFree = uint32_t(seen);
    wanted = ((seen >> 32) + 1) << 32 | slot;
  } while (!returned.compare_exchange_weak(seen, wanted, std::memory_order_seq_cst, std::memory_order_relaxed));
}

} // namespace weir
