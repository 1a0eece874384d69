// The host's processors as a device: a stream for each seat, whose launches share their tiles with those on others.
#pragma once

#include "lib/Runtime/Device/HostMemoryDevice.h"
#include "lib/Runtime/Threads/Seats.h"

namespace weir {

class CpuStream;

class CpuDevice final : public HostMemoryDevice {
public:
  CpuDevice();
  ~CpuDevice() override;

  const std::string &name() const override { return ownName; }

  Status allocate(int64_t bytes, void *&memory) override;
  bool allocatesZeros(int64_t bytes) const override;
  void free(void *memory, int64_t bytes) override;

  /// Shares what is large with free seats.
  Status copy(const StridedCopy &copy) override;

  bool runsTarget(std::string_view target) const override;
  Status checkMachine(const Artifact &artifact) const override;
  Status loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) override;
  Status checkLaunch(const KernelLaunch &) const override { return nullptr; }

  void setSeats(Seats &seats) override;
  void setScratch(void *memory, int64_t bytesPerSeat) override;

  bool isQueued() const override { return false; }
  int maxStreams() const override { return seats->count(); }
  Stream &stream(int index) override;
  Status createEvent(std::unique_ptr<Event> &event) override;
  void enqueue(int, const std::function<void()> &work) override { work(); }

private:
  friend class CpuStream;

  void copyOn(int seat, const StridedCopy &copy);

  const std::string ownName = "cpu";
  Seats *seats = nullptr;
  std::vector<std::unique_ptr<CpuStream>> streams; ///< by seat, like scratch
  std::vector<void *> scratch;
};

} // namespace weir
