// The threads of a block that read the same bytes since they were last written. Sets are immutable and shared: the
// bytes of a tile mostly have the same readers.
#pragma once

#include "lib/Runtime/Device/Sim/Clocks.h"

#include <vector>

namespace weir::sim {

/// An access inside the block: by whom, when, at which op.
struct BlockAccess {
  uint32_t time = 0;
  uint16_t thread = 0;
  uint16_t site = 0;
  bool atomic = false; ///< an atomic update; else a plain load
  bool operator==(const BlockAccess &) const = default;
};

class ReaderSets {
public:
  using Set = uint32_t; ///< 0 is the empty set

  explicit ReaderSets(const Clocks &clocks) : clocks(clocks) {}

  /// The set and one more reader, less those that it makes superfluous: what comes after the new reader comes after
  /// them too.
  Set with(Set set, const BlockAccess &reader);

  /// A reader of the set for which the predicate holds, else null.
  template <typename Predicate> const BlockAccess *find(Set set, Predicate predicate) const {
    for (; live(set); set = nodes[set - first].rest)
      if (predicate(nodes[set - first].reader))
        return &nodes[set - first].reader;
    return nullptr;
  }

  /// After a synchronization of all threads nobody asks for earlier readers: all sets so far are empty from now on.
  void forget();

  /// Whether the set was made since the last `forget`.
  bool live(Set set) const { return set >= first; }

private:
  struct Node {
    BlockAccess reader;
    Set rest;
  };
  struct Step {
    Set set;
    BlockAccess reader;
    bool operator==(const Step &) const = default;
  };
  struct Slot {
    Step step;
    Set result = 0;
  };

  static size_t hash(const Step &step);
  /// The step's, or the free one where it belongs.
  Slot &slotOf(const Step &step);
  void grow();
  Set append(Set set, const BlockAccess &reader);

  const Clocks &clocks;
  Set first = 1;
  std::vector<Node> nodes; ///< that of set `first` and up
  /// A table of steps by open addressing, as large as a power of two, at most half full. A slot is free while its
  /// result isn't live: to forget is free, too.
  std::vector<Slot> slots;
};

} // namespace weir::sim
