// Streams that run their work on the spot, on the worker that drives them.
#include "lib/Runtime/Device/Cpu/CpuDevice.h"
#include "lib/Runtime/Device/Cpu/CodeImage.h"
#include "lib/Runtime/Device/Cpu/CopyStrided.h"
#include "lib/Runtime/Device/Cpu/CpuFeatures.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <mutex>

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

namespace weir {

namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kHugePage = size_t(2) << 20;
constexpr int kMaxThreads = 256;
/// More pieces than workers, so that one who comes late or is slow doesn't hold up the rest.
constexpr int64_t kPiecesPerWorker = 4;

int numUsableCores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return std::max(1, CPU_COUNT(&set));
  return std::max(1, int(std::thread::hardware_concurrency()));
}

int chooseThreads(int asked) { return std::clamp(asked > 0 ? asked : numUsableCores(), 1, kMaxThreads); }

/// How many times this process has become a child, which has none of its parent's threads.
std::atomic<int> numForks{0};

void countForks() {
  static const int registered = pthread_atfork(nullptr, nullptr, [] { numForks.fetch_add(1); });
  (void)registered;
}

class CpuEvent final : public Event {
public:
  void reset() override { recorded.store(0, std::memory_order_relaxed); }
  std::atomic<uint32_t> recorded{0};
};

/// What the workers of one launch share.
struct SharedLaunch {
  const KernelLaunch &launch;
  const std::vector<void *> &scratch;
  std::atomic<int64_t> faultTile{std::numeric_limits<int64_t>::max()}; ///< first of the lowest piece with a fault
  std::mutex mutex = {};
  int32_t code = 0;
  weir_fault fault = {};
};

/// Every piece below a faulty one still runs, so the fault that is reported is that of the lowest bad tile, whatever
/// the number of workers.
void runPiece(void *context, int worker, int64_t first, int64_t count) {
  auto &shared = *static_cast<SharedLaunch *>(context);
  if (first > shared.faultTile.load(std::memory_order_relaxed))
    return;
  weir_call call = shared.launch.call;
  call.scratch = shared.scratch[size_t(worker)];
  weir_fault fault = {};
  int32_t code = shared.launch.run(&call, first, count, &fault);
  if (code == 0)
    return;
  std::lock_guard lock(shared.mutex);
  if (first > shared.faultTile.load(std::memory_order_relaxed))
    return;
  shared.faultTile.store(first, std::memory_order_relaxed);
  shared.code = code;
  shared.fault = fault;
}

bool isSupportedTarget(const std::string &target) { return target == "cpu" || target == "naive"; }

} // namespace

class CpuStream final : public Stream {
public:
  CpuStream(CpuDevice &device, int index) : device(device), index(index), worker(index) {}

  int32_t launch(KernelLaunch &launch, weir_fault &fault) override {
    if (launch.tiles > 1 && numThreads > 1)
      return launchShared(launch, fault);
    if (launch.tiles == 0)
      return 0;
    launch.call.scratch = device.scratch[size_t(worker)];
    return launch.run(&launch.call, 0, launch.tiles, &fault);
  }

  void copy(const StridedCopy &copy) override { copyStrided(copy); }

  void record(Event &event) override {
    auto &recorded = static_cast<CpuEvent &>(event).recorded;
    recorded.store(1);
    recorded.notify_all();
  }

  void wait(Event &event) override { device.pool->helpUntil(worker, static_cast<CpuEvent &>(event).recorded); }

  int32_t synchronize(weir_fault &) override { return 0; }

  /// Which worker's thread issues the stream's work.
  void setDriver(int driver) {
    worker = driver;
    numThreads = device.pool->threads();
  }

private:
  int32_t launchShared(const KernelLaunch &launch, weir_fault &fault) {
    SharedLaunch shared{launch, device.scratch};
    int64_t grain = std::max<int64_t>(1, launch.tiles / (numThreads * kPiecesPerWorker));
    device.pool->share(index, worker, launch.tiles, grain, runPiece, &shared);
    if (shared.code != 0)
      fault = shared.fault;
    return shared.code;
  }

  CpuDevice &device;
  const int index;
  int worker;
  int numThreads = 1;
};

CpuDevice::CpuDevice(int threads) : forksSeen(numForks.load()) {
  countForks();
  setThreads(threads);
}

CpuDevice::~CpuDevice() {
  abandonPoolAfterFork();
  for (void *memory : scratch)
    free(memory, scratchBytes);
}

void *CpuDevice::allocate(int64_t bytes) {
  bool isLarge = size_t(bytes) >= kHugePage;
  void *memory = nullptr;
  if (posix_memalign(&memory, isLarge ? kHugePage : kAlignment, size_t(bytes)) != 0)
    return nullptr;
  if (isLarge)
    madvise(memory, size_t(bytes), MADV_HUGEPAGE); // some systems give huge pages only to those who ask
  return memory;
}

void CpuDevice::free(void *memory, int64_t) { std::free(memory); }

void CpuDevice::copy(const StridedCopy &copy) { copyStrided(copy); }

Status CpuDevice::checkTarget(const Artifact &artifact) const {
  const std::string &triple = artifact.targetTriple;
  if (triple.substr(0, triple.find('-')) != hostArchitecture() || triple.find("linux") == std::string::npos)
    return failure(WEIR_UNSUPPORTED,
                   message("expects an artifact for ", hostArchitecture(), " and linux, got '", triple, "'"));
  std::string missing;
  for (const std::string &feature : artifact.cpuFeatures)
    if (FeatureSupport support = cpuSupports(feature); support != FeatureSupport::Present)
      missing += " " + feature + (support == FeatureSupport::Unknown ? " (not known)" : "");
  if (!missing.empty())
    return failure(WEIR_UNSUPPORTED, "expects a processor with all features of the artifact, lacks" + missing);
  for (const Kernel &kernel : artifact.kernels)
    if (!isSupportedTarget(kernel.target))
      return failure(WEIR_UNSUPPORTED, message("expects kernels for target cpu or naive, got '", kernel.name, "' for '",
                                               kernel.target, "'"));
  return nullptr;
}

Status CpuDevice::loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) {
  return CodeImage::map(kernels, loaded);
}

Status CpuDevice::reserveScratch(int64_t bytesPerWorker) {
  if (bytesPerWorker <= scratchBytes)
    return nullptr;
  for (void *&memory : scratch) {
    free(memory, scratchBytes);
    memory = allocate(bytesPerWorker);
    if (!memory) {
      scratchBytes = 0;
      return failure(WEIR_OUT_OF_MEMORY, message("expects ", bytesPerWorker, " bytes of scratch for each worker"));
    }
  }
  scratchBytes = bytesPerWorker;
  return nullptr;
}

Stream &CpuDevice::stream(int index) { return *streams[size_t(index)]; }

std::unique_ptr<Event> CpuDevice::createEvent() { return std::make_unique<CpuEvent>(); }

bool CpuDevice::abandonPoolAfterFork() {
  if (forksSeen == numForks.load(std::memory_order_relaxed))
    return false;
  forksSeen = numForks.load();
  (void)pool.release();
  return true;
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
  int threads = pool->threads();
  if (abandonPoolAfterFork())
    pool = std::make_unique<WorkerPool>(threads, threads);
  if (count == 1)
    driveOne(&context, 0, 0, 1);
  else
    pool->runTogether(count, driveOne, &context);
}

Status CpuDevice::setThreads(int asked) {
  int count = chooseThreads(asked);
  auto changed = std::make_unique<WorkerPool>(count, count);
  while (int(streams.size()) < count)
    streams.push_back(std::make_unique<CpuStream>(*this, int(streams.size())));
  while (int(scratch.size()) < count) {
    scratch.push_back(scratchBytes > 0 ? allocate(scratchBytes) : nullptr);
    if (scratchBytes > 0 && !scratch.back())
      return failure(WEIR_OUT_OF_MEMORY, message("expects ", scratchBytes, " bytes of scratch for each worker"));
  }
  abandonPoolAfterFork();
  pool = std::move(changed);
  return nullptr;
}

} // namespace weir
