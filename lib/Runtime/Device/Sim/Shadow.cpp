// The rules of memory: read what has been written, and never touch what another thread may be touching.
#include "lib/Runtime/Device/Sim/Shadow.h"

#include <algorithm>
#include <bit>

namespace weir::sim {

namespace {

constexpr uint32_t kCoarsest = 16;

uint32_t lowestBit(uint64_t value) { return static_cast<uint32_t>(value & (~value + 1)); }

BlockAccess readerOf(const Stamp &stamp, bool atomic) { return {stamp.time, stamp.thread, stamp.site, atomic}; }

/// Which flags of earlier accesses stand against an access.
uint32_t opposed(MemoryAccess access) {
  switch (access) {
  case MemoryAccess::Store:
    return Cell::Loaded | Cell::Updated;
  case MemoryAccess::Atomic:
    return Cell::Loaded;
  default:
    return Cell::Updated;
  }
}

constexpr uint32_t kForm = Cell::IsSet | Cell::IsAtomic; ///< how to read Cell::read
constexpr uint32_t kHere = Cell::Loaded | Cell::Updated, kElsewhereShift = 2;
static_assert(Cell::LoadedElsewhere == Cell::Loaded << kElsewhereShift);
static_assert(Cell::UpdatedElsewhere == Cell::Updated << kElsewhereShift);

bool fail(Conflict &conflict, Problem problem, const Stamp &other = {}, MemoryAccess access = MemoryAccess::None) {
  conflict = {problem, other, access};
  return false;
}

MemoryAccess accessOf(uint32_t flags) { return flags & Cell::Loaded ? MemoryAccess::Load : MemoryAccess::Atomic; }

} // namespace

ShadowPage::ShadowPage(uint32_t cellBytes) : cellBytes(cellBytes), page(new Cell[kBytes / cellBytes]) {}

uint32_t ShadowPage::cellBytesFor(uint64_t offset, uint64_t bytes) { return lowestBit(offset | bytes | kCoarsest); }

std::span<Cell> ShadowPage::cells(uint32_t offset, uint32_t bytes) {
  uint32_t wanted = cellBytesFor(offset, bytes);
  if (wanted < cellBytes) {
    std::unique_ptr<Cell[]> finer(new Cell[kBytes / wanted]);
    uint32_t parts = cellBytes / wanted;
    for (uint32_t i = 0; i < kBytes / cellBytes; ++i)
      std::fill_n(&finer[size_t{i} * parts], parts, page[i]);
    page = std::move(finer);
    cellBytes = wanted;
  }
  int shift = std::countr_zero(cellBytes);
  return {&page[offset >> shift], bytes >> shift};
}

void ShadowPage::forgetStamps() {
  for (uint32_t i = 0; i < kBytes / cellBytes; ++i)
    page[i] = {.write = {}, .read = {}, .flags = page[i].flags & Cell::Written};
}

bool AccessRules::touch(Cell &cell, const Touch &touch, Conflict &conflict) {
  const Stamp &me = touch.stamp;
  if (cell.flags & Cell::InFlight)
    return fail(conflict, Problem::InFlight, cell.write, MemoryAccess::Store);
  if (touch.access != MemoryAccess::Store && !(cell.flags & Cell::Written))
    return fail(conflict, Problem::Unwritten);
  const Stamp &write = cell.write;
  if (write.block && (write.block != me.block || !clocks.ordered(me.thread, write.thread, write.time)))
    return fail(conflict, Problem::Race, write, MemoryAccess::Store);
  if (cell.read.block && !checkReaders(cell, touch, conflict))
    return false;
  if (touch.access == MemoryAccess::Store) {
    cell.write = me;
    cell.read = {};
    cell.flags = Cell::Written;
  } else {
    noteReader(cell, touch);
  }
  return true;
}

bool AccessRules::checkReaders(const Cell &cell, const Touch &touch, Conflict &conflict) const {
  const Stamp &me = touch.stamp, &read = cell.read;
  uint32_t against = opposed(touch.access);
  if (!(cell.flags & (against | against << kElsewhereShift)))
    return true; // the bytes of a tile are loaded by many, and nobody need be asked
  auto isRival = [&](const BlockAccess &reader) {
    return against & (reader.atomic ? Cell::Updated : Cell::Loaded) &&
           !clocks.ordered(me.thread, reader.thread, reader.time);
  };
  auto failBecauseOf = [&](const BlockAccess &reader) {
    return fail(conflict, Problem::Race, {me.block, reader.time, reader.thread, reader.site},
                reader.atomic ? MemoryAccess::Atomic : MemoryAccess::Load);
  };
  if (read.block != me.block) {
    if (uint32_t theirs = cell.flags & against)
      return fail(conflict, Problem::Race, read, accessOf(theirs));
  } else if (cell.flags & Cell::IsSet) {
    if (const BlockAccess *rival = readers.find(read.time, isRival))
      return failBecauseOf(*rival);
  } else if (BlockAccess reader = readerOf(read, cell.flags & Cell::IsAtomic); isRival(reader)) {
    return failBecauseOf(reader);
  }
  if (uint32_t theirs = cell.flags >> kElsewhereShift & against)
    return fail(conflict, Problem::Race, {}, accessOf(theirs));
  return true;
}

/// One more author of loads or atomics. A later author takes an earlier one's place if it comes after it and did the
/// same: whatever is ordered after the later one is ordered after both.
void AccessRules::noteReader(Cell &cell, const Touch &touch) {
  const Stamp &me = touch.stamp;
  bool atomic = touch.access == MemoryAccess::Atomic;
  bool wasAtomic = cell.flags & Cell::IsAtomic;
  Stamp &read = cell.read;
  if (read.block != me.block) {
    uint32_t elsewhere = (cell.flags & kHere) << kElsewhereShift;
    cell.flags = (cell.flags & ~(kHere | kForm)) | elsewhere;
    read = {};
  }
  bool replaces = cell.flags & Cell::IsSet
                      ? !readers.live(read.time)
                      : read.block == 0 || (wasAtomic == atomic && clocks.ordered(me.thread, read.thread, read.time));
  uint32_t form = replaces ? (atomic ? uint32_t{Cell::IsAtomic} : 0) : Cell::IsSet;
  read = replaces ? me : joined(cell, readerOf(me, atomic));
  cell.flags = (cell.flags & ~kForm) | form | (atomic ? Cell::Updated : Cell::Loaded);
}

Stamp AccessRules::joined(const Cell &cell, const BlockAccess &reader) {
  Joining &last = latest[reader.thread];
  uint32_t flags = cell.flags & kForm;
  if (last.from == cell.read && last.fromFlags == flags && last.reader == reader)
    return last.to;
  ReaderSets::Set set = cell.read.time;
  if (!(flags & Cell::IsSet))
    set = readers.with(0, readerOf(cell.read, flags & Cell::IsAtomic));
  last = {cell.read, cell.read, flags, reader};
  last.to.time = readers.with(set, reader);
  last.to.thread = reader.thread;
  last.to.site = reader.site;
  return last.to;
}

} // namespace weir::sim
