// Streams that run their work on the spot, on the thread that has their seat.
#include "lib/Runtime/Device/Cpu/CpuDevice.h"
#include "lib/Runtime/Device/CopyStrided.h"
#include "lib/Runtime/Device/Devices.h"
#include "lib/Runtime/Device/FlatKernels.h"
#include "lib/Runtime/Device/HostMachine.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <mutex>

#include <sys/mman.h>
#include <unistd.h>

namespace weir {

namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kHugePage = size_t(2) << 20;
/// Large blocks are mapped one by one, but for the sanitizer, which watches what malloc gives.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEIR_WATCHED_MALLOC 1
#endif
#endif
#ifdef WEIR_WATCHED_MALLOC
constexpr bool kMapsLarge = false;
#else
constexpr bool kMapsLarge = true;
#endif
/// What is smaller is copied by one thread before another one has come.
constexpr int64_t kSharedCopyBytes = 256 << 10;

class CpuEvent final : public Event {
public:
  void reset() override { recorded.store(0, std::memory_order_relaxed); }
  Status synchronize() override { return nullptr; }
  bool hasBeenRecorded(uint32_t count) const override { return recorded.load() >= count; }
  void await(uint32_t count) override {
    for (int looks = 0; looks < kQuickLooks && recorded.load() < count; ++looks)
      yieldThread();
    for (uint32_t seen = recorded.load(); seen < count; seen = recorded.load())
      recorded.wait(seen);
  }
  std::atomic<uint32_t> recorded{0};
};

/// What those who work on one phase share.
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
/// the number of seats.
void runPiece(void *context, int seat, int64_t first, int64_t count) {
  auto &shared = *static_cast<SharedPhase *>(context);
  if (first > shared.faultTile.load(std::memory_order_relaxed))
    return;
  weir_call call = shared.call;
  call.scratch = shared.scratch[size_t(seat)];
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
  CpuStream(CpuDevice &device, int seat) : device(device), seat(seat), numSeats(device.seats->count()) {}

  int32_t launch(KernelLaunch &launch, LaunchFault &fault) override {
    if (launch.kernel->numPhases > 1) [[unlikely]]
      return launchPhases(launch, fault.fault);
    return runPhase(launch.call, launch.kernel->phases[0].run, launch.tiles, fault.fault);
  }

  Status copy(const StridedCopy &copy) override {
    device.copyOn(seat, copy);
    return nullptr;
  }
  Status fill(const StridedFill &fill) override { return device.fill(fill); }
  /// Host code tells of its faults itself.
  Status gatherFaults(const weir_fault *, int64_t, int32_t *) override { return nullptr; }
  Status read(void *host, const void *memory, int64_t bytes) override { return device.read(host, memory, bytes); }

  Status record(Event &event) override {
    auto &recorded = static_cast<CpuEvent &>(event).recorded;
    recorded.fetch_add(1);
    recorded.notify_all();
    return nullptr;
  }

  Status wait(Event &event, uint32_t count) override {
    device.seats->helpUntil(seat, static_cast<CpuEvent &>(event).recorded, count);
    return nullptr;
  }

  Status synchronize() override { return nullptr; }

private:
  // What is out of line leaves `launch` one cache line of code for what most launches are: one phase, on one thread.

  [[gnu::noinline]] int32_t launchPhases(KernelLaunch &launch, weir_fault &fault) {
    int32_t code = 0;
    for (size_t phase = 0; phase < launch.kernel->numPhases && code == 0; ++phase)
      code = runPhase(launch.call, launch.kernel->phases[phase].run, launch.call.launch->tiles[phase], fault);
    return code;
  }

  int32_t runPhase(weir_call &call, weir_run_fn run, int64_t tiles, weir_fault &fault) {
    if (tiles > 1 && numSeats > 1) [[unlikely]]
      return runShared(call, run, tiles, fault);
    if (tiles == 0)
      return 0;
    call.scratch = device.scratch[size_t(seat)];
    return run(&call, 0, tiles, &fault);
  }

  [[gnu::noinline]] int32_t runShared(const weir_call &call, weir_run_fn run, int64_t tiles, weir_fault &fault) {
    SharedPhase shared{run, call, device.scratch};
    device.seats->share(seat, tiles, Seats::grainOf(tiles, numSeats), runPiece, &shared);
    if (shared.code != 0)
      fault = shared.fault;
    return shared.code;
  }

  CpuDevice &device;
  const int seat, numSeats;
};

CpuDevice::CpuDevice() = default;

CpuDevice::~CpuDevice() = default;

/// Memory of pages of its own, as large as huge pages want it; null where there is none.
static void *mapPages(size_t bytes) {
  void *mapped = mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return nullptr;
  auto begin = reinterpret_cast<uintptr_t>(mapped), aligned = (begin + kHugePage - 1) / kHugePage * kHugePage;
  if (aligned > begin)
    munmap(mapped, aligned - begin);
  if (size_t rest = begin + kHugePage - aligned)
    munmap(reinterpret_cast<void *>(aligned + bytes), rest);
  auto *memory = reinterpret_cast<void *>(aligned);
  madvise(memory, bytes, MADV_HUGEPAGE); // some systems give huge pages only to those who ask
  return memory;
}

static size_t wholePages(int64_t bytes) {
  static const auto page = size_t(sysconf(_SC_PAGESIZE));
  return (size_t(bytes) + page - 1) / page * page;
}

Status CpuDevice::allocate(int64_t bytes, void *&memory) {
  if (allocatesZeros(bytes))
    memory = mapPages(wholePages(bytes));
  else if (posix_memalign(&memory, kAlignment, size_t(bytes)) != 0)
    memory = nullptr;
  return nullptr;
}

bool CpuDevice::allocatesZeros(int64_t bytes) const { return kMapsLarge && size_t(bytes) >= kHugePage; }

void CpuDevice::free(void *memory, int64_t bytes) {
  if (allocatesZeros(bytes))
    munmap(memory, wholePages(bytes));
  else
    std::free(memory);
}

/// For a thread that has no seat.
Status CpuDevice::copy(const StridedCopy &copy) {
  int seat = seats ? seats->take() : -1;
  copyOn(seat, copy);
  if (seat >= 0)
    seats->leave(seat);
  return nullptr;
}

/// Without a seat, alone.
void CpuDevice::copyOn(int seat, const StridedCopy &copy) {
  CopyLoops loops(copy);
  if (loops.isEmpty || loops.rank == 0 || seat < 0)
    return copyStrided(copy);
  struct Context {
    const StridedCopy &copy;
    const CopyLoops &loops;
  } context{copy, loops};
  auto copyRange = [](void *opaque, int, int64_t first, int64_t count) {
    auto &context = *static_cast<Context *>(opaque);
    copyPart(context.copy, context.loops, first, count);
  };
  int64_t outer = loops.loops[0].size, bytes = loops.numElements() * loops.elementBytes;
  int64_t grain = std::max<int64_t>(1, outer * kSharedCopyBytes / bytes);
  seats->share(seat, outer, grain, copyRange, &context);
}

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

void CpuDevice::setSeats(Seats &next) {
  seats = &next;
  streams.clear();
  for (int seat = 0; seat < seats->count(); ++seat)
    streams.push_back(std::make_unique<CpuStream>(*this, seat));
  scratch.assign(streams.size(), nullptr);
}

void CpuDevice::setScratch(void *memory, int64_t bytesPerSeat) {
  for (size_t seat = 0; seat < scratch.size(); ++seat)
    scratch[seat] = memory ? static_cast<char *>(memory) + int64_t(seat) * bytesPerSeat : nullptr;
}

Stream &CpuDevice::stream(int index) { return *streams[size_t(index)]; }

Status CpuDevice::createEvent(std::unique_ptr<Event> &event) {
  event = std::make_unique<CpuEvent>();
  return nullptr;
}

} // namespace weir
