// A compiled kernel in this process's memory, launched through the kernel ABI. For tests and oracles: it has neither
// artifact nor runtime around it.
#pragma once

#include "include/weir/Runtime/KernelAbi.h"
#include "lib/Target/Native/MappedCode.h"

#include <span>
#include <vector>

namespace weir {

/// One operand of a launch; strides in elements.
struct LaunchOperand {
  void *data = nullptr;
  std::vector<int64_t> sizes, strides;
};

class KernelRunner {
public:
  /// Maps the code of a kernel of a CPU target read-execute; the kernel itself need not live on.
  explicit KernelRunner(const Kernel &kernel);

  /// Whether the image could be mapped; without it `run` fails.
  bool isMapped() const { return code.isMapped(); }

  /// Runs all tiles of each phase, as `workers` ranges one after the other, each with scratch of its own; the fault's
  /// code, or -1.
  int32_t run(std::span<const LaunchOperand> operands, std::span<const int64_t> scalars, int workers = 1);

  /// Of the latest run.
  weir_launch_plan launch = {};
  weir_fault fault = {};

private:
  MappedCode code;
  uint64_t prepareOffset;
  std::vector<uint64_t> phaseOffsets;
};

} // namespace weir
