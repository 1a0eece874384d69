// A stream of the driver: launches, copies and fills in order, and events.
#pragma once

#include "lib/Runtime/Device/CopyStrided.h"
#include "lib/Runtime/Device/Cuda/GpuContext.h"

namespace weir::cuda {

class CudaEvent final : public Event {
public:
  static Status create(std::shared_ptr<GpuContext> context, std::unique_ptr<Event> &event);
  ~CudaEvent() override;
  /// A run records anew before it waits.
  void reset() override {}
  Status synchronize() override;

  EventRef handle = nullptr;

private:
  explicit CudaEvent(std::shared_ptr<GpuContext> context) : context(std::move(context)) {}
  const std::shared_ptr<GpuContext> context;
};

/// All functions expect a scope of the context.
class CudaStream final : public Stream {
public:
  static Status create(std::shared_ptr<GpuContext> context, std::unique_ptr<CudaStream> &stream);
  ~CudaStream() override;

  int32_t launch(KernelLaunch &launch, LaunchFault &fault) override;
  Status copy(const StridedCopy &copy) override;
  Status fill(const StridedFill &fill) override;
  Status gatherFaults(const weir_fault *records, int64_t count, int32_t *stop) override;
  Status read(void *host, const void *memory, int64_t bytes) override;
  Status record(Event &event) override;
  Status wait(Event &event, uint32_t) override;
  Status synchronize() override;

  StreamRef handle = nullptr;

private:
  explicit CudaStream(std::shared_ptr<GpuContext> context)
      : context(std::move(context)), driver(this->context->driver) {}

  Status launchPhase(const PhaseEntry &phase, int64_t blocks, void *parameters, size_t bytes);
  Status copyElements(const void *source, void *target, uint64_t value, const int32_t *stop, const CopyLoops &loops);
  Status launchOverElements(Function function, int64_t count, void *parameters, size_t bytes);

  const std::shared_ptr<GpuContext> context;
  const Driver &driver;
};

} // namespace weir::cuda
