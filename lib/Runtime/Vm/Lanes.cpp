// Vector clocks: each lane knows up to where it has seen each other lane, so what is already implied needs no event.
#include "lib/Runtime/Vm/Lanes.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace weir {

namespace {

class LaneScheduler {
public:
  LaneScheduler(const Job &job, const LaneFold &fold)
      : job(job), fold(fold), numLanes(fold.numLanes()), needs(job.instructions.size()) {}

  void addDependencies();
  void addArenaUses(std::span<const ArenaUse> uses);
  void addRegisterUse(const RegisterUse &use);
  LaneSchedule schedule();

private:
  /// In iteration k for what an instruction of another lane does in iteration k - lag.
  struct Need {
    Id before = 0;
    uint32_t lag = 0;
  };
  /// Positions in the list as if it stood there once for each iteration, from the beginning of one on: those of earlier
  /// iterations are negative.
  using Time = int64_t;

  size_t lane(Id instruction) const { return fold.laneOf(job.instructions[instruction]); }
  void need(Id before, Id after, uint32_t lag = 0) {
    if (lane(before) != lane(after) && lag < job.repeat)
      needs[after].push_back({before, lag});
  }
  void orderBarriers(Id first, Id last);
  void order(std::span<const Id> earlier, std::span<const Id> later, uint32_t lag);
  Time endOf(const Need &need) const { return Time(need.before) + 1 - Time(need.lag) * Time(needs.size()); }
  std::vector<LaneWait> chooseWaits(Id instruction, std::vector<Time> &known);

  const Job &job;
  const LaneFold fold;
  const size_t numLanes;
  std::vector<std::vector<Need>> needs; ///< by instruction: those of other lanes that must be done before

  LaneSchedule result;
  std::vector<std::optional<uint32_t>> events; ///< by instruction
  std::vector<std::vector<Time>> done;         ///< by instruction, then by lane: up to when it is known to be done then
};

void LaneScheduler::addDependencies() {
  std::vector<std::optional<Id>> last(numLanes); // by lane
  std::vector<Id> recordedBy(job.instructions.size());
  std::optional<Id> barrier, firstBarrier;
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
      firstBarrier = firstBarrier.value_or(id);
    }
    last[lane(id)] = id;
  }
  if (barrier)
    orderBarriers(*firstBarrier, *barrier);
}

/// Between what stands before or behind all barriers and those of the next iteration or the last.
void LaneScheduler::orderBarriers(Id first, Id last) {
  std::vector<Id> all(job.instructions.size());
  std::iota(all.begin(), all.end(), 0);
  order(all, std::span(&first, 1), 1);
  order(std::span(&last, 1), all, 1);
}

/// Of each lane the last one of `earlier` comes before the first one of `later`, `lag` iterations on.
void LaneScheduler::order(std::span<const Id> earlier, std::span<const Id> later, uint32_t lag) {
  std::vector<std::optional<Id>> last(numLanes);
  for (Id id : earlier)
    if (lag == 0 || job.instructions[id].when != When::Last) // after which no iteration comes
      last[lane(id)] = id;
  std::vector<bool> hasFirst(numLanes);
  for (Id after : later) {
    When when = job.instructions[after].when;
    if (hasFirst[lane(after)] || (lag > 0 && when == When::First))
      continue;
    for (std::optional<Id> before : last)
      if (before && (lag > 0 || *before < after))
        need(*before, after, lag);
    hasFirst[lane(after)] = when == When::Each; // others don't wait in each iteration
  }
}

void LaneScheduler::addArenaUses(std::span<const ArenaUse> uses) {
  std::vector<const ArenaUse *> sorted;
  for (const ArenaUse &use : uses)
    if (!use.instructions.empty() && use.begin < use.end)
      sorted.push_back(&use);
  std::sort(sorted.begin(), sorted.end(), [](auto *a, auto *b) { return a->begin < b->begin; });
  for (size_t i = 0; i < sorted.size(); ++i)
    for (size_t k = i + 1; k < sorted.size() && sorted[k]->begin < sorted[i]->end; ++k) {
      std::span<const Id> earlier = sorted[i]->instructions, later = sorted[k]->instructions;
      if (earlier.front() > later.front())
        std::swap(earlier, later);
      order(earlier, later, 0);
      order(later, earlier, 1);
    }
}

void LaneScheduler::addRegisterUse(const RegisterUse &use) {
  uint32_t credits = use.registers;
  order(use.writers, use.users, credits);
  order(use.users, use.writers, credits);
}

/// Those that others don't imply, of which `known` learns.
std::vector<LaneWait> LaneScheduler::chooseWaits(Id id, std::vector<Time> &known) {
  std::vector<LaneWait> waits;
  std::sort(needs[id].begin(), needs[id].end(),
            [&](const Need &a, const Need &b) { return endOf(a) > endOf(b); }); // latest first, as it implies the most
  for (const Need &need : needs[id]) {
    if (known[lane(need.before)] >= endOf(need))
      continue;
    std::optional<uint32_t> &event = events[need.before];
    if (!event) {
      event = uint32_t(result.events.size());
      result.events.push_back(need.before);
    }
    waits.push_back({*event, need.lag});
    known[lane(need.before)] = endOf(need);
    for (size_t other = 0; other < done[need.before].size(); ++other) // nothing is known yet of what stands behind it
      known[other] = std::max(known[other], done[need.before][other] - Time(need.lag) * Time(needs.size()));
  }
  return waits;
}

LaneSchedule LaneScheduler::schedule() {
  constexpr Time kNothing = std::numeric_limits<Time>::min() / 2;
  size_t count = job.instructions.size();
  result.lanes.resize(numLanes);
  done.resize(count);
  events.resize(count);
  std::vector<std::vector<Time>> clock(numLanes, std::vector<Time>(numLanes, kNothing));
  std::vector<std::vector<LaneWait>> waits(count);
  for (Id id = 0; id < count; ++id) {
    std::vector<Time> &mine = clock[lane(id)];
    if (job.instructions[id].when == When::Each) {
      waits[id] = chooseWaits(id, mine);
    } else { // in other iterations nobody waits for it
      std::vector<Time> inThese = mine;
      waits[id] = chooseWaits(id, inThese);
    }
    mine[lane(id)] = Time(id) + 1;
    if (numLanes > 1)
      done[id] = mine;
  }
  for (Id id = 0; id < count; ++id)
    result.lanes[lane(id)].push_back({id, std::move(waits[id]), events[id]});
  return std::move(result);
}

} // namespace

bool meetsOthers(const Instruction &instruction) {
  const auto *collective = std::get_if<Collective>(&instruction.body);
  return collective && !sendsNothing(*collective);
}

LaneFold LaneFold::of(const Job &job, int maxLanes, bool isOneThread) {
  uint32_t numStreams = 1;
  bool meets = false, meetsAside = false;
  for (const Instruction &instruction : job.instructions) {
    if (meetsOthers(instruction))
      (isAside(instruction) ? meetsAside : meets) = true;
    else
      numStreams = std::max(numStreams, instruction.stream + 1);
  }
  if ((meets || meetsAside) && isOneThread)
    return {std::min<size_t>(numStreams, size_t(std::max(maxLanes - 1, 1))), 1};
  if (meets || meetsAside) // one thread runs those that compute by turns
    return {numStreams, size_t(1) + (meets && meetsAside)};
  return {std::min<size_t>(numStreams, size_t(maxLanes))};
}

LaneSchedule scheduleLanes(const Job &job, const LaneFold &fold, std::span<const ArenaUse> uses,
                           std::span<const RegisterUse> shared) {
  LaneScheduler scheduler(job, fold);
  if (fold.numLanes() > 1) {
    scheduler.addDependencies();
    scheduler.addArenaUses(uses);
    for (const RegisterUse &use : shared)
      scheduler.addRegisterUse(use);
  }
  return scheduler.schedule();
}

} // namespace weir
