// Interned sets: a set is a reader and the rest, and joining the same set in the same way gives the same set again.
#include "lib/Runtime/Device/Sim/ReaderSets.h"

namespace weir::sim {

size_t ReaderSets::StepHash::operator()(const Step &step) const {
  uint64_t key = uint64_t{step.set} << 32 | step.reader.time;
  uint64_t who = uint64_t{step.reader.thread} << 17 | uint64_t{step.reader.site} << 1 | step.reader.atomic;
  key = (key ^ who * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
  return static_cast<size_t>(key ^ key >> 32);
}

ReaderSets::Set ReaderSets::append(Set set, const BlockAccess &reader) {
  nodes.push_back({reader, set});
  return first + static_cast<Set>(nodes.size()) - 1;
}

ReaderSets::Set ReaderSets::with(Set set, const BlockAccess &reader) {
  auto [step, isNew] = steps.try_emplace({set, reader});
  if (!isNew)
    return step->second;
  auto superfluous = [&](const BlockAccess &earlier) {
    return earlier.atomic == reader.atomic && clocks.ordered(reader.thread, earlier.thread, earlier.time);
  };
  Set kept = set;
  if (find(set, superfluous)) {
    kept = 0;
    for (Set s = set; live(s); s = nodes[s - first].rest)
      if (BlockAccess earlier = nodes[s - first].reader; !superfluous(earlier))
        kept = append(kept, earlier);
  }
  return step->second = append(kept, reader);
}

void ReaderSets::forget() {
  if (nodes.empty())
    return;
  first += static_cast<Set>(nodes.size());
  nodes.clear();
  steps.clear();
}

} // namespace weir::sim
