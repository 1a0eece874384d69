// A range is handed out by one atomic counter. Free workers spin a little while over the slots, then sleep on a futex.
#include "lib/Runtime/Device/Cpu/WorkerPool.h"
#include "lib/Runtime/Device/Cpu/Spin.h"

#include <algorithm>

namespace weir {

WorkerPool::WorkerPool(int threads, int slots) : numSlots(slots), slots(std::make_unique<Range[]>(size_t(slots))) {
  try {
    for (int worker = 1; worker < threads; ++worker)
      workers.emplace_back(&WorkerPool::workerLoop, this, worker);
  } catch (...) {
    stop();
    throw;
  }
}

void WorkerPool::stop() {
  stopping.store(true);
  wakeSleepers();
  for (std::thread &worker : workers)
    worker.join();
}

void WorkerPool::Range::work(int worker) {
  int64_t end = count.load(std::memory_order_relaxed);
  for (int64_t first; (first = next.fetch_add(grain, std::memory_order_relaxed)) < end;)
    body(context, worker, first, std::min(grain, end - first));
}

bool WorkerPool::Range::help(int worker) {
  if (!hasWork())
    return false;
  inside.fetch_add(1);
  bool isOpen = open.load();
  if (isOpen)
    work(worker);
  if (inside.fetch_sub(1) == 1)
    inside.notify_all();
  return isOpen;
}

void WorkerPool::share(int slot, int worker, int64_t count, int64_t grain, Body body, void *context) {
  if (count <= grain || workers.empty()) {
    if (count > 0)
      body(context, worker, 0, count);
    return;
  }
  share(slots[size_t(slot)], worker, count, grain, body, context);
}

void WorkerPool::runTogether(int64_t count, Body body, void *context) { share(together, 0, count, 1, body, context); }

void WorkerPool::share(Range &range, int worker, int64_t count, int64_t grain, Body body, void *context) {
  range.body = body;
  range.context = context;
  range.grain = grain;
  range.count.store(count, std::memory_order_relaxed);
  range.next.store(0, std::memory_order_relaxed);
  range.open.store(true);
  wakeSleepers();

  range.work(worker);
  range.open.store(false);
  auto isEmpty = [&] { return range.inside.load() == 0; };
  while (!spinUntil(isEmpty))
    if (uint32_t inside = range.inside.load())
      range.inside.wait(inside);
}

/// A sleeper counts itself before it looks at the slots for the last time, so one of the two sees the other.
void WorkerPool::wakeSleepers() {
  if (sleepers.load() == 0)
    return;
  wakeups.fetch_add(1);
  wakeups.notify_all();
}

bool WorkerPool::hasWork() const {
  return std::any_of(slots.get(), slots.get() + numSlots, [](const Range &range) { return range.hasWork(); });
}

bool WorkerPool::help(int worker) {
  bool helped = false;
  for (int i = 0; i < numSlots; ++i)
    helped |= slots[size_t(i)].help(worker);
  return helped;
}

void WorkerPool::helpUntil(int worker, std::atomic<uint32_t> &flag) {
  while (flag.load() == 0) {
    if (help(worker))
      continue;
    if (!spinUntil([&] { return flag.load() != 0 || hasWork(); }))
      flag.wait(0);
  }
}

void WorkerPool::workerLoop(int worker) {
  auto isNeeded = [&] { return stopping.load() || together.hasWork() || hasWork(); };
  while (!stopping.load()) {
    if (together.help(worker) || help(worker) || spinUntil(isNeeded))
      continue;
    uint32_t seen = wakeups.load();
    sleepers.fetch_add(1);
    if (!isNeeded())
      wakeups.wait(seen);
    sleepers.fetch_sub(1);
  }
}

} // namespace weir
