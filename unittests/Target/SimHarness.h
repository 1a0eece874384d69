// Kernels written by hand as gpu.modules, compiled for the simulator and launched there.
#pragma once

#include "lib/Target/Native/MappedCode.h"
#include "unittests/Sim/Kernel.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <string>

namespace weir {

struct SimKernelOptions {
  uint32_t threads = 32;
  uint32_t sharedBytes = 0; ///< dynamic
  bool check = true;
};

class SimKernel {
public:
  /// `text` is a module with a gpu.module with a kernel `@k` on pointers and i64, of scf, arith, gpu, LLVM and
  /// NVVM ops; fails the test otherwise.
  explicit SimKernel(const std::string &text, const SimKernelOptions &options = {});

  /// To be given operands and scalars, and run.
  sim::TestLaunch launch(int64_t blocks = 1) const;
  /// The image, which a kernel with tables reads.
  sim::MemoryRange constants() const;
  /// With the names and lines of the kernel's ops.
  std::string textOf(const std::optional<sim::Report> &report) const;

  KernelImage image;
  std::vector<Location> locations;

private:
  std::unique_ptr<MappedCode> code;
};

inline testing::AssertionResult isSilent(const SimKernel &kernel, const std::optional<sim::Report> &report) {
  return report ? testing::AssertionFailure() << kernel.textOf(report) : testing::AssertionSuccess();
}

/// What is wrong, at an op of this name.
inline testing::AssertionResult isReported(const SimKernel &kernel, const std::optional<sim::Report> &report,
                                           sim::Problem problem, const std::string &op) {
  if (report && report->problem == problem && kernel.locations[report->actor.site].op == op)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << kernel.textOf(report);
}

} // namespace weir
