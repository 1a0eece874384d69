// What a launch may touch outside of its blocks' shared memory, and the state of those bytes while its phases run.
#pragma once

#include "lib/Runtime/Device/Sim/Shadow.h"

#include <mutex>
#include <optional>

namespace weir::sim {

/// Bytes that a launch was given. Ranges may overlap: an operand computed in place is two ranges.
struct MemoryRange {
  const void *begin = nullptr;
  uint64_t bytes = 0;
  Place::Space space = Place::Space::Operand;
  uint32_t operand = 0;
  bool readable = true, writable = false;
  bool written = true; ///< the contents mean something before the launch
};

class GlobalMemory {
public:
  explicit GlobalMemory(std::span<const MemoryRange> ranges);
  ~GlobalMemory();

  /// Bytes of which the simulator keeps the state: those of overlapping ranges one of which is writable. Nobody can do
  /// wrong with the others once the access is inside.
  class Region;

  struct Entry {
    MemoryRange range;
    uintptr_t begin = 0, end = 0;
    Region *region = nullptr;

    bool covers(uintptr_t address, uint64_t bytes, MemoryAccess access) const {
      return address >= begin && address <= end && bytes <= end - address &&
             (access == MemoryAccess::Store || range.readable) && (access == MemoryAccess::Load || range.writable);
    }
  };

  /// The range that allows an access, else null.
  const Entry *find(uintptr_t address, uint64_t bytes, MemoryAccess access) const;

  /// Why `find` found nothing.
  Problem problemOf(uintptr_t address, uint64_t bytes) const;

  /// An address in words: relative to the range that holds it, else to the nearest one.
  Place placeOf(uintptr_t address, uint64_t bytes) const;

  /// Checks an access to all of the bytes and notes it; false: `conflict` says why not, and `address` where. Several
  /// OS threads may call it.
  static bool touch(Region &region, uintptr_t &address, uint64_t bytes, AccessRules &rules, const Touch &touch,
                    Conflict &conflict);

  /// A phase has ended: what comes next comes after everything so far.
  void endPhase();

private:
  std::vector<Entry> entries;
  std::vector<std::unique_ptr<Region>> regions;
};

} // namespace weir::sim
