// Tasks that can run, in the order in which they became so: a ring that any thread adds to and takes from.
#pragma once

#include "lib/Runtime/Threads/Primitives.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace weir {

/// Of so many places that it is never full. Each place has a number that says whose turn it is: that of the one who
/// adds, or one more, that of the one who takes.
class ReadyQueue {
public:
  /// A power of 2.
  explicit ReadyQueue(uint32_t places) : mask(places - 1), ring(std::make_unique<Place[]>(places)) {
    for (uint32_t i = 0; i < places; ++i)
      ring[i].turn.store(i, std::memory_order_relaxed);
  }

  void push(uint32_t slot) {
    uint64_t at = tail.fetch_add(1, std::memory_order_seq_cst);
    Place &place = ring[at & mask];
    while (place.turn.load(std::memory_order_acquire) != at)
      ; // whoever took what was here before is about to leave
    place.slot = slot;
    place.turn.store(at + 1, std::memory_order_seq_cst);
  }

  std::optional<uint32_t> pop() {
    uint64_t at = head.load(std::memory_order_relaxed);
    while (true) {
      Place &place = ring[at & mask];
      uint64_t turn = place.turn.load(std::memory_order_acquire);
      if (turn <= at)
        return std::nullopt;
      if (turn == at + 1 && head.compare_exchange_weak(at, at + 1, std::memory_order_relaxed)) {
        uint32_t slot = place.slot;
        place.turn.store(at + mask + 1, std::memory_order_release);
        return slot;
      }
      if (turn != at + 1)
        at = head.load(std::memory_order_relaxed);
    }
  }

  /// Of what has been added when it is asked. Looks at the next place alone: who adds writes to `tail`, on another
  /// core.
  bool isEmpty() const {
    uint64_t at = head.load(std::memory_order_seq_cst);
    return ring[at & mask].turn.load(std::memory_order_seq_cst) <= at;
  }

private:
  struct Place {
    Atomic<uint64_t> turn;
    uint32_t slot = 0;
  };

  const uint64_t mask;
  std::unique_ptr<Place[]> ring;
  alignas(64) Atomic<uint64_t> head{0};
  alignas(64) Atomic<uint64_t> tail{0};
};

} // namespace weir
