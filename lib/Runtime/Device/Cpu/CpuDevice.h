// The host's processors as a device: several streams, whose launches share their tiles with a pool of workers.
#pragma once

#include "lib/Runtime/Device/Cpu/WorkerPool.h"
#include "lib/Runtime/Device/Device.h"

namespace weir {

class CpuStream;

class CpuDevice final : public Device {
public:
  /// 0 threads: one per core that this process may use.
  explicit CpuDevice(int threads);
  ~CpuDevice() override;

  void *allocate(int64_t bytes) override;
  void free(void *memory, int64_t bytes) override;
  void copy(const StridedCopy &copy) override;

  Status checkTarget(const Artifact &artifact) const override;
  Status loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) override;
  Status reserveScratch(int64_t bytesPerWorker) override;

  int maxStreams() const override { return threads(); }
  Stream &stream(int index) override;
  std::unique_ptr<Event> createEvent() override;
  void drive(int streams, const std::function<void(int)> &drive) override;

  int threads() const override { return pool->threads(); }
  Status setThreads(int threads) override;

private:
  friend class CpuStream;

  /// The pool's threads are the parent's: nobody could wait for their end. Whether there was one to leave.
  bool abandonPoolAfterFork();

  std::unique_ptr<WorkerPool> pool;
  int forksSeen;
  std::vector<std::unique_ptr<CpuStream>> streams;
  std::vector<void *> scratch; ///< by worker
  int64_t scratchBytes = 0;
};

} // namespace weir
