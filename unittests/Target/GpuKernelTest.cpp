// What kernels look like on the way to a GPU, and what ptxas says of them.
#include "unittests/Target/GpuCompile.h"
#include "unittests/Target/PtxasReports.h"
#include "unittests/Target/TestKernels.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace weir {
namespace {

/// Registers, but no spills and nothing that ptxas warns of.
void expectClean(const GpuCompilation &compiled) {
  for (const char *arch : {"sm_80", "sm_90a"}) {
    const cuda::PtxasReport &report = compiled.report(arch);
    EXPECT_TRUE(report.warnings.empty()) << report.warnings.front();
    if (cuda::findPtxas())
      EXPECT_EQ(report.entries.size(), compiled.phases.size());
    for (const cuda::PtxasEntry &entry : report.entries) {
      EXPECT_GT(entry.registers, 0u);
      EXPECT_EQ(entry.spillStoreBytes + entry.spillLoadBytes + entry.stackBytes, 0u) << arch << " " << entry.symbol;
    }
  }
}

TEST(GpuKernelTest, ElementwiseTakesSixteenBytes) {
  GpuCompilation kernel(R"mlir(
    func.func @k(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.exp %x : (tensor<?xf32>) -> tensor<?xf32>
      %1 = weir.mul %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %1 : tensor<?xf32>
    })mlir");
  EXPECT_EQ(kernel.count("blocks", "vector.load"), 2);
  EXPECT_EQ(kernel.count("blocks", "vector.store"), 1);
  EXPECT_EQ(kernel.count("blocks", "alignment = 16"), 3);
  EXPECT_NE(kernel.ptx("sm_80").find("ld.global.v4"), std::string::npos);
  EXPECT_NE(kernel.ptx("sm_80").find("st.global.v4"), std::string::npos);
  expectClean(kernel);
}

TEST(GpuKernelTest, SoftmaxReducesByTeams) {
  GpuCompilation kernel(kSoftmax);
  expectClean(kernel);
}

TEST(GpuKernelTest, SumOfEverythingTakesTwoPhases) {
  GpuCompilation kernel(R"mlir(
    func.func @k(%x: tensor<?x?xf32>) -> tensor<f32> attributes {kernel.kernel} {
      %0 = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<?x?xf32>) -> tensor<f32>
      return %0 : tensor<f32>
    })mlir");
  ASSERT_EQ(kernel.phases.size(), 2u);
  expectClean(kernel);
}

TEST(GpuKernelTest, ColumnSums) {
  GpuCompilation kernel(R"mlir(
    func.func @k(%x: tensor<?x?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<?x?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    })mlir");
  ASSERT_EQ(kernel.phases.size(), 2u);
  expectClean(kernel);
}

TEST(GpuKernelTest, ShortSumsOfKnownSizesAreWhole) {
  GpuCompilation kernel(R"mlir(
    func.func @k(%x: tensor<64x100xf32>) -> tensor<64xf32> attributes {kernel.kernel} {
      %0 = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<64x100xf32>) -> tensor<64xf32>
      return %0 : tensor<64xf32>
    })mlir");
  EXPECT_EQ(kernel.phases.size(), 1u);
  EXPECT_EQ(kernel.count("blocks", "gpu.barrier"), 0);
  EXPECT_EQ(kernel.count("blocks", "nvvm.shfl.sync"), 5);
  expectClean(kernel);
}

TEST(GpuKernelTest, GatherWithChecks) {
  GpuCompilation kernel(R"mlir(
    func.func @k(%x: tensor<?x?xf32>, %i: tensor<?x1xi64>) -> tensor<?x1xf32> attributes {kernel.kernel} {
      %0 = weir.gather %x, %i {dim = 1 : i64} : (tensor<?x?xf32>, tensor<?x1xi64>) -> tensor<?x1xf32> loc("net.py":7:3)
      return %0 : tensor<?x1xf32>
    })mlir");
  expectClean(kernel);
}

/// A kernel of so many independent sums of matrices, each of `terms`.
std::string sums(int count, int terms) {
  const std::string type = "tensor<?x?xf32>";
  std::string parameters, results, body, values;
  for (int i = 0; i < count; ++i) {
    std::string n = std::to_string(i), separator = i == 0 ? "" : ", ", sum = "%a" + n + "_0";
    for (int j = 0; j < terms; ++j) {
      std::string term = "%a" + n + "_" + std::to_string(j), next = "%s" + n + "_" + std::to_string(j);
      parameters += (j == 0 ? separator : ", ") + term + ": " + type;
      if (j == 0)
        continue;
      body += next + " = weir.add " + sum + ", " + term + " : (" + type + ", " + type + ") -> " + type + "\n";
      sum = next;
    }
    results += separator + type;
    values += separator + sum;
  }
  return "func.func @k(" + parameters + ") -> (" + results + ") attributes {kernel.kernel} {\n" + body + "return " +
         values + " : " + results + "\n}";
}

// 12 nests of 9 matrices have 540 words of operands, 4.2 KiB: more than PTX before 8.1 takes.
TEST(GpuKernelTest, ManyNestsAreOneLaunch) {
  GpuCompilation kernel(sums(12, 8));
  ASSERT_EQ(kernel.phases.size(), 1u);
  EXPECT_GT(llvm::StringRef(kernel.ptx("sm_80")).count(".param .u64 "), 512u);
  expectClean(kernel);
}

TEST(GpuKernelTest, TooManyOperandsAreAnError) {
  testing::internal::CaptureStderr();
  EXPECT_NONFATAL_FAILURE(GpuCompilation(sums(300, 2)), "the kernel does not compile");
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "expects a kernel for GPUs to have at most 32764 bytes of addresses, sizes and strides of operands, "
                "got 36144"),
            std::string::npos);
}

TEST(PtxasReports, AreTheSameWhenAskedAgain) {
  std::optional<std::string> ptxas = cuda::findPtxas();
  if (!ptxas)
    GTEST_SKIP() << "there is no ptxas";
  std::string ptx = ".version 8.0\n.target sm_80\n.address_size 64\n// " + std::to_string(time(nullptr)) +
                    "\n.visible .entry k(.param .u64 p)\n{\n  .local .align 4 .b8 room[64];\n  ret;\n}\n";
  Result<cuda::PtxasReport> first = ptxasReport(*ptxas, ptx, "sm_80"), again = ptxasReport(*ptxas, ptx, "sm_80");
  ASSERT_TRUE(bool(first)) << first.message();
  ASSERT_TRUE(bool(again)) << again.message();
  ASSERT_EQ(first->entries.size(), 1u);
  ASSERT_EQ(again->entries.size(), 1u);
  EXPECT_EQ(again->entries[0].symbol, first->entries[0].symbol);
  EXPECT_EQ(again->entries[0].registers, first->entries[0].registers);
  EXPECT_EQ(again->warnings, first->warnings);
  EXPECT_FALSE(bool(ptxasReport(*ptxas, "no PTX", "sm_80"))) << "errors are not kept";
}

} // namespace
} // namespace weir
