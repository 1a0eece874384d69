// Compiles one kernel and launches it through the kernel ABI, without artifact or runtime.
#pragma once

#include "lib/Target/Sim/SimRunner.h"

#include "mlir/IR/MLIRContext.h"

#include <memory>
#include <string>
#include <vector>

namespace weir {

/// A row-major buffer of one operand, with room behind it that must stay untouched.
class TestBuffer {
public:
  TestBuffer(std::vector<int64_t> sizes, int64_t elementBytes);
  template <typename T>
  TestBuffer(std::vector<int64_t> sizes, const std::vector<T> &elements) : TestBuffer(std::move(sizes), sizeof(T)) {
    std::copy(elements.begin(), elements.end(), data<T>());
  }

  template <typename T> T *data() { return reinterpret_cast<T *>(bytes.data()); }
  template <typename T> std::vector<T> values() { return {data<T>(), data<T>() + numElements()}; }
  int64_t numElements() const;
  bool guardIntact() const;

  std::vector<int64_t> sizes, strides;

private:
  std::vector<uint8_t> bytes;
  int64_t used;
};

/// A compiled kernel, mapped and ready to run.
class TestKernel {
public:
  /// `text` is a module with one function `@k`, of weir ops, with the attribute kernel.kernel; fails the test
  /// otherwise.
  TestKernel(const std::string &text, const std::string &target, const std::string &machine = "");

  /// Runs all tiles, on a CPU as `workers` ranges of them with scratch of their own; returns the fault's code. A report
  /// of the simulator fails the test.
  int32_t run(std::vector<TestBuffer *> operands, std::vector<int64_t> scalars = {}, int workers = 1);

  Kernel kernel;
  weir_launch_plan launch = {};
  weir_fault fault = {};

private:
  std::unique_ptr<KernelRunner> runner;
  std::unique_ptr<sim::SimRunner> simulator; ///< for kernels of target sim, in place of the runner
};

} // namespace weir
