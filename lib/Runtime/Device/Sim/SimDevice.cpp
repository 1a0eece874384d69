// What a launch may touch is said operand by operand; what the simulator finds becomes a status.
#include "lib/Runtime/Device/Sim/SimDevice.h"
#include "lib/Runtime/Device/FlatKernels.h"
#include "lib/Runtime/Device/HostMachine.h"
#include "lib/Runtime/Device/Sim/Multiprocessor.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace weir::sim {

namespace {

constexpr int kStreams = 4;
constexpr int64_t kRedZone = 256; ///< on either side of an allocation
constexpr uint8_t kRed = 0xCB;

class SimEvent final : public Event {
public:
  void reset() override {}
  Status synchronize() override { return std::move(found); }

  Status found; ///< what was wrong when it was recorded
};

std::vector<sim::MemoryRange> rangesOf(const KernelLaunch &launch) {
  using Space = sim::Place::Space;
  const DeviceLaunch &device = *launch.device;
  auto address = [&](size_t word) { return static_cast<const char *>(device.words[word].pointer); };
  std::vector<sim::MemoryRange> ranges = {
      {address(kFaultWord), sizeof(weir_fault), Space::Fault, 0, true, true, true},
      {address(kWorkspaceWord), uint64_t(device.workspaceBytes), Space::Workspace, 0, true, true, false},
      {address(kStopWord), address(kStopWord) ? sizeof(int32_t) : 0, Space::Stop, 0, true, false, true},
      {launch.kernel->code.data(), launch.kernel->code.size(), Space::Constants, 0, true, false, true}};
  for (size_t i = 0; i < device.operands.size(); ++i) {
    const OperandRange &operand = device.operands[i];
    ranges.push_back({address(kFirstOperandWord + i) + operand.begin, uint64_t(operand.bytes), Space::Operand,
                      uint32_t(i), true, operand.writable, operand.written});
  }
  return ranges;
}

/// The simulator's sites are positions in the kernel's locations.
Status statusOf(const sim::Report &report, const DeviceLaunch &launch) {
  std::vector<sim::Site> sites;
  for (const Location &location : *launch.locations)
    sites.push_back({location.op, location.file + ":" + std::to_string(location.line)});
  weir_code code = report.problem == sim::Problem::NoMemory ? WEIR_OUT_OF_MEMORY : WEIR_DEVICE_FAILED;
  Status status = failure(code, sim::describe(report, launch.kernel->name, sites));
  if (report.actor.site < launch.locations->size())
    status->location = (*launch.locations)[report.actor.site];
  return status;
}

bool isRed(const char *bytes) {
  return std::all_of(bytes, bytes + kRedZone, [](char byte) { return uint8_t(byte) == kRed; });
}

} // namespace

/// In order, as everything is done at once.
class SimStream final : public Stream {
public:
  explicit SimStream(SimDevice &device) : device(device) {}

  int32_t launch(KernelLaunch &launch, LaunchFault &fault) override {
    fault.status = device.launch(launch);
    return fault.status ? kLaunchFailed : 0;
  }
  Status copy(const StridedCopy &copy) override { return isSet(copy.stop) ? nullptr : device.copy(copy); }
  Status fill(const StridedFill &fill) override { return isSet(fill.stop) ? nullptr : device.fill(fill); }
  Status gatherFaults(const weir_fault *records, int64_t count, int32_t *stop) override {
    for (const weir_fault &record : std::span(records, size_t(count)))
      *stop |= int32_t(record.code != 0);
    return nullptr;
  }
  Status read(void *host, const void *memory, int64_t bytes) override { return device.read(host, memory, bytes); }
  Status record(Event &event) override {
    static_cast<SimEvent &>(event).found = device.checkRedZones();
    return nullptr;
  }
  Status wait(Event &, uint32_t) override { return nullptr; }
  Status synchronize() override { return device.checkRedZones(); }

private:
  static bool isSet(const int32_t *stop) { return stop && *stop != 0; }

  SimDevice &device;
};

SimDevice::SimDevice(const sim::Options &options) : options(options) {
  for (int i = 0; i < kStreams; ++i)
    streams.push_back(std::make_unique<SimStream>(*this));
}

SimDevice::~SimDevice() = default;

Status SimDevice::allocate(int64_t bytes, void *&memory) {
  void *whole = nullptr;
  memory = nullptr;
  if (bytes > INT64_MAX - 2 * kRedZone || posix_memalign(&whole, kRedZone, size_t(bytes + 2 * kRedZone)) != 0)
    return nullptr;
  char *block = static_cast<char *>(whole) + kRedZone;
  std::memset(block - kRedZone, kRed, kRedZone);
  std::memset(block + bytes, kRed, kRedZone);
  std::lock_guard lock(allocating);
  blocks[block] = bytes;
  memory = block;
  return nullptr;
}

void SimDevice::free(void *memory, int64_t) {
  std::lock_guard lock(allocating);
  char *block = static_cast<char *>(memory);
  blocks.erase(block);
  std::free(block - kRedZone);
}

/// Finds what kernels do that aren't checked access by access. Names the allocation, as nothing else is known.
Status SimDevice::checkRedZones() {
  std::lock_guard lock(allocating);
  for (auto [block, bytes] : blocks) {
    bool before = isRed(block - kRedZone), behind = isRed(block + bytes);
    if (before && behind)
      continue;
    std::memset(block - kRedZone, kRed, kRedZone);
    std::memset(block + bytes, kRed, kRedZone);
    return failure(WEIR_DEVICE_FAILED, message("expects kernels to write inside allocations, got bytes written ",
                                               before ? "behind" : "in front of", " one of ", bytes, " bytes"));
  }
  return nullptr;
}

Status SimDevice::checkMachine(const Artifact &artifact) const {
  if (Status failed = checkTriple(artifact))
    return failed;
  return checkCpuFeatures(artifact);
}

Status SimDevice::loadKernels(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) {
  for (const Kernel &kernel : kernels) {
    std::string_view arch = kernel.images.front().arch;
    if (arch != WEIR_SIM_ARCH && arch != WEIR_SIM_ARCH_UNCHECKED)
      return failure(WEIR_INVALID_ARTIFACT,
                     message("expects code of kernel '", kernel.name,
                             "' for " WEIR_SIM_ARCH ", this version of the simulator, got code for '", arch,
                             "'; compile it again"));
  }
  return FlatKernels::load(kernels, loaded);
}

int SimDevice::maxStreams() const { return kStreams; }

Stream &SimDevice::stream(int index) { return *streams[size_t(index)]; }

Status SimDevice::createEvent(std::unique_ptr<Event> &event) {
  event = std::make_unique<SimEvent>();
  return nullptr;
}

void SimDevice::setSeats(Seats &next) {
  seats = &next;
  while (int(processors.size()) < seats->count())
    processors.push_back(std::make_unique<sim::Multiprocessor>());
}

void SimDevice::enqueue(int seat, const std::function<void()> &work) {
  driver = seat;
  work();
}

Status SimDevice::launch(const KernelLaunch &launch) {
  const DeviceLaunch &device = *launch.device;
  std::vector<uint64_t> words(device.words.size());
  std::memcpy(words.data(), device.words.data(), words.size() * sizeof(uint64_t));
  std::vector<sim::MemoryRange> ranges = rangesOf(launch);
  sim::Options chosen = options;
  chosen.check &= device.kernel->images.front().arch != WEIR_SIM_ARCH_UNCHECKED;
  sim::Launch running(ranges, words, chosen);
  for (size_t p = 0; p < launch.kernel->numPhases; ++p) {
    const PhaseEntry &phase = launch.kernel->phases[p];
    int64_t blocks = launch.call.launch->tiles[p];
    auto entry = reinterpret_cast<weir_sim_phase>(phase.function);
    if (!running.beginPhase({entry, blocks, phase.threads, phase.sharedBytes}) || !runPhase(running, blocks))
      return statusOf(*running.report(), device);
  }
  return nullptr;
}

/// Blocks are shared as tiles are.
bool SimDevice::runPhase(sim::Launch &launch, int64_t blocks) {
  struct Context {
    SimDevice &device;
    sim::Launch &launch;
  } context{*this, launch};
  auto runBlocks = [](void *opaque, int seat, int64_t first, int64_t count) {
    auto &context = *static_cast<Context *>(opaque);
    context.launch.run(*context.device.processors[size_t(seat)], first, count);
  };
  seats->share(driver, blocks, 1, runBlocks, &context);
  return !launch.report();
}

} // namespace weir::sim
