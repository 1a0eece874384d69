// A GPU through the driver: work is enqueued on streams, memory is its own.
#pragma once

#include "lib/Runtime/Device/Cuda/PinnedStaging.h"

namespace weir::cuda {

class CudaDevice final : public Device {
public:
  static Status create(int ordinal, std::shared_ptr<Device> &device);
  /// How many GPUs the driver shows; fails, saying why, where there is none.
  static Status count(int &count);
  ~CudaDevice() override;

  const std::string &name() const override { return ownName; }
  const std::string &model() const override { return context->model; }

  Status allocate(int64_t bytes, void *&memory) override;
  void free(void *memory, int64_t bytes) override;
  int64_t memoryBytes() const override { return context->memoryBytes; }
  bool isHostMemory() const override { return false; }
  Status allocateHost(int64_t bytes, std::shared_ptr<void> &memory) override;

  Status copy(const StridedCopy &copy) override;
  Status fill(const StridedFill &fill) override;
  Status read(void *host, const void *memory, int64_t bytes) override;
  Status write(void *memory, const void *host, int64_t bytes) override;

  bool runsTarget(std::string_view target) const override { return target == "cuda"; }
  Status checkMachine(const Artifact &artifact) const override;
  Status loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) override;
  Status checkLaunch(const KernelLaunch &launch) const override;
  bool usesHostThreads() const override { return false; }
  void setSeats(Seats &) override {}
  void setScratch(void *, int64_t) override {}

  bool isQueued() const override { return true; }
  int maxStreams() const override { return int(streams.size()); }
  Stream &stream(int index) override { return *streams[size_t(index)]; }
  Status createEvent(std::unique_ptr<Event> &event) override;
  void enqueue(int seat, const std::function<void()> &work) override;

private:
  explicit CudaDevice(std::shared_ptr<GpuContext> context);

  const std::shared_ptr<GpuContext> context;
  const std::string ownName;
  std::vector<std::unique_ptr<CudaStream>> streams;
  std::unique_ptr<CudaStream> memoryStream; ///< in whose order memory is allocated and released
  /// What the host asks for at once, beside what is enqueued: one at a time of each kind.
  struct Transfers {
    std::mutex mutex;
    std::unique_ptr<CudaStream> stream;
    PinnedStaging staging;
  };
  Transfers toDevice, toHost, onDevice;
};

} // namespace weir::cuda
