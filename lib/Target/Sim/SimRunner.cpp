// Packs a launch's parameters as KernelAbi.h has them, and says what it may touch.
#include "lib/Target/Sim/SimRunner.h"

#include "lib/Runtime/Device/Sim/Multiprocessor.h"
#include "lib/Target/Sim/CompileSimImage.h"

namespace weir::sim {

namespace {

/// From the first element to behind the last one.
uint64_t extentOf(const LaunchOperand &operand, DType dtype) {
  int64_t last = 0;
  for (size_t d = 0; d < operand.sizes.size(); ++d) {
    if (operand.sizes[d] == 0)
      return 0;
    last += (operand.sizes[d] - 1) * operand.strides[d];
  }
  return static_cast<uint64_t>(last + 1) * byteSize(dtype);
}

uint64_t word(const void *address) { return reinterpret_cast<uint64_t>(address); }

} // namespace

SimRunner::SimRunner(const Kernel &kernel, const sim::Options &options)
    : kernel(kernel), host(kernel.host), device(kernel.images.front().code), options(options) {
  this->options.check &= kernel.images.front().arch != WEIR_SIM_ARCH_UNCHECKED;
}

int32_t SimRunner::run(std::span<const LaunchOperand> operands, std::span<const int64_t> scalars) {
  launch = {};
  fault = {};
  report.reset();
  if (!isMapped())
    return -1;
  std::vector<int64_t> table;
  for (const LaunchOperand &operand : operands) {
    table.insert(table.end(), operand.sizes.begin(), operand.sizes.end());
    table.insert(table.end(), operand.strides.begin(), operand.strides.end());
  }
  table.insert(table.end(), scalars.begin(), scalars.end());
  if (int32_t error = host.function<weir_prepare_fn>(kernel.prepareOffset)(table.data(), &launch, &fault))
    return error;

  constexpr size_t kVector = 16;
  struct alignas(kVector) Chunk {
    uint8_t bytes[kVector];
  };
  std::vector<Chunk> workspace(static_cast<size_t>(launch.workspace_bytes) / kVector + 1);
  using Space = sim::Place::Space;
  std::vector<sim::MemoryRange> ranges = {
      {&fault, sizeof(fault), Space::Fault, 0, true, true, true},
      {workspace.data(), static_cast<uint64_t>(launch.workspace_bytes), Space::Workspace, 0, true, true, false},
      {device.data(), device.size(), Space::Constants, 0, true, false, true}};
  std::vector<uint64_t> words = {word(&fault), word(workspace.data()), /*stop=*/0};
  for (uint32_t i = 0; i < operands.size(); ++i) {
    bool isMutable = kernel.operands[i].access == Access::Mut;
    ranges.push_back({operands[i].data, extentOf(operands[i], kernel.operands[i].dtype), Space::Operand, i,
                      /*readable=*/true, isMutable, /*written=*/!isMutable});
    words.push_back(word(operands[i].data));
  }
  words.insert(words.end(), table.begin(), table.end());
  words.insert(words.end(), std::begin(launch.scalars), std::end(launch.scalars));
  return runPhases(ranges, words) ? fault.code : -1;
}

bool SimRunner::runPhases(std::span<const sim::MemoryRange> ranges, std::span<const uint64_t> words) {
  sim::Launch running(ranges, words, options);
  sim::Multiprocessor processor;
  const std::vector<KernelPhase> &phases = kernel.images.front().phases;
  for (size_t p = 0; p < phases.size(); ++p) {
    auto entry = device.function<weir_sim_phase>(phases[p].offset);
    if (!running.beginPhase({entry, launch.tiles[p], phases[p].threads, phases[p].sharedBytes}) ||
        !running.run(processor, 0, launch.tiles[p])) {
      report = *running.report();
      return false;
    }
  }
  return true;
}

std::string SimRunner::reportText() const {
  if (!report)
    return {};
  std::vector<sim::Site> sites;
  for (const Location &location : kernel.locations)
    sites.push_back({location.op, location.file + ":" + std::to_string(location.line)});
  return sim::describe(*report, kernel.name, sites);
}

} // namespace weir::sim
