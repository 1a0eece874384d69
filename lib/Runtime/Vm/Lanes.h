// Folds a program's streams onto the lanes that a device can drive at once and finds the fewest events that keep their
// order. Knows positions of instructions only, not what they do.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

/// Bytes of the arena and the instructions that touch them, ascending.
struct ArenaUse {
  int64_t begin = 0, end = 0;
  std::vector<Id> instructions;
};

struct LaneStep {
  Id instruction = 0;
  std::vector<uint32_t> waits;      ///< events to wait for before
  std::optional<uint32_t> recorded; ///< event to record after
};

struct LaneSchedule {
  std::vector<std::vector<LaneStep>> lanes;
  uint32_t numEvents = 0;
};

/// How many lanes a job's streams are folded onto; instruction i runs on lane `stream of i` modulo it.
size_t numLanes(const Job &job, int maxLanes);

/// Keeps the order that streams, predecessors, events and barriers ask for, and that between those who use the same
/// bytes of the arena one after the other. With one lane that is the order of the list.
LaneSchedule scheduleLanes(const Job &job, size_t numLanes, std::span<const ArenaUse> uses);

} // namespace weir
