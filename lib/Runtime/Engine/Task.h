// A piece of work that an engine orders by what it touches. Tasks stand in slots of a pool and come back to it
// when they are done; a TaskRef still says then that they are.
#pragma once

#include "lib/Runtime/Threads/Primitives.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

namespace weir {

struct Task;

/// Does the work. `seat` is that of the thread: no two tasks run on one seat at a time.
using TaskBody = void (*)(Task &task, int seat);

/// How many others a task can wait for itself; for more, it waits for joins, which wait for them.
inline constexpr uint32_t kMaxEdges = 8;

/// A slot, and which of those that had it.
struct TaskRef {
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  uint32_t slot = kNone;
  uint32_t generation = 0;

  bool exists() const { return slot != kNone; }
  bool operator==(const TaskRef &) const = default;
};

/// Who waits for a task: the word that those who add an edge and the one who completes it agree on. An edge is
/// a place in its successor's table, which holds the next one; the word holds the first.
class SuccessorList {
public:
  static constexpr uint32_t kNoEdge = (uint32_t(1) << 30) - 1;

  /// The task of the next generation begins.
  void open(uint32_t generation) { word.store(pack(generation, kNoEdge), std::memory_order_release); }
  /// As the one who fills the slot sees it.
  uint32_t generation() const { return uint32_t(word.load(std::memory_order_relaxed) >> 32); }
  bool isDone(uint32_t generation) const { return isOver(word.load(std::memory_order_acquire), generation); }

  /// Puts an edge in front of the others, the first of which goes to `next`; false if the task is done.
  bool add(uint32_t generation, uint32_t edge, uint32_t &next) {
    uint64_t seen = word.load(std::memory_order_acquire);
    while (!isOver(seen, generation)) {
      next = uint32_t(seen) & kNoEdge;
      uint64_t wanted = (seen & ~uint64_t(kNoEdge)) | edge;
      if (word.compare_exchange_weak(seen, wanted, std::memory_order_release, std::memory_order_acquire))
        return true;
    }
    return false;
  }
  /// The first edge, as long as the task isn't done.
  uint32_t first() const {
    uint64_t seen = word.load(std::memory_order_acquire);
    return (seen & kClosed) != 0 ? kNoEdge : uint32_t(seen) & kNoEdge;
  }
  /// Asks to be told of the end; false if the task is done.
  bool watch(uint32_t generation) {
    uint64_t seen = word.load(std::memory_order_acquire);
    while (!isOver(seen, generation))
      if (word.compare_exchange_weak(seen, seen | kWatched, std::memory_order_seq_cst, std::memory_order_acquire))
        return true;
    return false;
  }

  struct Closed {
    uint32_t firstEdge;
    bool isWatched;
  };
  /// From here on the task is done.
  Closed close() {
    uint64_t seen = word.fetch_or(kClosed, std::memory_order_acq_rel);
    return {uint32_t(seen) & kNoEdge, (seen & kWatched) != 0};
  }

private:
  static constexpr uint64_t kClosed = uint64_t(1) << 31, kWatched = uint64_t(1) << 30;

  static uint64_t pack(uint32_t generation, uint32_t edge) { return uint64_t(generation) << 32 | edge; }
  static bool isOver(uint64_t word, uint32_t generation) {
    return uint32_t(word >> 32) != generation || (word & kClosed) != 0;
  }

  Atomic<uint64_t> word{pack(0, kNoEdge) | kClosed};
};

/// Three cache lines.
struct alignas(64) Task {
  static constexpr size_t kPayloadBytes = 128;
  static constexpr uint64_t kLasts = 1, kIsEnd = 2, kSequenceStep = 4;
  static constexpr uint32_t kBeingMade = 1 << 16; ///< more than edges: they are counted at once, when all are there

  SuccessorList successors;
  Atomic<uint32_t> pending{
      0};                ///< how many it still waits for, kBeingMade less those that are done until it is submitted
  uint32_t nextFree = 0; ///< of the slots that nobody has
  Atomic<uint64_t> sequence{0}; ///< growing in order of submission, with flags in its lowest bits
  TaskBody body = nullptr;      ///< null: nothing is to be done
  std::array<uint32_t, kMaxEdges> nextEdge;
  alignas(64) std::array<std::byte, kPayloadBytes> payload;

  /// What the body needs; the body destroys it where that is not trivial.
  template <typename T> T &as() { return *std::launder(reinterpret_cast<T *>(payload.data())); }
};
static_assert(sizeof(Task) == 192);

} // namespace weir
