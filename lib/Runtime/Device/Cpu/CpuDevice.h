// The host's processors as a device: several streams, whose launches share their tiles with a pool of workers.
#pragma once

#include "lib/Runtime/Device/Cpu/HostWorkers.h"
#include "lib/Runtime/Device/HostMemoryDevice.h"

namespace weir {

class CpuStream;

class CpuDevice final : public HostMemoryDevice {
public:
  /// 0 threads: one per core that this process may use.
  explicit CpuDevice(int threads);
  ~CpuDevice() override;

  const std::string &name() const override { return ownName; }

  Status allocate(int64_t bytes, void *&memory) override;
  void free(void *memory, int64_t bytes) override;

  bool runsTarget(std::string_view target) const override;
  Status checkMachine(const Artifact &artifact) const override;
  Status loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) override;
  Status checkLaunch(const KernelLaunch &) const override { return nullptr; }
  void setScratch(void *memory, int64_t bytesPerWorker) override;

  bool isQueued() const override { return false; }
  int maxStreams() const override { return threads(); }
  Stream &stream(int index) override;
  Status createEvent(std::unique_ptr<Event> &event) override;
  void drive(int streams, const std::function<void(int)> &drive) override;

  int threads() const override { return workers.threads(); }
  Status setThreads(int threads) override;

private:
  friend class CpuStream;

  void prepareWorkers();

  const std::string ownName = "cpu";
  HostWorkers workers;
  std::vector<std::unique_ptr<CpuStream>> streams;
  std::vector<void *> scratch; ///< by worker
};

} // namespace weir
