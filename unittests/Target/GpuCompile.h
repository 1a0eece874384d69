// Compiles one kernel for GPUs and keeps what it was after each step, and what ptxas says of it.
#pragma once

#include "lib/Target/Cuda/Ptxas.h"
#include "lib/Target/Sim/SimRunner.h"

#include <map>
#include <string>
#include <vector>

namespace weir::gpu {
struct GpuKernel;
}

namespace weir {

/// A row-major operand of a launch, in memory that begins at a multiple of 256 bytes plus `shift` elements.
class GpuOperand {
public:
  template <typename T>
  GpuOperand(std::vector<int64_t> sizes, const std::vector<T> &elements, int64_t shift = 0)
      : GpuOperand(std::move(sizes), sizeof(T), shift) {
    std::copy(elements.begin(), elements.end(), data<T>());
  }
  /// A result: its elements are not yet written.
  GpuOperand(std::vector<int64_t> sizes, size_t elementBytes, int64_t shift = 0);

  template <typename T> T *data() { return reinterpret_cast<T *>(start); }
  template <typename T> std::vector<T> values() { return {data<T>(), data<T>() + count}; }
  LaunchOperand launched() { return {start, sizes, strides}; }

private:
  std::vector<int64_t> sizes, strides;
  int64_t count = 1;
  std::vector<uint8_t> bytes;
  uint8_t *start;
};

struct GpuCompilation {
  /// `text` is a module with one function `@k`, of weir ops, with the attribute kernel.kernel; fails the test
  /// otherwise. `archs` are names with commas between, or empty.
  explicit GpuCompilation(const std::string &text, const std::string &archs = "sm_80,sm_90a");

  /// Runs all phases in the simulator; the fault's code. A report fails the test.
  int32_t run(std::vector<GpuOperand *> operands, std::vector<int64_t> scalars = {}, const sim::Options &options = {});

  /// How often a step's text has `part`.
  int count(const std::string &step, const std::string &part) const;
  /// The PTX for an arch, and what ptxas says of it; empty where there is no ptxas.
  const std::string &ptx(const std::string &arch) const { return ptxByArch.at(arch); }
  const cuda::PtxasReport &report(const std::string &arch) const { return reportByArch.at(arch); }

  std::map<std::string, std::string> steps; ///< the module's text after each
  std::vector<KernelPhase> phases;
  Kernel kernel; ///< with the image for the simulator
  weir_launch_plan launch = {};
  weir_fault fault = {};

private:
  void assemble(gpu::GpuKernel &compiled, const std::string &arch);

  std::map<std::string, std::string> ptxByArch;
  std::map<std::string, cuda::PtxasReport> reportByArch;
};

} // namespace weir
