// Streams that run their work on the spot, on the worker that drives them.
#include "lib/Runtime/Device/Cpu/CpuDevice.h"
#include "lib/Runtime/Device/Devices.h"
#include "lib/Runtime/Device/FlatKernels.h"
#include "lib/Runtime/Device/HostMachine.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <mutex>

#include <sys/mman.h>

namespace weir {

namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kHugePage = size_t(2) << 20;
/// More pieces than workers, so that one who comes late or is slow doesn't hold up the rest.
constexpr int64_t kPiecesPerWorker = 4;

class CpuEvent final : public Event {
public:
  void reset() override { recorded.store(0, std::memory_order_relaxed); }
  std::atomic<uint32_t> recorded{0};
};

/// What the workers of one phase share.
struct SharedPhase {
  weir_run_fn run;
  const weir_call &call;
  const std::vector<void *> &scratch;
  std::atomic<int64_t> faultTile{std::numeric_limits<int64_t>::max()}; ///< first of the lowest piece with a fault
  std::mutex mutex = {};
  int32_t code = 0;
  weir_fault fault = {};
};

/// Every piece below a faulty one still runs, so the fault that is reported is that of the lowest bad tile, whatever
/// the number of workers.
void runPiece(void *context, int worker, int64_t first, int64_t count) {
  auto &shared = *static_cast<SharedPhase *>(context);
  if (first > shared.faultTile.load(std::memory_order_relaxed))
    return;
  weir_call call = shared.call;
  call.scratch = shared.scratch[size_t(worker)];
  weir_fault fault = {};
  int32_t code = shared.run(&call, first, count, &fault);
  if (code == 0)
    return;
  std::lock_guard lock(shared.mutex);
  if (first > shared.faultTile.load(std::memory_order_relaxed))
    return;
  shared.faultTile.store(first, std::memory_order_relaxed);
  shared.code = code;
  shared.fault = fault;
}

} // namespace

class CpuStream final : public Stream {
public:
  CpuStream(CpuDevice &device, int index) : device(device), index(index), worker(index) {}

  int32_t launch(KernelLaunch &launch, LaunchFault &fault) override {
    if (launch.kernel->numPhases > 1)
      return launchPhases(launch, fault.fault);
    return runPhase(launch.call, launch.kernel->phases[0].run, launch.tiles, fault.fault);
  }

  Status copy(const StridedCopy &copy) override { return device.copy(copy); }
  Status fill(const StridedFill &fill) override { return device.fill(fill); }
  Status read(void *host, const void *memory, int64_t bytes) override { return device.read(host, memory, bytes); }

  Status record(Event &event) override {
    auto &recorded = static_cast<CpuEvent &>(event).recorded;
    recorded.store(1);
    recorded.notify_all();
    return nullptr;
  }

  Status wait(Event &event) override {
    device.workers->helpUntil(worker, static_cast<CpuEvent &>(event).recorded);
    return nullptr;
  }

  Status synchronize() override { return nullptr; }

  /// Which worker's thread issues the stream's work.
  void setDriver(int driver) {
    worker = driver;
    numThreads = device.workers->threads();
  }

private:
  int32_t launchPhases(KernelLaunch &launch, weir_fault &fault) {
    int32_t code = 0;
    for (size_t phase = 0; phase < launch.kernel->numPhases && code == 0; ++phase)
      code = runPhase(launch.call, launch.kernel->phases[phase].run, launch.call.launch->tiles[phase], fault);
    return code;
  }

  int32_t runPhase(weir_call &call, weir_run_fn run, int64_t tiles, weir_fault &fault) {
    if (tiles > 1 && numThreads > 1)
      return runShared(call, run, tiles, fault);
    if (tiles == 0)
      return 0;
    call.scratch = device.scratch[size_t(worker)];
    return run(&call, 0, tiles, &fault);
  }

  int32_t runShared(const weir_call &call, weir_run_fn run, int64_t tiles, weir_fault &fault) {
    SharedPhase shared{run, call, device.scratch};
    int64_t grain = std::max<int64_t>(1, tiles / (numThreads * kPiecesPerWorker));
    device.workers->share(index, worker, tiles, grain, runPiece, &shared);
    if (shared.code != 0)
      fault = shared.fault;
    return shared.code;
  }

  CpuDevice &device;
  const int index;
  int worker;
  int numThreads = 1;
};

CpuDevice::CpuDevice(int threads) : workers(threads) { prepareWorkers(); }

CpuDevice::~CpuDevice() = default;

Status CpuDevice::allocate(int64_t bytes, void *&memory) {
  bool isLarge = size_t(bytes) >= kHugePage;
  if (posix_memalign(&memory, isLarge ? kHugePage : kAlignment, size_t(bytes)) != 0)
    memory = nullptr;
  else if (isLarge)
    madvise(memory, size_t(bytes), MADV_HUGEPAGE); // some systems give huge pages only to those who ask
  return nullptr;
}

void CpuDevice::free(void *memory, int64_t) { std::free(memory); }

/// A target that has a device of its name runs there, all others here: an out-of-tree target for CPUs needs no other
/// runtime.
bool CpuDevice::runsTarget(std::string_view target) const { return target == "cpu" || !isDeviceKind(target); }

Status CpuDevice::checkMachine(const Artifact &artifact) const {
  if (Status failed = checkTriple(artifact))
    return failed;
  return checkCpuFeatures(artifact);
}

Status CpuDevice::loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) {
  return FlatKernels::load(kernels, loaded);
}

void CpuDevice::setScratch(void *memory, int64_t bytesPerWorker) {
  for (size_t worker = 0; worker < scratch.size(); ++worker)
    scratch[worker] = memory ? static_cast<char *>(memory) + int64_t(worker) * bytesPerWorker : nullptr;
}

Stream &CpuDevice::stream(int index) { return *streams[size_t(index)]; }

Status CpuDevice::createEvent(std::unique_ptr<Event> &event) {
  event = std::make_unique<CpuEvent>();
  return nullptr;
}

void CpuDevice::drive(int count, const std::function<void(int)> &body) {
  struct Context {
    CpuDevice &device;
    const std::function<void(int)> &body;
  } context{*this, body};
  auto driveOne = [](void *opaque, int worker, int64_t stream, int64_t) {
    auto &context = *static_cast<Context *>(opaque);
    context.device.streams[size_t(stream)]->setDriver(worker);
    context.body(int(stream));
  };
  workers.renewAfterFork();
  if (count == 1)
    driveOne(&context, 0, 0, 1);
  else
    workers->runTogether(count, driveOne, &context);
}

Status CpuDevice::setThreads(int threads) {
  workers.setThreads(threads);
  prepareWorkers();
  return nullptr;
}

void CpuDevice::prepareWorkers() {
  while (int(streams.size()) < workers.threads())
    streams.push_back(std::make_unique<CpuStream>(*this, int(streams.size())));
  scratch.assign(size_t(workers.threads()), nullptr);
}

} // namespace weir
