// What a scheduler has under way. With the lock of submitters nobody adds edges or takes slots; tasks may end
// meanwhile.
#include "lib/Runtime/Engine/Scheduler.h"

#include <algorithm>
#include <map>

namespace weir {

namespace {

/// By slot: those that have an edge to it.
using Predecessors = std::map<uint32_t, std::vector<uint32_t>>;

/// Joins stand for those that they wait for.
void addPredecessors(TaskPool &pool, const Predecessors &edges, uint32_t slot, std::vector<uint32_t> &found) {
  auto entry = edges.find(slot);
  if (entry == edges.end())
    return;
  for (uint32_t other : entry->second) {
    if (pool[other].body)
      found.push_back(other);
    else
      addPredecessors(pool, edges, other, found);
  }
}

} // namespace

void Scheduler::AtomicPosition::set(const Position &position) {
  name.store(position.name, std::memory_order_relaxed);
  awaited.store(position.awaited, std::memory_order_relaxed);
  iteration.store(position.iteration, std::memory_order_relaxed);
  isCredit.store(position.isCredit, std::memory_order_relaxed);
}

Scheduler::Position Scheduler::AtomicPosition::get() const {
  return {name.load(std::memory_order_relaxed), awaited.load(std::memory_order_relaxed),
          iteration.load(std::memory_order_relaxed), isCredit.load(std::memory_order_relaxed)};
}

Scheduler::Report Scheduler::report() {
  std::lock_guard lock(submission);
  auto nameOf = [&](uint32_t slot) { return names[slot].load(std::memory_order_relaxed); };
  Report report;
  for (const SeatState &seat : seatStates) {
    uint32_t slot = seat.task.load(std::memory_order_relaxed);
    Position position = seat.position.get();
    if (slot != TaskRef::kNone || position.name != 0)
      report.running.push_back({slot != TaskRef::kNone ? nameOf(slot) : 0, position});
  }
  Predecessors edges;
  std::vector<uint32_t> waiting;
  pool.visitUnderWay([&](TaskRef ref) {
    for (uint32_t edge = pool[ref.slot].successors.first(); edge != SuccessorList::kNoEdge;) {
      uint32_t successor = edge / kMaxEdges;
      edge = pool[successor].nextEdge[edge % kMaxEdges];
      edges[successor].push_back(ref.slot);
    }
    if (pool[ref.slot].body && pool[ref.slot].pending.load(std::memory_order_relaxed) != 0)
      waiting.push_back(ref.slot);
  });
  std::ranges::sort(waiting, {}, [&](uint32_t slot) { return pool[slot].sequence.load(std::memory_order_relaxed); });
  for (uint32_t slot : waiting) {
    std::vector<uint32_t> predecessors;
    addPredecessors(pool, edges, slot, predecessors);
    std::ranges::transform(predecessors, predecessors.begin(), nameOf);
    report.waiting.push_back({nameOf(slot), std::move(predecessors)});
  }
  return report;
}

} // namespace weir
