// The simulator as a device: GPU kernels run on the host's processors, in the host's memory, and are checked.
#pragma once

#include "lib/Runtime/Device/HostMemoryDevice.h"
#include "lib/Runtime/Device/Sim/Launch.h"
#include "lib/Runtime/Threads/Seats.h"

#include <map>

namespace weir::sim {

class SimStream;

class SimDevice final : public HostMemoryDevice {
public:
  explicit SimDevice(const sim::Options &options);
  ~SimDevice() override;

  const std::string &name() const override { return ownName; }

  /// Between bytes that nobody may write.
  Status allocate(int64_t bytes, void *&memory) override;
  void free(void *memory, int64_t bytes) override;

  bool runsTarget(std::string_view target) const override { return target == ownName; }
  Status checkMachine(const Artifact &artifact) const override;
  Status loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) override;
  Status checkLaunch(const KernelLaunch &) const override { return nullptr; }

  void setSeats(Seats &seats) override;
  void setScratch(void *, int64_t) override {}

  /// What is enqueued is done at once; that it is queued makes programs run as they do on a GPU.
  bool isQueued() const override { return true; }
  int maxStreams() const override;
  Stream &stream(int index) override;
  Status createEvent(std::unique_ptr<Event> &event) override;
  void enqueue(int seat, const std::function<void()> &work) override;

private:
  friend class SimStream;

  Status launch(const KernelLaunch &launch);
  bool runPhase(sim::Launch &launch, int64_t blocks);
  Status checkRedZones();

  const std::string ownName = "sim";
  const sim::Options options;
  Seats *seats = nullptr;
  int driver = 0;                                               ///< the seat of who gives out work
  std::vector<std::unique_ptr<sim::Multiprocessor>> processors; ///< by seat
  std::vector<std::unique_ptr<SimStream>> streams;
  std::mutex allocating;
  std::map<char *, int64_t> blocks; ///< sizes by address, without their red zones
};

} // namespace weir::sim
