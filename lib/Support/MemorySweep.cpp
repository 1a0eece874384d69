// Births and deaths in the order of time, over a list of gaps.
#include "lib/Support/MemorySweep.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace weir {

namespace {

/// What no block has, below the end of what any block has had.
class Gaps {
public:
  int64_t take(int64_t bytes) {
    auto smallest = bySize.lower_bound({bytes, 0});
    if (smallest != bySize.end()) {
      int64_t begin = smallest->second, end = begin + smallest->first;
      remove(byBegin.find(begin));
      add(begin + bytes, end);
      return begin;
    }
    // The last gap grows if it is at the end.
    int64_t begin = end;
    if (!byBegin.empty() && std::prev(byBegin.end())->second == end) {
      begin = std::prev(byBegin.end())->first;
      remove(std::prev(byBegin.end()));
    }
    end = begin + bytes;
    return begin;
  }

  void give(int64_t begin, int64_t end) {
    auto next = byBegin.lower_bound(begin);
    if (next != byBegin.end() && next->first == end) {
      end = next->second;
      next = remove(next);
    }
    if (next != byBegin.begin() && std::prev(next)->second == begin) {
      begin = std::prev(next)->first;
      remove(std::prev(next));
    }
    add(begin, end);
  }

private:
  using Position = std::map<int64_t, int64_t>::iterator;

  void add(int64_t begin, int64_t end) {
    if (begin == end)
      return;
    byBegin[begin] = end;
    bySize.insert({end - begin, begin});
  }

  Position remove(Position gap) {
    bySize.erase({gap->second - gap->first, gap->first});
    return byBegin.erase(gap);
  }

  std::map<int64_t, int64_t> byBegin; ///< to where it ends
  std::set<std::pair<int64_t, int64_t>> bySize;
  int64_t end = 0;
};

} // namespace

std::vector<int64_t> sweepMemory(const std::vector<MemoryBlock> &blocks) {
  enum Kind { Shrinks, Born }; // bytes are free behind the last position, so those of a position's dead are not
  std::vector<std::tuple<uint32_t, Kind, uint32_t, uint32_t>> events;
  for (uint32_t block = 0; block < blocks.size(); ++block) {
    const std::vector<MemoryBlock::Part> &parts = blocks[block].parts;
    if (parts.front().bytes == 0)
      continue;
    events.push_back({parts.front().first, Born, block, 0});
    for (uint32_t part = 0; part < parts.size(); ++part)
      events.push_back({parts[part].last + 1, Shrinks, block, part});
  }
  std::sort(events.begin(), events.end());
  std::vector<int64_t> offsets(blocks.size());
  Gaps gaps;
  for (auto [time, kind, block, part] : events) {
    const std::vector<MemoryBlock::Part> &parts = blocks[block].parts;
    if (kind == Born) {
      offsets[block] = gaps.take(parts.front().bytes);
      continue;
    }
    int64_t left = part + 1 < parts.size() ? parts[part + 1].bytes : 0;
    if (left < parts[part].bytes)
      gaps.give(offsets[block] + left, offsets[block] + parts[part].bytes);
  }
  return offsets;
}

} // namespace weir
