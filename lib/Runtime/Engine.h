// What all users of one device share: its memory, the arena and scratch that programs take turns in, the lock that
// makes them do so.
#pragma once

#include "lib/Runtime/Device/Allocator.h"
#include "lib/Runtime/Trace/EventRing.h"

#include <random>

namespace weir {

class Engine {
public:
  Engine(std::shared_ptr<Device> device, int64_t memoryLimit, bool poison, uint64_t shuffleSeed);
  ~Engine();

  /// Takes the lock that is held for the whole of a run and by whoever changes variables, threads or the trace. Fails
  /// inside a host callback of a run, which would wait for itself.
  Status enter(std::unique_lock<std::mutex> &lock);

  /// Marks its thread as one that is inside a host callback.
  class CallbackScope {
  public:
    explicit CallbackScope(const Engine &engine);
    ~CallbackScope();

  private:
    const Engine *const outer;
  };

  // With the lock held.
  /// Sees to it that the arena, and the scratch of every worker, have this many bytes.
  Status reserveArena(int64_t bytes);
  Status reserveScratch(int64_t bytesPerWorker);
  Status setThreads(int threads);
  /// Gives all memory that nobody uses back to the system.
  void trim();

  const std::shared_ptr<Device> device;
  const std::shared_ptr<Allocator> allocator;
  const bool poison, isShuffled;
  std::mt19937_64 shuffle; ///< of the order of instructions, where that is random
  std::shared_ptr<DeviceStorage> arena;
  std::unique_ptr<EventRing> trace; ///< null while off

private:
  void releaseScratch();

  std::mutex running;
  std::shared_ptr<DeviceStorage> scratch;
  int64_t scratchPerWorker = 0;
};

} // namespace weir

struct weir_device {
  std::shared_ptr<weir::Engine> engine;
};
