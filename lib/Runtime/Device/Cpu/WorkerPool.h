// Threads that share ranges of indices. Knows nothing of kernels; a range is a function and a context.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace weir {

class WorkerPool {
public:
  using Body = void (*)(void *context, int worker, int64_t first, int64_t count);

  /// `threads` workers, of which number 0 is whoever calls from outside. Slots 0 to slots - 1 can each hold a range.
  WorkerPool(int threads, int slots);
  ~WorkerPool() { stop(); }
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;

  int threads() const { return int(workers.size()) + 1; }

  /// Calls the body for all of [0, count) in pieces of `grain` (the last may be shorter), on the calling worker and on
  /// whoever is free; returns when all calls have. A slot holds one range at a time.
  void share(int slot, int worker, int64_t count, int64_t grain, Body body, void *context);

  /// Calls the body once for each of [0, count), count <= threads(), all of them at the same time if they last: they
  /// may wait for each other with `helpUntil` and share ranges. From outside only.
  void runTogether(int64_t count, Body body, void *context);

  /// Takes part in shared ranges until `flag` is not zero; sleeps on it where there is nothing to do for long. Whoever
  /// sets the flag does so with sequential consistency and notifies.
  void helpUntil(int worker, std::atomic<uint32_t> &flag);

private:
  /// On cache lines of its own. A worker first counts itself in, then looks whether the range is open; the owner first
  /// closes it, then waits until nobody is inside. So what a worker sees inside belongs to the open range.
  struct alignas(64) Range {
    std::atomic<bool> open{false};
    std::atomic<uint32_t> inside{0};
    Body body = nullptr;
    void *context = nullptr;
    int64_t grain = 1;
    std::atomic<int64_t> count{0};
    alignas(64) std::atomic<int64_t> next{0};

    bool hasWork() const {
      return open.load(std::memory_order_relaxed) &&
             next.load(std::memory_order_relaxed) < count.load(std::memory_order_relaxed);
    }
    void work(int worker);
    bool help(int worker);
  };

  void share(Range &range, int worker, int64_t count, int64_t grain, Body body, void *context);
  void workerLoop(int worker);
  bool hasWork() const;
  bool help(int worker);
  void wakeSleepers();
  void stop();

  const int numSlots;
  std::unique_ptr<Range[]> slots;
  Range together; ///< only idle workers take from it: one that waits would bury what it waits with under the new work
  std::atomic<bool> stopping{false};
  std::atomic<int> sleepers{0};
  std::atomic<uint32_t> wakeups{0};
  std::vector<std::thread> workers;
};

} // namespace weir
