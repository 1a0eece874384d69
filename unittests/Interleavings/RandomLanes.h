// The lanes of a random job that repeats: instructions that change numbers in registers.
#pragma once

#include "lib/Runtime/Threads/Seats.h"
#include "lib/Runtime/Vm/Lanes.h"

#include <string>
#include <vector>

namespace weir {

class RandomLanes {
public:
  explicit RandomLanes(Seats &seats);

  /// On seats of their own, where there are enough; whether the numbers are those of the list's order.
  std::string run(int seat);

private:
  /// Adds the number in one buffer to that in another.
  struct Addition {
    size_t source, target;
  };
  using Registers = std::vector<std::vector<uint64_t>>; ///< by buffer

  uint64_t &numberOf(Registers &registers, size_t buffer, uint32_t iteration) const {
    return registers[buffer][iteration % registers[buffer].size()];
  }
  std::vector<Id> predecessorsOf(const Addition &addition) const;
  std::vector<RegisterUse> registerUses() const;
  Registers inOrder() const;
  void runLane(int seat, size_t lane);

  Seats &seats;
  Job job;
  std::vector<Addition> additions; ///< by instruction
  Registers registers;
  LaneSchedule schedule;
  std::vector<Atomic<uint32_t>> counters; ///< by event
};

} // namespace weir
