// Small jobs: what goes wrong shows with few instructions, and a schedule has to be found among few.
#include "unittests/Interleavings/RandomLanes.h"

#include "unittests/Interleavings/Explorer.h"

namespace weir {

using explorer::choose;
using explorer::point;

RandomLanes::RandomLanes(Seats &seats) : seats(seats) {
  size_t numLanes = 2 + choose(2), numBuffers = 1 + choose(3);
  job.repeat = uint32_t(1 + choose(4));
  for (size_t buffer = 0; buffer < numBuffers; ++buffer)
    registers.emplace_back(1 + choose(std::min(job.repeat, 2u)), buffer);
  for (uint64_t i = 2 + choose(3); i > 0; --i) {
    Addition addition{choose(numBuffers), choose(numBuffers)};
    job.instructions.push_back({Release{}, uint32_t(choose(numLanes)), predecessorsOf(addition), {}, {}});
    additions.push_back(addition);
  }
  schedule = scheduleLanes(job, numLanes, {}, registerUses());
  counters = std::vector<Atomic<uint32_t>>(schedule.events.size());
}

/// Within an iteration, as the compiler lists them.
std::vector<Id> RandomLanes::predecessorsOf(const Addition &addition) const {
  std::vector<Id> found;
  for (Id id = 0; id < additions.size(); ++id) {
    const Addition &earlier = additions[id];
    if (earlier.target == addition.source || earlier.target == addition.target || earlier.source == addition.target)
      found.push_back(id);
  }
  return found;
}

std::vector<RegisterUse> RandomLanes::registerUses() const {
  std::vector<RegisterUse> uses;
  for (size_t buffer = 0; buffer < registers.size(); ++buffer) {
    RegisterUse &use = uses.emplace_back();
    use.registers = uint32_t(registers[buffer].size());
    for (Id id = 0; id < additions.size(); ++id) {
      if (additions[id].source == buffer || additions[id].target == buffer)
        use.users.push_back(id);
      if (additions[id].target == buffer)
        use.writers.push_back(id);
    }
  }
  return uses;
}

RandomLanes::Registers RandomLanes::inOrder() const {
  Registers result = registers;
  for (uint32_t iteration = 0; iteration < job.repeat; ++iteration)
    for (auto [source, target] : additions)
      numberOf(result, target, iteration) =
          3 * numberOf(result, target, iteration) + numberOf(result, source, iteration) + 1;
  return result;
}

void RandomLanes::runLane(int seat, size_t lane) {
  for (uint32_t iteration = 0; iteration < job.repeat; ++iteration)
    for (const LaneStep &step : schedule.lanes[lane]) {
      for (const LaneWait &wait : step.waits)
        if (uint32_t count = wait.countIn(iteration))
          seats.helpUntil(seat, counters[wait.event], count);
      auto [source, target] = additions[step.instruction];
      uint64_t added = numberOf(registers, source, iteration);
      point();
      uint64_t number = numberOf(registers, target, iteration);
      point();
      numberOf(registers, target, iteration) = 3 * number + added + 1;
      if (step.recorded) {
        counters[*step.recorded].fetch_add(1);
        counters[*step.recorded].notify_all();
      }
    }
}

std::string RandomLanes::run(int seat) {
  auto body = [](void *lanes, int seat, int64_t lane, int64_t) {
    static_cast<RandomLanes *>(lanes)->runLane(seat, size_t(lane));
  };
  Registers expected = inOrder();
  bool ran = seats.runTogether(seat, int64_t(schedule.lanes.size()), body, this, Seats::Haste::Short);
  return !ran || registers == expected ? "" : "numbers of lanes are not those of the list's order; ";
}

} // namespace weir
