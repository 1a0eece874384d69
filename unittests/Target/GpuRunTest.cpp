// Kernels for GPUs in the simulator, with sizes on both sides of every choice that their code makes.
#include "unittests/Target/GpuCompile.h"
#include "unittests/Target/TestKernels.h"

#include <cmath>
#include <gtest/gtest.h>

namespace weir {
namespace {

/// Half the unit in the last place of 1.
constexpr double kUnit = 0x1p-24;

TEST(GpuRunTest, ElementwiseOfAnySizeAndAlignment) {
  GpuCompilation kernel(R"mlir(
    func.func @k(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.mul %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    })mlir");
  for (int64_t n : {0, 1, 3, 4, 5, 4096, 4097, 10001})
    for (int64_t shift : {0, 1}) {
      std::vector<float> xs = randomFloats(n, 1), ys = randomFloats(n, 2);
      GpuOperand x({n}, xs, shift), y({n}, ys), out({n}, sizeof(float), shift);
      ASSERT_EQ(kernel.run({&x, &y, &out}), 0);
      for (int64_t i = 0; i < n; ++i)
        ASSERT_EQ(out.data<float>()[i], xs[i] * ys[i]) << n << " " << i;
    }
}

// Rows of a warp and of a block, by vectors and not, that fit in shared memory and don't, aligned and not.
TEST(GpuRunTest, SoftmaxRows) {
  GpuCompilation kernel(kSoftmax);
  for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{
           {1, 1}, {3, 10}, {9, 32}, {17, 128}, {2, 1000}, {3, 1024}, {3, 1025}, {2, 1028}, {2, 20000}, {1, 13001}})
    for (int64_t shift : {0, 1}) {
      std::vector<float> xs = randomFloats(m * n);
      GpuOperand x({m, n}, xs, shift), out({m, n}, sizeof(float));
      ASSERT_EQ(kernel.run({&x, &out}, {m, n}), 0);
      for (int64_t i = 0; i < m; ++i) {
        double largest = *std::max_element(&xs[i * n], &xs[i * n] + n), sum = 0;
        for (int64_t j = 0; j < n; ++j)
          sum += std::exp(xs[i * n + j] - largest);
        for (int64_t j = 0; j < n; ++j) {
          double expected = std::exp(xs[i * n + j] - largest) / sum;
          ASSERT_NEAR(out.data<float>()[i * n + j], expected, expected * kUnit * (16 + std::log2(n))) << i << " " << j;
        }
      }
    }
}

// The order of a sum follows from sizes alone: memory that is aligned otherwise gives the same bits.
TEST(GpuRunTest, AlignmentChangesNoBit) {
  GpuCompilation kernel(kSoftmax);
  for (int64_t n : {64, 2000}) {
    std::vector<float> xs = randomFloats(2 * n);
    GpuOperand x({2, n}, xs), shifted({2, n}, xs, 1), out({2, n}, sizeof(float)), again({2, n}, sizeof(float), 3);
    ASSERT_EQ(kernel.run({&x, &out}, {2, n}), 0);
    ASSERT_EQ(kernel.run({&shifted, &again}, {2, n}), 0);
    EXPECT_EQ(out.values<float>(), again.values<float>());
  }
}

double absoluteSum(const std::vector<float> &values) {
  double sum = 0;
  for (float value : values)
    sum += std::abs(value);
  return sum;
}

TEST(GpuRunTest, SumsWholeAndInParts) {
  GpuCompilation columns(R"mlir(
    func.func @k(%x: tensor<?x?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<?x?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    })mlir");
  GpuCompilation total(R"mlir(
    func.func @k(%x: tensor<?x?xf32>) -> tensor<f32> attributes {kernel.kernel} {
      %0 = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<?x?xf32>) -> tensor<f32>
      return %0 : tensor<f32>
    })mlir");
  bool wasSplit[2][2] = {};
  for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{
           {1, 1}, {3, 10}, {64, 33}, {1000, 5}, {1000, 8}, {70, 1000}, {0, 4}, {300, 120}, {1, 40000}, {33333, 1}}) {
    std::vector<float> xs = randomFloats(m * n);
    GpuOperand x({m, n}, xs), out({n}, sizeof(float)), sum({}, sizeof(float));
    ASSERT_EQ(columns.run({&x, &out}), 0);
    ASSERT_EQ(total.run({&x, &sum}), 0);
    wasSplit[0][columns.launch.tiles[1] > 0] = wasSplit[1][total.launch.tiles[1] > 0] = true;
    double all = 0;
    for (int64_t j = 0; j < n; ++j) {
      double expected = 0, magnitude = 0;
      for (int64_t i = 0; i < m; ++i) {
        expected += xs[i * n + j];
        magnitude += std::abs(xs[i * n + j]);
      }
      all += expected;
      ASSERT_NEAR(out.data<float>()[j], expected, kUnit * m * magnitude) << m << " " << n << " " << j;
    }
    ASSERT_NEAR(sum.data<float>()[0], all, kUnit * m * n * absoluteSum(xs)) << m << " " << n;
  }
  for (auto &kernel : wasSplit)
    EXPECT_TRUE(kernel[0] && kernel[1]);
}

TEST(GpuRunTest, TransposesByTiles) {
  GpuCompilation kernel(R"mlir(
    func.func @k(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> attributes {kernel.kernel} {
      %0 = weir.transpose %x {permutation = array<i64: 0, 2, 1>} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
      %1 = weir.add %0, %y : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
      return %1 : tensor<?x?x?xf32>
    })mlir");
  EXPECT_EQ(kernel.count("blocks", "gpu.barrier"), 1);
  for (auto [b, m, n] :
       std::vector<std::array<int64_t, 3>>{{1, 1, 1}, {2, 32, 32}, {2, 40, 70}, {3, 5, 64}, {0, 4, 4}}) {
    std::vector<float> xs = randomFloats(b * m * n, 1), ys = randomFloats(b * m * n, 2);
    GpuOperand x({b, m, n}, xs), y({b, n, m}, ys), out({b, n, m}, sizeof(float));
    ASSERT_EQ(kernel.run({&x, &y, &out}), 0);
    for (int64_t p = 0; p < b; ++p)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j)
          ASSERT_EQ(out.data<float>()[(p * n + j) * m + i], xs[(p * m + i) * n + j] + ys[(p * n + j) * m + i]);
  }
}

/// What is padded along a loop has positions of its own there: there are no tiles of it.
TEST(GpuRunTest, TransposesThatArePadded) {
  constexpr int64_t kBatch = 2, kRows = 24, kColumns = 30, kPadded = kColumns + 3;
  GpuCompilation kernel(R"mlir(
    func.func @k(%x: tensor<2x24x30xf32>) -> tensor<2x33x24xf32> attributes {kernel.kernel} {
      %0 = weir.transpose %x {permutation = array<i64: 0, 2, 1>} : (tensor<2x24x30xf32>) -> tensor<2x30x24xf32>
      %1 = weir.pad %0 {starts = array<i64: 0, 1, 0>, steps = array<i64: 1, 1, 1>, value = 2.000000e+00 : f64}
          : tensor<2x30x24xf32> -> tensor<2x33x24xf32>
      return %1 : tensor<2x33x24xf32>
    })mlir");
  std::vector<float> xs = randomFloats(kBatch * kRows * kColumns);
  GpuOperand x({kBatch, kRows, kColumns}, xs), out({kBatch, kPadded, kRows}, sizeof(float));
  ASSERT_EQ(kernel.run({&x, &out}), 0);
  for (int64_t p = 0; p < kBatch; ++p)
    for (int64_t j = 0; j < kPadded; ++j)
      for (int64_t i = 0; i < kRows; ++i) {
        bool isInside = j >= 1 && j <= kColumns;
        float expected = isInside ? xs[(p * kRows + i) * kColumns + j - 1] : 2;
        ASSERT_EQ(out.data<float>()[(p * kPadded + j) * kRows + i], expected) << p << " " << j << " " << i;
      }
}

TEST(GpuRunTest, ScatterAddsInOrder) {
  GpuCompilation kernel(R"mlir(
    func.func @k(%x: tensor<?x?xbf16>, %i: tensor<?x?xi64>, %u: tensor<?x?xbf16>) -> tensor<?x?xbf16>
        attributes {kernel.kernel} {
      %0 = weir.scatter_add %x, %i, %u {dim = 0 : i64}
          : (tensor<?x?xbf16>, tensor<?x?xi64>, tensor<?x?xbf16>) -> tensor<?x?xbf16> loc("net.py":5:1)
      return %0 : tensor<?x?xbf16>
    })mlir");
  // 1.0 three times at one position of the first column, and once at another of the second.
  GpuOperand x({3, 2}, std::vector<uint16_t>(6, 0)), out({3, 2}, 2);
  GpuOperand updates({3, 2}, std::vector<uint16_t>{0x3F80, 0x3F80, 0x3F80, 0, 0x3F80, 0});
  GpuOperand index({3, 2}, std::vector<int64_t>{2, 1, 2, 0, 2, 0}), bad({3, 2}, std::vector<int64_t>{2, 1, 2, 0, 3, 0});
  ASSERT_EQ(kernel.run({&x, &index, &updates, &out}), 0);
  EXPECT_EQ(out.values<uint16_t>(), (std::vector<uint16_t>{0, 0, 0, 0x3F80, 0x4040, 0}));
  ASSERT_EQ(kernel.run({&x, &bad, &updates, &out}), WEIR_FAULT_INDEX);
  EXPECT_EQ(kernel.fault.values[0], 3);
  EXPECT_EQ(kernel.fault.values[1], 3);
  EXPECT_EQ(kernel.kernel.locations.at(kernel.fault.ordinal).line, 5u);
}

// Many threads find bad data; one of them says which.
TEST(GpuRunTest, FirstFaultCounts) {
  GpuCompilation kernel(R"mlir(
    func.func @k(%x: tensor<?xi64>, %y: tensor<?xi64>) -> tensor<?xi64> attributes {kernel.kernel} {
      %0 = weir.div %x, %y : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64> loc("net.py":9:1)
      return %0 : tensor<?xi64>
    })mlir");
  GpuOperand x({1000}, std::vector<int64_t>(1000, 7)), y({1000}, std::vector<int64_t>(1000, 0)), out({1000}, 8);
  ASSERT_EQ(kernel.run({&x, &y, &out}), WEIR_FAULT_DIVISION);
  EXPECT_EQ(kernel.kernel.locations.at(kernel.fault.ordinal).line, 9u);
}

} // namespace
} // namespace weir
