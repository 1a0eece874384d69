// Launches a compiled kernel through the kernel ABI.
#include "lib/Target/Native/KernelRunner.h"

#include "lib/Support/IterationRule.h"

#include <cstdlib>
#include <memory>

namespace weir {

namespace {

using Memory = std::unique_ptr<void, decltype(&std::free)>;

constexpr int64_t kAlignment = 64;

/// At least one line, so that a pointer to nothing is still a pointer.
Memory allocate(int64_t bytes) {
  return Memory(std::aligned_alloc(kAlignment, (bytes + 2 * kAlignment - 1) / kAlignment * kAlignment), &std::free);
}

} // namespace

KernelRunner::KernelRunner(const Kernel &kernel) : code(kernel.host), prepareOffset(kernel.prepareOffset) {
  for (const KernelPhase &phase : kernel.images.front().phases)
    phaseOffsets.push_back(phase.offset);
}

int32_t KernelRunner::run(std::span<const LaunchOperand> operands, std::span<const int64_t> scalars, int workers) {
  launch = {};
  fault = {};
  if (!code.isMapped())
    return -1;
  std::vector<int64_t> table;
  std::vector<void *> pointers;
  for (const LaunchOperand &operand : operands) {
    pointers.push_back(operand.data);
    table.insert(table.end(), operand.sizes.begin(), operand.sizes.end());
    table.insert(table.end(), operand.strides.begin(), operand.strides.end());
  }
  table.insert(table.end(), scalars.begin(), scalars.end());
  auto prepare = code.function<weir_prepare_fn>(prepareOffset);
  if (int32_t error = prepare(table.data(), &launch, &fault))
    return error;
  Memory workspace = allocate(launch.workspace_bytes);
  for (size_t phase = 0; phase < phaseOffsets.size(); ++phase)
    for (int worker = 0; worker < workers; ++worker) {
      auto run = code.function<weir_run_fn>(phaseOffsets[phase]);
      Memory scratch = allocate(launch.scratch_bytes);
      Range part = balancedPart(launch.tiles[phase], workers, worker);
      weir_call call{pointers.data(), table.data(), &launch, scratch.get(), workspace.get()};
      if (int32_t error = part.size() ? run(&call, part.begin, part.size(), &fault) : 0)
        return error;
    }
  return 0;
}

} // namespace weir
