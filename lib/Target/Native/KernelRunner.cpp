// Maps a compiled kernel and launches it through the kernel ABI.
#include "lib/Target/Native/KernelRunner.h"

#include "lib/Support/IterationRule.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <sys/mman.h>

namespace weir {

namespace {

using Memory = std::unique_ptr<void, decltype(&std::free)>;

constexpr int64_t kAlignment = 64;

/// At least one line, so that a pointer to nothing is still a pointer.
Memory allocate(int64_t bytes) {
  return Memory(std::aligned_alloc(kAlignment, (bytes + 2 * kAlignment - 1) / kAlignment * kAlignment), &std::free);
}

} // namespace

KernelRunner::KernelRunner(const Kernel &kernel)
    : bytes(kernel.image.size()), prepareOffset(kernel.prepareOffset), runOffset(kernel.runOffset) {
  void *mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return;
  std::memcpy(mapped, kernel.image.data(), bytes);
  if (mprotect(mapped, bytes, PROT_READ | PROT_EXEC) == 0)
    code = static_cast<uint8_t *>(mapped);
  else
    munmap(mapped, bytes);
}

KernelRunner::~KernelRunner() {
  if (code)
    munmap(code, bytes);
}

int32_t KernelRunner::run(std::span<const LaunchOperand> operands, std::span<const int64_t> scalars, int workers) {
  launch = {};
  fault = {};
  if (!code)
    return -1;
  std::vector<int64_t> table;
  std::vector<void *> pointers;
  for (const LaunchOperand &operand : operands) {
    pointers.push_back(operand.data);
    table.insert(table.end(), operand.sizes.begin(), operand.sizes.end());
    table.insert(table.end(), operand.strides.begin(), operand.strides.end());
  }
  table.insert(table.end(), scalars.begin(), scalars.end());
  auto prepare = reinterpret_cast<weir_prepare_fn>(code + prepareOffset);
  auto runTiles = reinterpret_cast<weir_run_fn>(code + runOffset);
  if (int32_t error = prepare(table.data(), &launch, &fault))
    return error;
  Memory workspace = allocate(launch.workspace_bytes);
  for (int worker = 0; worker < workers; ++worker) {
    Memory scratch = allocate(launch.scratch_bytes);
    Range part = balancedPart(launch.tiles, workers, worker);
    weir_call call{pointers.data(), table.data(), &launch, scratch.get(), workspace.get()};
    if (int32_t error = part.size() ? runTiles(&call, part.begin, part.size(), &fault) : 0)
      return error;
  }
  return 0;
}

} // namespace weir
