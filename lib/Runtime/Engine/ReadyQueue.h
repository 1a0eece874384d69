// Tasks that can run, in the order in which they became so: a ring that any thread adds to and takes from.
#pragma once

#include "lib/Runtime/Threads/Primitives.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace weir {

/// Of so many places that it is never full. A place is one word: the slot of a task, and a number that says whose turn
/// it is, that of the one who adds, or one more, that of the one who takes. So adding and taking are one
/// compare-and-swap each. Where the ring begins and ends is kept as a place not behind it, from where one looks.
class ReadyQueue {
public:
  /// A power of 2, and above all slots.
  explicit ReadyQueue(uint32_t places) : mask(places - 1), ring(std::make_unique<Atomic<uint64_t>[]>(places)) {
    for (uint32_t i = 0; i < places; ++i)
      ring[i].store(place(i, 0), std::memory_order_relaxed);
  }

  void push(uint32_t slot) {
    for (uint64_t at = tail.load(std::memory_order_relaxed);;) {
      Atomic<uint64_t> &word = ring[at & mask];
      uint64_t seen = word.load(std::memory_order_acquire);
      if (turnOf(seen) != at)
        ++at;
      else if (word.compare_exchange_weak(seen, place(at + 1, slot), std::memory_order_seq_cst,
                                          std::memory_order_relaxed))
        return tail.store(at + 1, std::memory_order_relaxed);
    }
  }

  std::optional<uint32_t> pop() {
    for (uint64_t at = head.load(std::memory_order_relaxed);;) {
      Atomic<uint64_t> &word = ring[at & mask];
      uint64_t seen = word.load(std::memory_order_acquire);
      if (turnOf(seen) <= at)
        return std::nullopt;
      if (turnOf(seen) != at + 1)
        ++at;
      else if (word.compare_exchange_weak(seen, place(at + mask + 1, 0), std::memory_order_acq_rel,
                                          std::memory_order_relaxed)) {
        head.store(at + 1, std::memory_order_relaxed);
        return uint32_t(seen & kSlots);
      }
    }
  }

  /// Of what has been added when it is asked.
  bool isEmpty() const {
    for (uint64_t at = head.load(std::memory_order_relaxed);; ++at)
      if (uint64_t turn = turnOf(ring[at & mask].load(std::memory_order_seq_cst)); turn <= at + 1)
        return turn <= at;
  }

private:
  static constexpr int kSlotBits = 16;
  static constexpr uint64_t kSlots = (uint64_t(1) << kSlotBits) - 1;

  static uint64_t place(uint64_t turn, uint32_t slot) { return turn << kSlotBits | slot; }
  static uint64_t turnOf(uint64_t word) { return word >> kSlotBits; }

  const uint64_t mask;
  std::unique_ptr<Atomic<uint64_t>[]> ring;
  alignas(64) Atomic<uint64_t> head{0};
  alignas(64) Atomic<uint64_t> tail{0};
};

} // namespace weir
