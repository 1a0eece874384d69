// A kernel on target sim, checked while it runs, and the errors that its sums of products may have.
#pragma once

#include "unittests/Target/GpuCompile.h"
#include "unittests/Target/StridedBuffer.h"

#include <cmath>
#include <gtest/gtest.h>

namespace weir {

/// The rounding error of one operation, relative to its result, and of the smallest results, absolutely.
inline double unitOf(DType dtype) { return dtype == DType::BF16 ? 0x1p-8 : dtype == DType::F16 ? 0x1p-11 : 0x1p-24; }
inline double smallestOf(DType dtype) { return dtype == DType::F16 ? 0x1p-24 : 0x1p-126; }

inline std::string dtypeName(DType dtype) { return std::string(name(dtype)); }

/// A sum of products, and of their magnitudes.
struct ProductSum {
  double value = 0, magnitude = 0;

  void add(double term) {
    value += term;
    magnitude += std::abs(term);
  }
  /// How far a sum of `terms` in f32 may be off, in any order.
  double error(int64_t terms) const { return 0x1p-23 * static_cast<double>(terms + 1) * magnitude; }
};

/// A kernel that the simulator runs, without code for a GPU.
struct ProductKernel : GpuCompilation {
  explicit ProductKernel(const std::string &text) : GpuCompilation(text, /*archs=*/"") {}

  /// Fails the test where the simulator finds something wrong or a gap between elements is written.
  void run(std::vector<StridedBuffer *> operands, std::vector<int64_t> scalars = {}, const sim::Options &options = {}) {
    ASSERT_FALSE(kernel.images.empty());
    std::vector<LaunchOperand> launched;
    for (StridedBuffer *operand : operands)
      launched.push_back(operand->operand());
    sim::SimRunner runner(kernel, options);
    EXPECT_EQ(runner.run(launched, scalars), 0) << runner.reportText();
    launch = runner.launch;
    for (StridedBuffer *operand : operands)
      EXPECT_TRUE(operand->gapsIntact());
  }
};

/// Code for f16 is that for bf16 but for the kind of mma. Without a toolkit there is nothing to look at.
inline void expectNoSpills(const std::string &text) {
  GpuCompilation kernel(text);
  for (const char *arch : {"sm_80", "sm_90a"}) {
    const cuda::PtxasReport &report = kernel.report(arch);
    EXPECT_TRUE(report.warnings.empty()) << report.warnings.front();
    EXPECT_EQ(report.entries.size(), cuda::findPtxas() ? kernel.phases.size() : 0u);
    for (const cuda::PtxasEntry &entry : report.entries)
      EXPECT_EQ(entry.spillStoreBytes + entry.spillLoadBytes + entry.stackBytes, 0u)
          << arch << " " << entry.symbol << " of\n"
          << text;
  }
}

} // namespace weir
