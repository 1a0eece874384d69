// What all users of one device share: its memory, the arena that programs take turns in, the lock that makes them do
// so.
#pragma once

#include "lib/Runtime/Device/Allocator.h"
#include "lib/Runtime/Trace/EventRing.h"

#include <random>

namespace weir {

struct Engine {
  Engine(std::shared_ptr<Device> device, int64_t memoryLimit, bool poison, uint64_t shuffleSeed)
      : device(std::move(device)), allocator(std::make_shared<Allocator>(this->device, memoryLimit, poison)),
        poison(poison), isShuffled(shuffleSeed != 0), shuffle(shuffleSeed) {}

  /// Sees to it that the arena has this many bytes.
  Status reserveArena(int64_t bytes) {
    if (arena && arena->bytes() >= bytes)
      return nullptr;
    arena.reset(); // first, as both together may not fit
    return allocator->allocate(bytes, "the arena of a program", arena);
  }

  const std::shared_ptr<Device> device;
  const std::shared_ptr<Allocator> allocator;
  const bool poison, isShuffled;
  std::mt19937_64 shuffle; ///< of the order of instructions, where that is random
  /// Held for the whole of a run and by whoever changes variables, threads or the trace.
  std::mutex running;
  std::shared_ptr<Storage> arena;
  std::unique_ptr<EventRing> trace; ///< null while off
};

} // namespace weir

struct weir_device {
  std::shared_ptr<weir::Engine> engine;
};
