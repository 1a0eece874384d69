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

/// Memory of which iteration k uses the same bytes as iteration k - registers, and the instructions that use it,
/// ascending.
struct RegisterUse {
  uint32_t registers = 1;
  std::vector<Id> users, writers; ///< who writes is a user, too
};

/// In iteration k for an event of iteration k - lag. Without a lag that is a dependence; with one it is a credit, which
/// the event gives back and of which there are `lag` to begin with.
struct LaneWait {
  uint32_t event = 0, lag = 0;

  /// How often the event has to be recorded before; 0 while there are credits left.
  uint32_t countIn(uint32_t iteration) const { return iteration < lag ? 0 : iteration - lag + 1; }
};

struct LaneStep {
  Id instruction = 0;
  std::vector<LaneWait> waits;      ///< before
  std::optional<uint32_t> recorded; ///< event to record after, in each iteration
};

struct LaneSchedule {
  std::vector<std::vector<LaneStep>> lanes;
  std::vector<Id> events; ///< the instructions that they are recorded after
};

/// Whether the rank meets others there, whom it may have to wait for.
bool meetsOthers(const Instruction &instruction);

/// Whether ranks meet there on wires of their own, so that other meetings need not wait: those of odd streams.
inline bool isAside(const Instruction &meeting) { return meeting.stream % 2 == 1; }

/// How a job's streams are folded onto lanes. What meets others has one of its own, so that nothing else waits with it,
/// or two, of which the second is aside.
struct LaneFold {
  size_t computing = 1, meeting = 0;

  LaneFold() = default;
  LaneFold(size_t computing, size_t meeting = 0) : computing(computing), meeting(meeting) {}
  /// For at most so many lanes that compute, where they run at the same time, or lanes at all, where one thread runs,
  /// or enqueues, everything: then all meetings keep their order.
  static LaneFold of(const Job &job, int maxLanes, bool isOneThread = false);

  bool meets() const { return meeting > 0; }
  size_t numLanes() const { return computing + meeting; }
  size_t laneOf(const Instruction &instruction) const {
    return meetsOthers(instruction) ? computing + (meeting > 1 && isAside(instruction))
                                    : instruction.stream % computing;
  }
};

/// Keeps the order that streams, predecessors, events and barriers ask for, and that between those who use the same
/// bytes of the arena one after the other, or the same registers in different iterations. With one lane that is the
/// order of the list.
LaneSchedule scheduleLanes(const Job &job, const LaneFold &fold, std::span<const ArenaUse> uses,
                           std::span<const RegisterUse> shared = {});

} // namespace weir
