// cp.async: the bytes may arrive at any time between the op and the wait for its group. Until that wait nobody may
// touch them, whenever they arrive.
#include "lib/Runtime/Device/Sim/Ops.h"

#include <algorithm>
#include <cstring>

namespace weir::sim {

namespace {

void land(AsyncCopy &copy) {
  if (copy.landed)
    return;
  copy.landed = true;
  if (copy.sourceBytes > 0) // of an empty tensor there is no address
    std::memcpy(copy.target, copy.source, copy.sourceBytes);
  std::memset(copy.target + copy.sourceBytes, 0, copy.bytes - copy.sourceBytes);
}

/// Where landing is random, any copies of a thread may arrive at any op of this kind.
void landSome(Thread &thread) {
  Multiprocessor &processor = *thread.processor;
  if (processor.landing() != Landing::Random || thread.copies.empty())
    return;
  uint64_t bits = processor.random();
  for (uint64_t count = bits & 3; count; --count)
    land(thread.copies[processor.random() % thread.copies.size()]);
}

void checkOperands(Thread &thread, uint32_t site, const void *target, uint32_t bytes, uint32_t sourceBytes) {
  Multiprocessor &processor = *thread.processor;
  if (bytes != 4 && bytes != 8 && bytes != 16)
    processor.fail(thread, site, Problem::Operand, "an asynchronous copy of 4, 8 or 16 bytes", bytes);
  if (sourceBytes > bytes)
    processor.fail(thread, site, Problem::Operand, "no more bytes from the source than the copy writes", sourceBytes);
  processor.requireShared(thread, site, target, bytes, MemoryAccess::Store);
}

/// The wait: from now on the bytes are the thread's own stores.
void finish(Thread &thread, AsyncCopy &copy) {
  Multiprocessor &processor = *thread.processor;
  if (processor.checks()) {
    if (copy.sourceBytes) // it may be reading until now
      processor.access(thread, copy.site, copy.source, copy.sourceBytes, 1, MemoryAccess::Load);
    Stamp stamp = processor.stampOf(thread, copy.site);
    processor.forSharedCells(copy.target, copy.bytes, [&](Cell &cell, uint32_t) {
      cell.flags &= ~uint32_t{Cell::InFlight};
      cell.write = stamp;
    });
  }
  land(copy);
}

template <typename Predicate> void finishWhere(Thread &thread, Predicate covered) {
  for (AsyncCopy &copy : thread.copies)
    if (covered(copy))
      finish(thread, copy);
  std::erase_if(thread.copies, covered);
}

} // namespace

void cpAsync(Thread &thread, uint32_t site, void *target, const void *source, uint32_t bytes, uint32_t sourceBytes) {
  Multiprocessor &processor = *thread.processor;
  checkOperands(thread, site, target, bytes, sourceBytes);
  if (processor.checks()) {
    if (sourceBytes)
      processor.access(thread, site, source, sourceBytes, bytes, MemoryAccess::Load);
    processor.access(thread, site, target, bytes, bytes, MemoryAccess::Store);
    processor.forSharedCells(target, bytes, [](Cell &cell, uint32_t) { cell.flags |= Cell::InFlight; });
  }
  thread.copies.push_back({static_cast<char *>(target), static_cast<const char *>(source), bytes, sourceBytes,
                           thread.copyGroup, site, false});
  if (processor.landing() == Landing::Early)
    land(thread.copies.back());
  landSome(thread);
}

void cpAsyncCommit(Thread &thread, uint32_t site) {
  ++thread.copyGroup;
  landSome(thread);
}

void cpAsyncWait(Thread &thread, uint32_t site, uint32_t groups) {
  landSome(thread);
  finishWhere(thread, [&](const AsyncCopy &copy) { return copy.group + groups < thread.copyGroup; });
}

void cpAsyncWaitAll(Thread &thread, uint32_t site) {
  landSome(thread);
  finishWhere(thread, [](const AsyncCopy &) { return true; });
}

} // namespace weir::sim
