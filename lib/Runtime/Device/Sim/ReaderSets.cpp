// Interned sets: a set is a reader and the rest, and joining the same set in the same way gives the same set again.
#include "lib/Runtime/Device/Sim/ReaderSets.h"

#include <algorithm>

namespace weir::sim {

constexpr size_t kFirstSlots = 256;

size_t ReaderSets::hash(const Step &step) {
  uint64_t key = uint64_t{step.set} << 32 | step.reader.time;
  uint64_t who = uint64_t{step.reader.thread} << 17 | uint64_t{step.reader.site} << 1 | step.reader.atomic;
  key = (key ^ who * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
  return static_cast<size_t>(key ^ key >> 32);
}

ReaderSets::Slot &ReaderSets::slotOf(const Step &step) {
  size_t last = slots.size() - 1;
  size_t place = hash(step) & last;
  while (live(slots[place].result) && slots[place].step != step)
    place = (place + 1) & last;
  return slots[place];
}

void ReaderSets::grow() {
  std::vector<Slot> before(std::max(2 * slots.size(), kFirstSlots));
  slots.swap(before);
  for (const Slot &slot : before)
    if (live(slot.result))
      slotOf(slot.step) = slot;
}

ReaderSets::Set ReaderSets::append(Set set, const BlockAccess &reader) {
  nodes.push_back({reader, set});
  return first + static_cast<Set>(nodes.size()) - 1;
}

ReaderSets::Set ReaderSets::with(Set set, const BlockAccess &reader) {
  if (2 * nodes.size() >= slots.size()) // a step makes one node or several
    grow();
  Slot &slot = slotOf({set, reader});
  if (live(slot.result))
    return slot.result;
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
  slot = {{set, reader}, append(kept, reader)};
  return slot.result;
}

void ReaderSets::forget() {
  if (nodes.empty())
    return;
  first += static_cast<Set>(nodes.size());
  nodes.clear();
}

} // namespace weir::sim
