// What the simulator knows of every byte that can be written: whether it has been, by whom, and who has read it since.
#pragma once

#include "lib/Runtime/Device/Sim/ReaderSets.h"
#include "lib/Runtime/Device/Sim/Report.h"

#include <atomic>
#include <memory>

namespace weir::sim {

/// Who touched bytes last. `block` is the block's number plus 1; 0 is nobody.
struct Stamp {
  uint32_t block = 0, time = 0;
  uint16_t thread = 0, site = 0;
  bool operator==(const Stamp &) const = default;
};

/// The state of a few bytes that have always been touched together. `read` is the last load or atomic since the last
/// store; where several threads of its block matter, they are a set of readers whose number stands in the stamp's time.
struct Cell {
  enum Flag : uint32_t {
    Written = 1,
    InFlight = 2, ///< an asynchronous copy by the thread of `write` has not been waited for
    IsSet = 4,    ///< read.time is a ReaderSets::Set
    IsAtomic = 8, ///< `read` is an atomic
    // What blocks have done since the last store; the others' accesses are never ordered with ours.
    Loaded = 16,  ///< by read.block
    Updated = 32, ///< by atomics of read.block
    LoadedElsewhere = 64,
    UpdatedElsewhere = 128
  };
  Stamp write, read;
  uint32_t flags = 0;
};

/// The cells of 4 KiB. They are as fine as the accesses so far asked for: 16 bytes down to one.
class ShadowPage {
public:
  static constexpr uint32_t kBytes = 4096;

  explicit ShadowPage(uint32_t cellBytes);

  /// All of [offset, offset + bytes), and nothing else.
  std::span<Cell> cells(uint32_t offset, uint32_t bytes);

  /// Who touched the bytes doesn't matter any more, only whether they have been written.
  void forgetStamps();

  /// The largest size of cells that fits an access.
  static uint32_t cellBytesFor(uint64_t offset, uint64_t bytes);

  std::atomic<bool> busy{false}; ///< taken where several OS threads share the page

private:
  uint32_t cellBytes;
  std::unique_ptr<Cell[]> page;
};

/// One access, as the rules see it.
struct Touch {
  Stamp stamp; ///< what it leaves behind
  MemoryAccess access = MemoryAccess::Load;
};

/// Why an access is wrong. `other` has block 0 where it is known only that another block is involved.
struct Conflict {
  Problem problem = Problem::Race;
  Stamp other;
  MemoryAccess access = MemoryAccess::None;
};

/// The rules, for the accesses of one block at a time.
class AccessRules {
public:
  AccessRules(const Clocks &clocks, ReaderSets &readers) : clocks(clocks), readers(readers) {}

  /// Checks an access against the state of its bytes and notes it there; false: it must not happen.
  bool touch(Cell &cell, const Touch &touch, Conflict &conflict);

  /// Forgets the short cuts; at the start of a phase.
  void resize(uint32_t threads) { latest.assign(threads, {}); }

private:
  bool checkReaders(const Cell &cell, const Touch &touch, Conflict &conflict) const;
  void noteReader(Cell &cell, const Touch &touch);
  Stamp joined(const Cell &cell, const BlockAccess &reader);

  /// The last set that a thread joined: it mostly joins the same one for the bytes of a whole row. A reader's time is
  /// never from before the last `forget`.
  struct Joining {
    Stamp from, to;
    uint32_t fromFlags = 0;
    BlockAccess reader;
  };

  const Clocks &clocks;
  ReaderSets &readers;
  std::vector<Joining> latest; ///< by thread
};

} // namespace weir::sim
