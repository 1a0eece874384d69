// A device's pool of workers: as many as the process may use, and there even in a child process.
#pragma once

#include "lib/Runtime/Device/Cpu/WorkerPool.h"

namespace weir {

class HostWorkers {
public:
  /// 0 threads: one per core that this process may use.
  explicit HostWorkers(int threads);

  WorkerPool *operator->() const { return pool.get(); }
  int threads() const { return pool->threads(); }
  void setThreads(int threads);

  /// Before work is given out: a child process has none of its parent's threads.
  void renewAfterFork();

private:
  std::unique_ptr<WorkerPool> pool;
  int forksSeen;
};

} // namespace weir
