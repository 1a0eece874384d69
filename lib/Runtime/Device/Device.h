// What the Vm asks of a device: memory, code, and in-order streams that events order among each other. Cpu runs the
// work of a stream at once on the thread that drives it; a device with queues takes work from one thread and does it
// later.
#pragma once

#include "lib/Runtime/Status.h"

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace weir {

class Seats;

/// A phase of a kernel once its code is loaded: a function of the host's, or what the device calls it.
struct PhaseEntry {
  weir_run_fn run = nullptr;
  void *function = nullptr;
  uint32_t threads = 1, sharedBytes = 0;
};

/// `prepare` is always host code.
struct KernelEntry {
  weir_prepare_fn prepare = nullptr;
  size_t numPhases = 0;
  std::array<PhaseEntry, WEIR_MAX_PHASES> phases;
  std::span<const uint8_t> code; ///< of phases in flat code: all of the image
};

/// Keeps the code of an artifact's kernels in memory.
class LoadedKernels {
public:
  virtual ~LoadedKernels() = default;
  const KernelEntry &operator[](Id kernel) const { return entries[kernel]; }

protected:
  std::vector<KernelEntry> entries;
};

/// A parameter of a device's code.
union ParameterWord {
  void *pointer;
  int64_t number;
};
static_assert(sizeof(ParameterWord) == 8);

/// Positions among the parameters of a device's code.
inline constexpr size_t kFaultWord = 0, kWorkspaceWord = 1, kStopWord = 2, kFirstOperandWord = 3;

/// Bytes that a launch may touch, relative to the address in a parameter.
struct OperandRange {
  int64_t begin = 0, bytes = 0;
  bool writable = false;
  bool written = true; ///< hold something before the launch
};

/// What a launch of a device's code takes.
struct DeviceLaunch {
  Id instruction = 0; ///< of the job
  const Kernel *kernel = nullptr;
  const std::vector<Location> *locations = nullptr; ///< of this call's ops, as faults and reports number them
  std::vector<ParameterWord> words;                 ///< in the order of KernelAbi.h
  std::vector<OperandRange> operands;               ///< by operand
  int64_t workspaceBytes = 0;
};

struct KernelLaunch {
  const KernelEntry *kernel = nullptr;
  int64_t tiles = 0;                    ///< of the first phase: those of call.launch, at hand
  weir_call call = {};                  ///< of host code, whose device fills in the scratch; `launch` of any
  std::unique_ptr<DeviceLaunch> device; ///< null for host code
};

/// Elementwise copy between two strided regions that don't overlap.
struct StridedCopy {
  void *const *source = nullptr;
  void *const *target = nullptr;
  int64_t elementBytes = 1;
  std::vector<int64_t> sizes, sourceStrides, targetStrides; ///< in elements
  const int32_t *stop = nullptr;                            ///< as in KernelAbi.h: of a device with queues
};

/// The same element at each place of a strided region.
struct StridedFill {
  void *const *target = nullptr;
  int64_t elementBytes = 1;
  uint64_t bits = 0;                   ///< the element, in the lowest bytes
  std::vector<int64_t> sizes, strides; ///< in elements
  const int32_t *stop = nullptr;       ///< as in KernelAbi.h: of a device with queues
};

/// What is said of a launch that doesn't return 0.
struct LaunchFault {
  weir_fault fault = {};
  Status status; ///< with kLaunchFailed
};
/// The device could not launch, or knows already that the launch went wrong.
inline constexpr int32_t kLaunchFailed = -1;

class Event {
public:
  virtual ~Event() = default;
  /// Makes it unrecorded; no stream is using it.
  virtual void reset() = 0;
  /// Returns when what was recorded last, if anything, is done; from any thread.
  virtual Status synchronize() = 0;
  /// Whether a device without queues has recorded it so often.
  virtual bool hasBeenRecorded(uint32_t) const { return true; }
  /// Returns when such a device has; for a thread without a seat.
  virtual void await(uint32_t) {}
};

/// Work of one stream runs in order and never overlaps; work of different streams may. What a call enqueues reads its
/// argument, the parameters of a launch too, before it returns; addresses stay good until the stream is synchronized.
class Stream {
public:
  virtual ~Stream() = default;
  /// 0, or the fault's code, or kLaunchFailed. Device code leaves its faults in memory and returns 0.
  virtual int32_t launch(KernelLaunch &launch, LaunchFault &fault) = 0;
  virtual Status copy(const StridedCopy &copy) = 0;
  virtual Status fill(const StridedFill &fill) = 0;
  /// Sets `*stop` to 1 where one of the records, in the device's memory like it, has a code.
  virtual Status gatherFaults(const weir_fault *records, int64_t count, int32_t *stop) = 0;
  /// Bytes of the device's memory to host memory that Device::allocateHost gave.
  virtual Status read(void *host, const void *memory, int64_t bytes) = 0;
  virtual Status record(Event &event) = 0;
  /// Until it has been recorded so often. Streams with queues hold what comes behind until what was enqueued before the
  /// last record is done.
  virtual Status wait(Event &event, uint32_t count) = 0;
  /// Returns when all work is done.
  virtual Status synchronize() = 0;
};

class Device {
public:
  virtual ~Device() = default;

  /// What it is created by: "cpu", "cuda:1". The part before the colon is the target that it is for.
  virtual const std::string &name() const = 0;
  /// What its maker calls it.
  virtual const std::string &model() const { return name(); }

  /// Null where there is no memory; aligned to 64 bytes.
  virtual Status allocate(int64_t bytes, void *&memory) = 0;
  virtual void free(void *memory, int64_t bytes) = 0;
  /// Whether `allocate` gives zeros for so many bytes, without touching them.
  virtual bool allocatesZeros(int64_t) const { return false; }
  /// How much there is.
  virtual int64_t memoryBytes() const = 0;
  /// Whether the host may use addresses of this device as its own, and kernels those of the host.
  virtual bool isHostMemory() const = 0;
  /// Host memory that streams read into; freed with its last owner, which may outlive the device.
  virtual Status allocateHost(int64_t bytes, std::shared_ptr<void> &memory) = 0;

  /// Work on the device's memory at once, outside of all streams; from any thread.
  virtual Status copy(const StridedCopy &copy) = 0;
  virtual Status fill(const StridedFill &fill) = 0;
  virtual Status read(void *host, const void *memory, int64_t bytes) = 0;
  virtual Status write(void *memory, const void *host, int64_t bytes) = 0;

  /// Whether jobs for the target run here.
  virtual bool runsTarget(std::string_view target) const = 0;
  /// Whether this machine has what the code of such an artifact needs; asked before it is loaded.
  virtual Status checkMachine(const Artifact &artifact) const = 0;
  virtual Status loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) = 0;
  /// Looks at a launch once, before any run of it.
  virtual Status checkLaunch(const KernelLaunch &launch) const = 0;

  /// Whether the host's threads do its work.
  virtual bool usesHostThreads() const = 0;
  /// Who works for it from here on; while nothing runs.
  virtual void setSeats(Seats &seats) = 0;
  /// Scratch of host code, by seat one after the other, until it or the seats are set anew.
  virtual void setScratch(void *memory, int64_t bytesPerSeat) = 0;

  /// Whether work is enqueued: by one thread at a time, which takes all streams' work in an order in which events are
  /// recorded before they are waited for. Launches take DeviceLaunch.
  virtual bool isQueued() const = 0;
  /// How many streams can make progress at once; a program's streams are folded onto so many.
  virtual int maxStreams() const = 0;
  /// Without queues, that of who sits on a seat.
  virtual Stream &stream(int index) = 0;
  virtual Status createEvent(std::unique_ptr<Event> &event) = 0;
  /// Calls a function of the thread on a seat that gives work to streams with queues.
  virtual void enqueue(int seat, const std::function<void()> &work) = 0;
};

} // namespace weir
