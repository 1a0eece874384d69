// Vector clocks: each lane knows up to where it has seen each other lane, so what is already implied needs no event.
#include "lib/Runtime/Vm/Lanes.h"

#include <algorithm>

namespace weir {

namespace {

class LaneScheduler {
public:
  LaneScheduler(const Job &job, size_t numLanes) : job(job), numLanes(numLanes), needs(job.instructions.size()) {}

  void addDependencies();
  void addArenaUses(std::span<const ArenaUse> uses);
  LaneSchedule schedule();

private:
  size_t lane(Id instruction) const { return job.instructions[instruction].stream % numLanes; }
  void need(Id before, Id after) {
    if (lane(before) != lane(after))
      needs[after].push_back(before);
  }
  void addReuse(const ArenaUse &earlier, const ArenaUse &later);

  const Job &job;
  const size_t numLanes;
  std::vector<std::vector<Id>> needs; ///< by instruction: those of other lanes that must be done before
};

void LaneScheduler::addDependencies() {
  std::vector<std::optional<Id>> last(numLanes); // by lane
  std::vector<Id> recordedBy(job.instructions.size());
  std::optional<Id> barrier;
  for (Id id = 0; id < job.instructions.size(); ++id) {
    const Instruction &instruction = job.instructions[id];
    for (Id predecessor : instruction.predecessors)
      need(predecessor, id);
    if (barrier)
      need(*barrier, id);
    if (const auto *record = std::get_if<RecordEvent>(&instruction.body))
      recordedBy[record->event] = id;
    if (const auto *wait = std::get_if<WaitEvent>(&instruction.body))
      need(recordedBy[wait->event], id);
    if (std::holds_alternative<Barrier>(instruction.body)) {
      for (std::optional<Id> other : last)
        if (other)
          need(*other, id);
      barrier = id;
    }
    last[lane(id)] = id;
  }
}

/// Whoever used the bytes last on one lane comes before whoever uses them next on another.
void LaneScheduler::addReuse(const ArenaUse &earlier, const ArenaUse &later) {
  std::vector<std::optional<Id>> last(numLanes), first(numLanes);
  for (Id id : earlier.instructions)
    last[lane(id)] = id;
  for (Id id : later.instructions)
    if (!first[lane(id)])
      first[lane(id)] = id;
  for (std::optional<Id> before : last)
    for (std::optional<Id> after : first)
      if (before && after && *before < *after)
        need(*before, *after);
}

void LaneScheduler::addArenaUses(std::span<const ArenaUse> uses) {
  std::vector<const ArenaUse *> sorted;
  for (const ArenaUse &use : uses)
    if (!use.instructions.empty() && use.begin < use.end)
      sorted.push_back(&use);
  std::sort(sorted.begin(), sorted.end(), [](auto *a, auto *b) { return a->begin < b->begin; });
  for (size_t i = 0; i < sorted.size(); ++i)
    for (size_t k = i + 1; k < sorted.size() && sorted[k]->begin < sorted[i]->end; ++k) {
      bool inOrder = sorted[i]->instructions.front() <= sorted[k]->instructions.front();
      addReuse(*sorted[inOrder ? i : k], *sorted[inOrder ? k : i]);
    }
}

LaneSchedule LaneScheduler::schedule() {
  LaneSchedule result;
  result.lanes.resize(numLanes);
  // By instruction, then by lane: one more than the last instruction of the lane that is known to be done by then.
  std::vector<std::vector<Id>> done(job.instructions.size());
  std::vector<std::vector<Id>> clock(numLanes, std::vector<Id>(numLanes));
  std::vector<std::optional<uint32_t>> events(job.instructions.size());
  std::vector<std::vector<uint32_t>> waits(job.instructions.size());
  for (Id id = 0; id < job.instructions.size(); ++id) {
    std::vector<Id> &mine = clock[lane(id)];
    std::sort(needs[id].rbegin(), needs[id].rend()); // latest first, as it implies the most
    for (Id before : needs[id]) {
      if (mine[lane(before)] > before)
        continue;
      if (!events[before])
        events[before] = result.numEvents++;
      waits[id].push_back(*events[before]);
      for (size_t other = 0; other < numLanes; ++other)
        mine[other] = std::max(mine[other], done[before][other]);
    }
    mine[lane(id)] = id + 1;
    if (numLanes > 1)
      done[id] = mine;
  }
  for (Id id = 0; id < job.instructions.size(); ++id)
    result.lanes[lane(id)].push_back({id, std::move(waits[id]), events[id]});
  return result;
}

} // namespace

size_t numLanes(const Job &job, int maxLanes) {
  uint32_t numStreams = 1;
  for (const Instruction &instruction : job.instructions)
    numStreams = std::max(numStreams, instruction.stream + 1);
  return std::min<size_t>(numStreams, size_t(maxLanes));
}

LaneSchedule scheduleLanes(const Job &job, size_t numLanes, std::span<const ArenaUse> uses) {
  LaneScheduler scheduler(job, numLanes);
  if (numLanes > 1) {
    scheduler.addDependencies();
    scheduler.addArenaUses(uses);
  }
  return scheduler.schedule();
}

} // namespace weir
