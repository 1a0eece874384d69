// Loads, stores and atomics: the address, then the state of the bytes.
#include "lib/Runtime/Device/Sim/Multiprocessor.h"

#include <algorithm>

namespace weir::sim {

Stamp Multiprocessor::stampOf(const Thread &thread, uint32_t site) const {
  return {static_cast<uint32_t>(block) + 1, clocks.timeOf(thread.tid), static_cast<uint16_t>(thread.tid),
          static_cast<uint16_t>(std::min<uint32_t>(site, WEIR_SIM_MAX_SITES))};
}

void Multiprocessor::access(Thread &thread, uint32_t site, const void *address, uint32_t bytes, uint32_t alignment,
                            MemoryAccess access) {
  countStep(thread, site);
  if (bytes == 0)
    return;
  if (reinterpret_cast<uintptr_t>(address) & (alignment - 1))
    failAddress(thread, site, address, bytes, access, Problem::Misaligned, alignment);
  if (isShared(address, bytes))
    accessShared(thread, site, address, bytes, access);
  else
    accessGlobal(thread, site, address, bytes, access);
}

void Multiprocessor::accessShared(Thread &thread, uint32_t site, const void *address, uint32_t bytes,
                                  MemoryAccess access) {
  Touch touch{stampOf(thread, site), access};
  Conflict conflict;
  uint32_t where = UINT32_MAX;
  forSharedCells(address, bytes, [&](Cell &cell, uint32_t offset) {
    if (cell.write.block != touch.stamp.block)
      cell = {}; // of an earlier block: nobody has written it in this one
    if (where == UINT32_MAX && !rules.touch(cell, touch, conflict))
      where = offset;
  });
  if (where != UINT32_MAX)
    failConflict(thread, site, reinterpret_cast<uintptr_t>(shared) + where, bytes, access, conflict);
}

void Multiprocessor::accessGlobal(Thread &thread, uint32_t site, const void *address, uint32_t bytes,
                                  MemoryAccess access) {
  if (site >= entryOfSite.size())
    entryOfSite.resize(site + 1);
  auto where = reinterpret_cast<uintptr_t>(address);
  const GlobalMemory::Entry *&entry = entryOfSite[site];
  if (!entry || !entry->covers(where, bytes, access)) {
    if (running->contains(address))
      return; // the thread's own
    entry = launch->memory.find(where, bytes, access);
    if (!entry)
      failAddress(thread, site, address, bytes, access, launch->memory.problemOf(where, bytes));
  }
  if (!entry->region)
    return;
  Conflict conflict;
  if (!GlobalMemory::touch(*entry->region, where, bytes, rules, {stampOf(thread, site), access}, conflict))
    failConflict(thread, site, where, bytes, access, conflict);
}

Place Multiprocessor::placeOf(const void *address, uint32_t bytes) const {
  auto where = reinterpret_cast<uintptr_t>(address);
  if (inWindow(address))
    return {Place::Space::Shared, 0, static_cast<int64_t>(where - reinterpret_cast<uintptr_t>(shared)), sharedBytes};
  return launch->memory.placeOf(where, bytes);
}

void Multiprocessor::requireShared(const Thread &thread, uint32_t site, const void *address, uint32_t bytes,
                                   MemoryAccess access) {
  if (isShared(address, bytes))
    return;
  if (inWindow(address))
    failAddress(thread, site, address, bytes, access, Problem::OutOfBounds);
  fail(thread, site, Problem::Operand, "an address in shared memory");
}

void Multiprocessor::failAddress(const Thread &thread, uint32_t site, const void *address, uint32_t bytes,
                                 MemoryAccess access, Problem problem, std::optional<uint64_t> got) {
  Report report;
  report.problem = problem;
  report.actor = actor(thread, site, access);
  report.place = placeOf(address, bytes);
  report.bytes = bytes;
  report.got = got;
  fail(std::move(report));
}

void Multiprocessor::failConflict(const Thread &thread, uint32_t site, uintptr_t where, uint32_t bytes,
                                  MemoryAccess access, const Conflict &conflict) {
  Report report;
  report.problem = conflict.problem;
  report.actor = actor(thread, site, access);
  report.place = placeOf(reinterpret_cast<const void *>(where), 1);
  report.bytes = bytes;
  report.otherAccess = conflict.access;
  if (conflict.other.block)
    report.other =
        Actor{int64_t{conflict.other.block} - 1, conflict.other.thread, conflict.other.site, conflict.access};
  fail(std::move(report));
}

} // namespace weir::sim
