// What the Vm asks of a device: memory, code, and in-order streams that events order among each other. Cpu runs the
// work of a stream at once on the thread that drives it; a device with queues of its own only enqueues it.
#pragma once

#include "lib/Runtime/Status.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace weir {

/// The functions of a kernel once its code is loaded. `prepare` is always host code.
struct KernelEntry {
  weir_prepare_fn prepare = nullptr;
  weir_run_fn run = nullptr;
};

/// Keeps the code of an artifact's kernels in memory.
class LoadedKernels {
public:
  virtual ~LoadedKernels() = default;
  const KernelEntry &operator[](Id kernel) const { return entries[kernel]; }

protected:
  std::vector<KernelEntry> entries;
};

struct KernelLaunch {
  weir_run_fn run = nullptr;
  int64_t tiles = 0;   ///< those of call.launch, at hand
  weir_call call = {}; ///< the device fills in the scratch
};

/// Elementwise copy between two strided regions. Reading with stride 0 fills.
struct StridedCopy {
  void *const *source = nullptr;
  void *const *target = nullptr;
  int64_t elementBytes = 1;
  std::vector<int64_t> sizes, sourceStrides, targetStrides; ///< in elements
};

class Event {
public:
  virtual ~Event() = default;
  /// Makes it unrecorded; no stream is using it.
  virtual void reset() = 0;
};

/// Work of one stream runs in order and never overlaps; work of different streams may.
class Stream {
public:
  virtual ~Stream() = default;
  /// The fault's code if the kernel is known to have failed already, else 0.
  virtual int32_t launch(KernelLaunch &launch, weir_fault &fault) = 0;
  virtual void copy(const StridedCopy &copy) = 0;
  virtual void record(Event &event) = 0;
  virtual void wait(Event &event) = 0;
  /// Returns when all work is done; the first fault that `launch` didn't report, if any.
  virtual int32_t synchronize(weir_fault &fault) = 0;
};

class Device {
public:
  virtual ~Device() = default;

  /// Null where there is no memory; aligned to 64 bytes.
  virtual void *allocate(int64_t bytes) = 0;
  virtual void free(void *memory, int64_t bytes) = 0;
  /// Copies at once, outside of all streams.
  virtual void copy(const StridedCopy &copy) = 0;

  /// Whether the artifact's code can run here; asked before it is loaded.
  virtual Status checkTarget(const Artifact &artifact) const = 0;
  virtual Status loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) = 0;
  /// Sees to it that every worker has this much scratch memory.
  virtual Status reserveScratch(int64_t bytesPerWorker) = 0;

  /// How many streams can make progress at once; a program's streams are folded onto so many.
  virtual int maxStreams() const = 0;
  virtual Stream &stream(int index) = 0;
  virtual std::unique_ptr<Event> createEvent() = 0;
  /// Calls drive(0), …, drive(streams - 1), on threads of their own where streams need that to overlap.
  virtual void drive(int streams, const std::function<void(int)> &drive) = 0;

  virtual int threads() const = 0;
  virtual Status setThreads(int threads) = 0; ///< while nothing runs
};

} // namespace weir
