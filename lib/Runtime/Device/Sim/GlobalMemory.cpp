// Ranges, and pages of cells made where they are touched.
#include "lib/Runtime/Device/Sim/GlobalMemory.h"

#include <algorithm>
#include <cstring>

namespace weir::sim {

namespace {

constexpr uintptr_t kPage = ShadowPage::kBytes;

class Locked {
public:
  explicit Locked(std::atomic<bool> &busy) : busy(busy) {
    while (busy.exchange(true, std::memory_order_acquire))
      while (busy.load(std::memory_order_relaxed))
        ;
  }
  ~Locked() { busy.store(false, std::memory_order_release); }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;

private:
  std::atomic<bool> &busy;
};

/// What is missing between an address and the bytes of a range, 0 inside.
uint64_t distance(const GlobalMemory::Entry &entry, uintptr_t address, uint64_t bytes) {
  if (address < entry.begin)
    return entry.begin - address;
  return address + bytes > entry.end ? address + bytes - entry.end : 0;
}

} // namespace

class GlobalMemory::Region {
public:
  Region(uintptr_t begin, uintptr_t end) : begin(begin), end(end), pages(end / kPage - begin / kPage + 1) {}
  ~Region() {
    for (auto &page : pages)
      delete page.load(std::memory_order_relaxed);
  }
  Region(const Region &) = delete;
  Region &operator=(const Region &) = delete;

  ShadowPage &page(uintptr_t address, uint64_t bytes) {
    std::atomic<ShadowPage *> &slot = pages[address / kPage - begin / kPage];
    if (ShadowPage *page = slot.load(std::memory_order_acquire))
      return *page;
    std::lock_guard lock(growing);
    if (!slot.load(std::memory_order_relaxed))
      slot.store(makePage(address / kPage * kPage, ShadowPage::cellBytesFor(address, bytes)).release(),
                 std::memory_order_release);
    return *slot.load(std::memory_order_relaxed);
  }

  void forgetStamps() {
    for (auto &slot : pages)
      if (ShadowPage *page = slot.load(std::memory_order_relaxed))
        page->forgetStamps();
  }

  const uintptr_t begin, end;
  std::vector<std::pair<uintptr_t, uintptr_t>> written; ///< before the launch

private:
  std::unique_ptr<ShadowPage> makePage(uintptr_t start, uint32_t cellBytes) const {
    auto page = std::make_unique<ShadowPage>(cellBytes);
    for (auto [from, to] : written) {
      uintptr_t first = std::max(from, start), last = std::min(to, start + kPage);
      if (first < last)
        for (Cell &cell : page->cells(static_cast<uint32_t>(first - start), static_cast<uint32_t>(last - first)))
          cell.flags |= Cell::Written;
    }
    return page;
  }

  std::vector<std::atomic<ShadowPage *>> pages;
  std::mutex growing;
};

GlobalMemory::GlobalMemory(std::span<const MemoryRange> ranges) {
  for (const MemoryRange &range : ranges)
    if (auto begin = reinterpret_cast<uintptr_t>(range.begin); range.bytes)
      entries.push_back({range, begin, begin + range.bytes});
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) { return a.begin < b.begin; });
  for (size_t first = 0, next = 0; first < entries.size(); first = next) {
    uintptr_t end = entries[first].end;
    for (next = first + 1; next < entries.size() && entries[next].begin < end; ++next)
      end = std::max(end, entries[next].end);
    std::span<Entry> group(&entries[first], next - first);
    if (std::none_of(group.begin(), group.end(), [](const Entry &entry) { return entry.range.writable; }))
      continue;
    Region &region = *regions.emplace_back(std::make_unique<Region>(group[0].begin, end));
    for (Entry &entry : group) {
      entry.region = &region;
      if (entry.range.written)
        region.written.emplace_back(entry.begin, entry.end);
    }
  }
}

GlobalMemory::~GlobalMemory() = default;

const GlobalMemory::Entry *GlobalMemory::find(uintptr_t address, uint64_t bytes, MemoryAccess access) const {
  auto covering = [&](const Entry &entry) { return entry.covers(address, bytes, access); };
  auto found = std::find_if(entries.begin(), entries.end(), covering);
  return found == entries.end() ? nullptr : &*found;
}

Problem GlobalMemory::problemOf(uintptr_t address, uint64_t bytes) const {
  bool inside = std::any_of(entries.begin(), entries.end(), [&](const Entry &entry) {
    return address >= entry.begin && distance(entry, address, bytes) == 0;
  });
  return inside ? Problem::Forbidden : Problem::OutOfBounds;
}

Place GlobalMemory::placeOf(uintptr_t address, uint64_t bytes) const {
  constexpr uint64_t kNear = 1 << 20;
  const Entry *nearest = nullptr;
  uint64_t least = kNear;
  for (const Entry &entry : entries)
    if (uint64_t away = distance(entry, address, bytes); away < least) {
      nearest = &entry;
      least = away;
    }
  if (!nearest)
    return {.space = Place::Space::Unknown};
  return {nearest->range.space, nearest->range.operand, static_cast<int64_t>(address - nearest->begin),
          nearest->range.bytes};
}

bool GlobalMemory::touch(Region &region, uintptr_t &address, uint64_t bytes, AccessRules &rules, const Touch &touch,
                         Conflict &conflict) {
  for (uintptr_t end = address + bytes; address < end;) {
    uint64_t part = std::min<uint64_t>(end - address, kPage - address % kPage);
    ShadowPage &page = region.page(address, part);
    Locked lock(page.busy);
    std::span<Cell> cells = page.cells(static_cast<uint32_t>(address % kPage), static_cast<uint32_t>(part));
    uint32_t cellBytes = static_cast<uint32_t>(part) / static_cast<uint32_t>(cells.size());
    for (Cell &cell : cells) {
      if (!rules.touch(cell, touch, conflict))
        return false;
      address += cellBytes;
    }
  }
  return true;
}

void GlobalMemory::endPhase() {
  for (auto &region : regions)
    region->forgetStamps();
}

} // namespace weir::sim
