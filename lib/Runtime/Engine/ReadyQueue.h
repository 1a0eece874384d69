// Tasks that can run, in the order in which they became so: a ring that any thread adds to and takes from.
#pragma once

#include "lib/Runtime/Threads/Primitives.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

namespace weir {

/// Of so many places that it is never full. A place is one word: the slot of a task, and a number that says whose turn
/// it is, that of the one who adds, or one more, that of the one who takes. So adding and taking are one
/// compare-and-swap each. Where the ring begins and ends is kept as a position not behind it, from where one looks.
class ReadyQueue {
public:
  static constexpr uint32_t kMostPlaces = 1 << 16;

  /// A power of 2, and above all slots.
  explicit ReadyQueue(uint32_t places) : places(places), ring(std::make_unique<Atomic<uint64_t>[]>(places)) {
    for (uint32_t i = 0; i < places; ++i)
      ring[i].store(wordOf(i, 0), std::memory_order_relaxed);
  }

  void push(uint32_t slot) {
    for (uint64_t at = tail.load(std::memory_order_relaxed);;) {
      uint64_t seen = placeOf(at).load(std::memory_order_acquire);
      if (turnOf(seen) > at)
        at = behind(at, seen);
      else if (turnOf(seen) == at &&
               placeOf(at).compare_exchange_weak(seen, wordOf(at + 1, slot), std::memory_order_seq_cst,
                                                 std::memory_order_relaxed))
        return tail.store(at + 1, std::memory_order_relaxed);
    }
  }

  std::optional<uint32_t> pop() {
    uint64_t begin = head.load(std::memory_order_relaxed);
    for (uint64_t at = begin;;) {
      uint64_t seen = placeOf(at).load(std::memory_order_acquire);
      if (turnOf(seen) <= at) {
        if (at != begin) // whoever looks next need not pass that again
          head.store(at, std::memory_order_relaxed);
        return std::nullopt;
      }
      if (turnOf(seen) != at + 1)
        at = behind(at, seen);
      else if (placeOf(at).compare_exchange_weak(seen, wordOf(at + places, 0), std::memory_order_acq_rel,
                                                 std::memory_order_relaxed)) {
        head.store(at + 1, std::memory_order_relaxed);
        return uint32_t(seen % kMostPlaces);
      }
    }
  }

  /// Of what has been added when it is asked.
  bool isEmpty() const {
    for (uint64_t at = head.load(std::memory_order_relaxed);;) {
      uint64_t seen = placeOf(at).load(std::memory_order_seq_cst);
      if (turnOf(seen) <= at + 1)
        return turnOf(seen) <= at;
      at = behind(at, seen);
    }
  }

private:
  static uint64_t wordOf(uint64_t turn, uint32_t slot) { return turn * kMostPlaces | slot; }
  static uint64_t turnOf(uint64_t word) { return word / kMostPlaces; }

  Atomic<uint64_t> &placeOf(uint64_t at) const { return ring[at & (places - 1)]; }
  /// From a position that has been passed. What was a lap before in its place has been taken, so who looks passes less
  /// than a lap, however long he was away.
  uint64_t behind(uint64_t at, uint64_t seen) const {
    uint64_t turn = turnOf(seen);
    return std::max(at + 1, turn - std::min(turn, places));
  }

  const uint64_t places;
  std::unique_ptr<Atomic<uint64_t>[]> ring;
  alignas(64) Atomic<uint64_t> head{0};
  alignas(64) Atomic<uint64_t> tail{0};
};

} // namespace weir
