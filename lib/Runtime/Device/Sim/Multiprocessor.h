// Runs the threads of one block at a time: whose turn it is, who waits for what, and what their accesses may touch. The
// ops of Ops.h are written in its terms.
#pragma once

#include "lib/Runtime/Device/Sim/Fiber.h"
#include "lib/Runtime/Device/Sim/Launch.h"

namespace weir::sim {

/// A cp.async from its issue to the wait that covers it.
struct AsyncCopy {
  char *target = nullptr;
  const char *source = nullptr;
  uint32_t bytes = 0, sourceBytes = 0;
  uint32_t group = 0;
  uint32_t site = 0;
  bool landed = false;
};

/// A lane's part of an op on matrices.
struct MatrixOp {
  enum class Kind : uint8_t { Load, Store, Multiply };
  Kind kind = Kind::Load;
  uint32_t site = 0;
  uint32_t count = 0; ///< of matrices; of Multiply a WEIR_SIM_MMA
  bool transposed = false;
  char *address = nullptr; ///< of Load and Store
  const uint32_t *a = nullptr, *b = nullptr, *c = nullptr;
  uint32_t *d = nullptr;
};

struct Thread : weir_sim_thread {
  Multiprocessor *processor = nullptr;
  Fiber *fiber = nullptr;     ///< null before its first turn and after its last
  const char *wait = nullptr; ///< the kind of op at which it waits
  uint32_t waitSite = 0;
  void *operands = nullptr; ///< of the warp's op at which it waits, as that op knows them
  uint32_t result = 0;      ///< of a reducing barrier
  std::vector<AsyncCopy> copies;
  uint32_t copyGroup = 0; ///< the one that the next commit closes
  std::vector<MatrixOp> deferred;
};

/// Lanes that meet in a collective: kept under the lowest lane of their mask.
struct Meeting {
  uint32_t mask = 0, arrived = 0;
  const char *what = nullptr;
  uint32_t site = 0;
};

struct Warp {
  uint32_t runnable = 0, ended = 0;
  uint32_t named = 0; ///< the masks of all meetings that have begun; no two of them share a lane
  std::array<Meeting, kWarpSize> meetings;
};

struct BlockBarrier {
  uint32_t arrived = 0, expected = 0;
  uint32_t predicates = 0;  ///< how many of the arrived have a true one
  uint32_t firstThread = 0; ///< to arrive, and its site
  uint32_t site = 0;
  ThreadSet waiters = {};
  std::array<uint32_t, kMaxWarps> warpSites = {};
};

class Multiprocessor {
public:
  static constexpr uint32_t kBarriers = 16;

  Multiprocessor();
  ~Multiprocessor();
  Multiprocessor(const Multiprocessor &) = delete;
  Multiprocessor &operator=(const Multiprocessor &) = delete;

  // What Launch does.
  void enter(Launch &launch);
  bool runBlock(int64_t block); ///< false: it has recorded a report

  // What ops do on a thread's turn.
  /// Gives the turn away; returns once somebody has called `wake` for the thread.
  void wait(Thread &thread, const char *what, uint32_t site);
  void wake(uint32_t warp, uint32_t lanes);
  /// Records the report and leaves the block.
  [[noreturn]] void fail(Report &&report);
  [[noreturn]] void fail(const Thread &thread, uint32_t site, Problem problem, const char *expected,
                         std::optional<uint64_t> got = {}, std::optional<Actor> other = {}, bool gotMask = false);
  Actor actor(const Thread &thread, uint32_t site, MemoryAccess access = MemoryAccess::None) const;
  uint64_t random();

  /// Checks an access of a thread to memory of any kind, and notes it.
  void access(Thread &thread, uint32_t site, const void *address, uint32_t bytes, uint32_t alignment,
              MemoryAccess access);
  /// The cells of shared bytes that are inside.
  template <typename Body> void forSharedCells(const void *address, uint32_t bytes, Body body);
  bool isShared(const void *address, uint32_t bytes) const {
    auto offset = reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(shared);
    return offset < sharedBytes && bytes <= sharedBytes - offset;
  }
  /// For ops that work on shared memory alone.
  void requireShared(const Thread &thread, uint32_t site, const void *address, uint32_t bytes, MemoryAccess access);
  Stamp stampOf(const Thread &thread, uint32_t site) const;
  /// Before each access and wait; fails where the block has had too many, for it may be a loop that polls.
  void countStep(const Thread &thread, uint32_t site) {
    if (++steps > launch->options.maxSteps)
      failEndless(thread, site);
  }

  /// All threads, or some, have met: their accesses so far come before their next ones.
  void synchronizeAll();
  void synchronize(const ThreadSet &set);

  bool checks() const { return check; }
  Landing landing() const { return launch->options.landing; }
  uint32_t threadCount() const { return static_cast<uint32_t>(threads.size()); }
  Thread &threadAt(uint32_t warp, uint32_t lane) { return threads[warp * kWarpSize + lane]; }
  Warp &warpOf(const Thread &thread) { return warps[thread.warp]; }
  BlockBarrier &barrier(uint32_t id) { return barriers[id]; }

private:
  static constexpr uint32_t kSharedCapacity = 256 * 1024, kSharedGuard = 64 * 1024;

  static void runThreads(void *self);

  void resetBlock(int64_t number);
  Thread *next();
  Thread *nextInOrder();
  Thread *nextAtRandom();
  Fiber *takeFiber();
  void switchTo(Fiber &to, bool last = false);
  void end(Thread &thread);
  [[noreturn]] void failDeadlocked();
  [[noreturn]] void failEndless(const Thread &thread, uint32_t site);
  [[noreturn]] void leaveBlock();

  // Checks.cpp
  void accessShared(Thread &thread, uint32_t site, const void *address, uint32_t bytes, MemoryAccess access);
  void accessGlobal(Thread &thread, uint32_t site, const void *address, uint32_t bytes, MemoryAccess access);
  [[noreturn]] void failAddress(const Thread &thread, uint32_t site, const void *address, uint32_t bytes,
                                MemoryAccess access, Problem problem, std::optional<uint64_t> got = {});
  [[noreturn]] void failConflict(const Thread &thread, uint32_t site, uintptr_t where, uint32_t bytes,
                                 MemoryAccess access, const Conflict &conflict);
  Place placeOf(const void *address, uint32_t bytes) const;
  /// Whether nothing but shared memory can be meant. Other memory never lies here.
  bool inWindow(const void *address) const {
    return reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(window) < kSharedGuard + kSharedCapacity;
  }

  Launch *launch = nullptr;
  uint64_t phaseId = 0;
  bool check = false;
  bool shuffled = false;
  int64_t block = 0;
  uint64_t randomState = 0;

  std::vector<Thread> threads;
  std::array<Warp, kMaxWarps> warps;
  uint32_t runnableWarps = 0;
  uint32_t alive = 0;
  uint64_t steps = 0; ///< of the block so far
  std::array<BlockBarrier, kBarriers> barriers;

  Thread *current = nullptr;                 ///< whose turn it is, on the fiber `running`
  Fiber *running = nullptr, *home = nullptr; ///< `home` is the stack of the OS thread that runs the block
  bool failed = false;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Fiber *> freeFibers;

  char *window = nullptr; ///< the room for shared memory, and what is in front of it
  char *shared = nullptr;
  uint32_t sharedBytes = 0;
  std::vector<std::unique_ptr<ShadowPage>> sharedPages;

  Clocks clocks;
  ReaderSets readers{clocks};
  AccessRules rules{clocks, readers};
  std::vector<const GlobalMemory::Entry *> entryOfSite; ///< where the op's latest access was
};

template <typename Body> void Multiprocessor::forSharedCells(const void *address, uint32_t bytes, Body body) {
  auto offset = static_cast<uint32_t>(static_cast<const char *>(address) - shared);
  for (uint32_t end = offset + bytes; offset < end;) {
    uint32_t within = offset % ShadowPage::kBytes, part = std::min(end - offset, ShadowPage::kBytes - within);
    std::unique_ptr<ShadowPage> &page = sharedPages[offset / ShadowPage::kBytes];
    if (!page)
      page = std::make_unique<ShadowPage>(ShadowPage::cellBytesFor(within, part));
    std::span<Cell> cells = page->cells(within, part);
    uint32_t cellBytes = part / static_cast<uint32_t>(cells.size());
    for (Cell &cell : cells) {
      body(cell, offset);
      offset += cellBytes;
    }
  }
}

} // namespace weir::sim
