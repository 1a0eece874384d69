// Kernels of every target against numbers worked out here in f64.
#include "unittests/Target/KernelHarness.h"
#include "unittests/Target/TestKernels.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace weir {
namespace {

class KernelTest : public testing::TestWithParam<const char *> {};

TEST_P(KernelTest, ElementwiseChainOfAnySize) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.exp %x : (tensor<?xf32>) -> tensor<?xf32>
      %1 = weir.mul %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %2 = weir.add %1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %2 : tensor<?xf32>
    })mlir",
                    GetParam());
  for (int64_t n : {0, 1, 7, 16, 33, 100000}) {
    std::vector<float> xs = randomFloats(n, 1), ys = randomFloats(n, 2);
    TestBuffer x({n}, xs), y({n}, ys), out({n}, sizeof(float));
    ASSERT_EQ(kernel.run({&x, &y, &out}, {}, 3), 0);
    for (int64_t i = 0; i < n; ++i) {
      double expected = std::exp(double(xs[i])) * ys[i] + xs[i];
      ASSERT_NEAR(out.data<float>()[i], expected, 4e-7 * (std::abs(expected) + std::exp(2.0) * 2)) << i;
    }
    EXPECT_TRUE(out.guardIntact());
  }
}

TEST_P(KernelTest, SoftmaxRows) {
  TestKernel kernel(kSoftmax, GetParam());
  for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {3, 10}, {64, 10}, {5, 37}, {2, 1000}, {0, 4}}) {
    std::vector<float> xs = randomFloats(m * n);
    TestBuffer x({m, n}, xs), out({m, n}, sizeof(float));
    ASSERT_EQ(kernel.run({&x, &out}, {m, n}, 2), 0);
    for (int64_t i = 0; i < m; ++i) {
      double largest = *std::max_element(&xs[i * n], &xs[i * n] + n), sum = 0;
      for (int64_t j = 0; j < n; ++j)
        sum += std::exp(xs[i * n + j] - largest);
      for (int64_t j = 0; j < n; ++j)
        ASSERT_NEAR(out.data<float>()[i * n + j], std::exp(xs[i * n + j] - largest) / sum, 1e-6) << i << " " << j;
    }
    EXPECT_TRUE(out.guardIntact());
  }
}

// Sizes are known, so that the exponentials of a row are kept.
TEST_P(KernelTest, SoftmaxRowsOfKnownLength) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<5x37xf32>) -> tensor<5x37xf32> attributes {kernel.kernel} {
      %0 = weir.reduce_max %x {dims = array<i64: 1>} : (tensor<5x37xf32>) -> tensor<5xf32>
      %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<5xf32> -> tensor<5x37xf32>
      %2 = weir.sub %x, %1 : (tensor<5x37xf32>, tensor<5x37xf32>) -> tensor<5x37xf32>
      %3 = weir.exp %2 : (tensor<5x37xf32>) -> tensor<5x37xf32>
      %4 = weir.reduce_sum %3 {dims = array<i64: 1>} : (tensor<5x37xf32>) -> tensor<5xf32>
      %5 = weir.broadcast %4 {dims = array<i64: 0>} : tensor<5xf32> -> tensor<5x37xf32>
      %6 = weir.div %3, %5 : (tensor<5x37xf32>, tensor<5x37xf32>) -> tensor<5x37xf32>
      return %6 : tensor<5x37xf32>
    })mlir",
                    GetParam());
  std::vector<float> xs = randomFloats(5 * 37);
  TestBuffer x({5, 37}, xs), out({5, 37}, sizeof(float));
  ASSERT_EQ(kernel.run({&x, &out}, {}, 2), 0);
  for (int64_t i = 0; i < 5; ++i) {
    double sum = 0;
    for (int64_t j = 0; j < 37; ++j)
      sum += std::exp(double(xs[i * 37 + j]));
    for (int64_t j = 0; j < 37; ++j)
      ASSERT_NEAR(out.data<float>()[i * 37 + j], std::exp(double(xs[i * 37 + j])) / sum, 1e-6) << i << " " << j;
  }
  EXPECT_TRUE(out.guardIntact());
}

// One row, whose sum is known before any loop over rows.
TEST_P(KernelTest, SharesOfATotal) {
  for (int64_t n : {1, 7, 64, 1000}) {
    std::string type = "tensor<" + std::to_string(n) + "xf32>";
    std::string same = "(" + type + ", " + type + ") -> " + type;
    TestKernel kernel("func.func @k(%x: " + type + ") -> " + type + " attributes {kernel.kernel} {\n" +
                          "%0 = weir.exp %x : (" + type + ") -> " + type + "\n" +
                          "%1 = weir.reduce_sum %0 {dims = array<i64: 0>} : (" + type + ") -> tensor<f32>\n" +
                          "%2 = weir.broadcast %1 {dims = array<i64>} : tensor<f32> -> " + type + "\n" +
                          "%3 = weir.div %0, %2 : " + same + "\n" + "return %3 : " + type + "\n}\n",
                      GetParam());
    std::vector<float> xs = randomFloats(n);
    TestBuffer x({n}, xs), out({n}, sizeof(float));
    ASSERT_EQ(kernel.run({&x, &out}, {}, 2), 0);
    double sum = 0;
    for (float value : xs)
      sum += std::exp(double(value));
    for (int64_t i = 0; i < n; ++i)
      ASSERT_NEAR(out.data<float>()[i], std::exp(double(xs[i])) / sum, 1e-6) << i;
    EXPECT_TRUE(out.guardIntact());
  }
}

TEST_P(KernelTest, ColumnSumAndTotal) {
  TestKernel columns(R"mlir(
    func.func @k(%x: tensor<?x?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<?x?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    })mlir",
                     GetParam());
  TestKernel total(R"mlir(
    func.func @k(%x: tensor<?x?xf32>) -> tensor<f32> attributes {kernel.kernel} {
      %0 = weir.reduce_sum %x {dims = array<i64: 0, 1>} : (tensor<?x?xf32>) -> tensor<f32>
      return %0 : tensor<f32>
    })mlir",
                   GetParam());
  for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {3, 10}, {64, 33}, {1000, 5}, {0, 4}}) {
    std::vector<float> xs = randomFloats(m * n);
    TestBuffer x({m, n}, xs), out({n}, sizeof(float)), sum({}, sizeof(float));
    ASSERT_EQ(columns.run({&x, &out}, {}, 2), 0);
    ASSERT_EQ(total.run({&x, &sum}), 0);
    double all = 0, magnitude = 0;
    for (int64_t j = 0; j < n; ++j) {
      double expected = 0;
      for (int64_t i = 0; i < m; ++i) {
        expected += xs[i * n + j];
        magnitude += std::abs(xs[i * n + j]);
      }
      all += expected;
      ASSERT_NEAR(out.data<float>()[j], expected, 6e-8 * m * 2 * m + 1e-30);
    }
    EXPECT_NEAR(sum.data<float>()[0], all, 6e-8 * m * n * magnitude + 1e-30);
  }
}

TEST_P(KernelTest, MatmulWithEpilogue) {
  TestKernel kernel(R"mlir(
    func.func @k(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %bias: tensor<?xf32>, %m: index, %n: index) -> tensor<?x?xf32>
        attributes {kernel.kernel} {
      %0 = weir.matmul %a, %b {transpose_b} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      %1 = weir.broadcast %bias sizes(%m, %n) {dims = array<i64: 1>} : tensor<?xf32> -> tensor<?x?xf32>
      %2 = weir.add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      %3 = weir.relu %2 : (tensor<?x?xf32>) -> tensor<?x?xf32>
      return %3 : tensor<?x?xf32>
    })mlir",
                    GetParam());
  for (auto [m, n, k] :
       std::vector<std::array<int64_t, 3>>{{1, 1, 1}, {64, 10, 128}, {37, 65, 19}, {130, 100, 300}, {3, 4, 0}}) {
    std::vector<float> as = randomFloats(m * k, 1), bs = randomFloats(n * k, 2), biases = randomFloats(n, 3);
    TestBuffer a({m, k}, as), b({n, k}, bs), bias({n}, biases), out({m, n}, sizeof(float));
    ASSERT_EQ(kernel.run({&a, &b, &bias, &out}, {m, n}, 3), 0);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double sum = biases[j], magnitude = std::abs(biases[j]);
        for (int64_t p = 0; p < k; ++p) {
          sum += double(as[i * k + p]) * bs[j * k + p];
          magnitude += std::abs(double(as[i * k + p]) * bs[j * k + p]);
        }
        ASSERT_NEAR(out.data<float>()[i * n + j], std::max(sum, 0.0), 6e-8 * (k + 2) * magnitude) << i << " " << j;
      }
    EXPECT_TRUE(out.guardIntact());
  }
}

TEST_P(KernelTest, BatchedMatmulWithEpilogue) {
  TestKernel kernel(R"mlir(
    func.func @k(%a: tensor<?x?x?x?xf32>, %b: tensor<?x?x?x?xf32>, %bias: tensor<?x?xf32>,
                 %g: index, %h: index, %m: index, %n: index) -> tensor<?x?x?x?xf32> attributes {kernel.kernel} {
      %0 = weir.matmul %a, %b {transpose_b} : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
      %1 = weir.broadcast %bias sizes(%g, %h, %m, %n) {dims = array<i64: 1, 3>} : tensor<?x?xf32> -> tensor<?x?x?x?xf32>
      %2 = weir.add %0, %1 : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
      return %2 : tensor<?x?x?x?xf32>
    })mlir",
                    GetParam());
  using Sizes = std::array<int64_t, 5>;
  for (auto [g, h, m, n, k] : {Sizes{1, 1, 1, 1, 1}, Sizes{2, 3, 5, 7, 4}, Sizes{1, 6, 67, 67, 64},
                               Sizes{3, 2, 1, 40, 33}, Sizes{0, 2, 3, 3, 3}, Sizes{2, 2, 3, 4, 0}}) {
    std::vector<float> as = randomFloats(g * h * m * k, 1), bs = randomFloats(g * h * n * k, 2);
    std::vector<float> biases = randomFloats(h * n, 3);
    TestBuffer a({g, h, m, k}, as), b({g, h, n, k}, bs), bias({h, n}, biases), out({g, h, m, n}, sizeof(float));
    ASSERT_EQ(kernel.run({&a, &b, &bias, &out}, {g, h, m, n}, 3), 0);
    for (int64_t index = 0; index < g * h * m * n; ++index) {
      int64_t j = index % n, i = index / n % m, product = index / n / m;
      double sum = biases[product % h * n + j], magnitude = std::abs(sum);
      for (int64_t p = 0; p < k; ++p) {
        double term = double(as[(product * m + i) * k + p]) * bs[(product * n + j) * k + p];
        sum += term;
        magnitude += std::abs(term);
      }
      ASSERT_NEAR(out.data<float>()[index], sum, 6e-8 * (k + 2) * magnitude) << index;
    }
    EXPECT_TRUE(out.guardIntact());
  }
}

TEST_P(KernelTest, GatherChecksItsIndices) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?x?xf32>, %i: tensor<?x1xi64>) -> tensor<?x1xf32> attributes {kernel.kernel} {
      %0 = weir.gather %x, %i {dim = 1 : i64} : (tensor<?x?xf32>, tensor<?x1xi64>) -> tensor<?x1xf32> loc("net.py":7:3)
      return %0 : tensor<?x1xf32>
    })mlir",
                    GetParam());
  TestBuffer x({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6}), out({2, 1}, sizeof(float));
  TestBuffer good({2, 1}, std::vector<int64_t>{2, 0}), bad({2, 1}, std::vector<int64_t>{2, 3});
  ASSERT_EQ(kernel.run({&x, &good, &out}), 0);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{3, 4}));
  ASSERT_EQ(kernel.run({&x, &bad, &out}), WEIR_FAULT_INDEX);
  EXPECT_EQ(kernel.fault.values[0], 3);
  EXPECT_EQ(kernel.fault.values[1], 3);
  ASSERT_LT(size_t(kernel.fault.ordinal), kernel.kernel.locations.size());
  EXPECT_EQ(kernel.kernel.locations[kernel.fault.ordinal].file, "net.py");
  EXPECT_EQ(kernel.kernel.locations[kernel.fault.ordinal].line, 7u);
}

TEST_P(KernelTest, SizesThatDontFitAreRefused) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc("net.py":3:1)
      return %0 : tensor<?xf32>
    })mlir",
                    GetParam());
  TestBuffer x({4}, sizeof(float)), y({3}, sizeof(float)), out({4}, sizeof(float));
  ASSERT_EQ(kernel.run({&x, &y, &out}), WEIR_FAULT_SIZE);
  EXPECT_EQ(kernel.fault.values[0], 3);
  EXPECT_EQ(kernel.fault.values[1], 4);
  EXPECT_EQ(kernel.kernel.locations.at(kernel.fault.ordinal).op, "add");
  EXPECT_EQ(kernel.kernel.locations.at(kernel.fault.ordinal).line, 3u);
}

TEST_P(KernelTest, SlicesOfTooFewElementsAreRefused) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.slice %x sizes(%n) {starts = array<i64: 1>, steps = array<i64: 3>} : tensor<?xf32> -> tensor<?xf32> loc("net.py":3:1)
      return %0 : tensor<?xf32>
    })mlir",
                    GetParam());
  TestBuffer enough({5}, std::vector<float>{1, 2, 3, 4, 5}), few({4}, sizeof(float)), none({0}, sizeof(float));
  TestBuffer out({2}, sizeof(float)), nothing({0}, sizeof(float));
  ASSERT_EQ(kernel.run({&enough, &out}, {2}), 0);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{2, 5}));
  ASSERT_EQ(kernel.run({&few, &out}, {2}), WEIR_FAULT_SIZE);
  EXPECT_EQ(kernel.fault.values[0], 4);
  EXPECT_EQ(kernel.fault.values[1], 5);
  EXPECT_EQ(kernel.kernel.locations.at(kernel.fault.ordinal).op, "slice");
  EXPECT_EQ(kernel.run({&none, &out}, {2}), WEIR_FAULT_SIZE);
  EXPECT_EQ(kernel.run({&none, &nothing}, {0}), 0);
}

TEST_P(KernelTest, SlicesOfTooFewElementsAreRefusedWhereOneSizeIsKnown) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?xf32>) -> tensor<2xf32> attributes {kernel.kernel} {
      %0 = weir.exp %x : (tensor<?xf32>) -> tensor<?xf32>
      %1 = weir.slice %0 {starts = array<i64: 1>, steps = array<i64: 1>} : tensor<?xf32> -> tensor<2xf32>
      return %1 : tensor<2xf32>
    })mlir",
                    GetParam());
  TestBuffer enough({3}, std::vector<float>{1, 0, 0}), few({2}, sizeof(float)), out({2}, sizeof(float));
  ASSERT_EQ(kernel.run({&enough, &out}), 0);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{1, 1}));
  ASSERT_EQ(kernel.run({&few, &out}), WEIR_FAULT_SIZE);
  EXPECT_EQ(kernel.fault.values[1], 3);
}

TEST_P(KernelTest, ScatterAddSumsInOrder) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?xf32>, %i: tensor<?xi64>, %u: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.scatter_add %x, %i, %u {dim = 0 : i64} : (tensor<?xf32>, tensor<?xi64>, tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    })mlir",
                    GetParam());
  TestBuffer x({3}, std::vector<float>{1, 2, 3}), out({3}, sizeof(float));
  TestBuffer index({4}, std::vector<int64_t>{2, 0, 2, 2}), updates({4}, std::vector<float>{1, 10, 100, 1000});
  ASSERT_EQ(kernel.run({&x, &index, &updates, &out}), 0);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{11, 2, 1104}));
}

TEST_P(KernelTest, ScatterKeepsTheLast) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?xf32>, %i: tensor<?xi64>, %u: tensor<?xf32>) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.scatter %x, %i, %u {dim = 0 : i64} : (tensor<?xf32>, tensor<?xi64>, tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    })mlir",
                    GetParam());
  TestBuffer x({3}, std::vector<float>{1, 2, 3}), out({3}, sizeof(float));
  TestBuffer index({4}, std::vector<int64_t>{2, 0, 2, 2}), updates({4}, std::vector<float>{1, 10, 1000, 100});
  ASSERT_EQ(kernel.run({&x, &index, &updates, &out}), 0);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{10, 2, 100}));
  TestBuffer bad({4}, std::vector<int64_t>{2, 0, 3, 2});
  ASSERT_EQ(kernel.run({&x, &bad, &updates, &out}), WEIR_FAULT_INDEX);
  EXPECT_EQ(kernel.fault.values[0], 3);
}

// Rows are added at one index each; widths are those of no vector, a part of one, and several.
TEST_P(KernelTest, ScatterAddOfRows) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?x?xbf16>, %i: tensor<?xi64>, %u: tensor<?x?xbf16>, %n: index, %d: index)
        -> tensor<?x?xbf16> attributes {kernel.kernel} {
      %0 = weir.broadcast %i sizes(%n, %d) {dims = array<i64: 0>} : tensor<?xi64> -> tensor<?x?xi64>
      %1 = weir.scatter_add %x, %0, %u {dim = 0 : i64}
          : (tensor<?x?xbf16>, tensor<?x?xi64>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
      return %1 : tensor<?x?xbf16>
    })mlir",
                    GetParam());
  constexpr int64_t kRows = 5, kUpdates = 40;
  for (int64_t width : {1, 7, 64, 67, 300}) {
    std::vector<int64_t> indices(kUpdates);
    for (int64_t i = 0; i < kUpdates; ++i)
      indices[i] = i * 7 % kRows;
    std::vector<uint16_t> ones(kUpdates * width, 0x3F80);
    TestBuffer x({kRows, width}, std::vector<uint16_t>(kRows * width, 0x4000)), out({kRows, width}, 2);
    TestBuffer index({kUpdates}, indices), updates({kUpdates, width}, ones);
    ASSERT_EQ(kernel.run({&x, &index, &updates, &out}, {kUpdates, width}, 3), 0);
    EXPECT_EQ(out.values<uint16_t>(), std::vector<uint16_t>(kRows * width, 0x4120)) << width; // 2 + 8
    EXPECT_TRUE(out.guardIntact());
    index.data<int64_t>()[kUpdates - 1] = -1;
    EXPECT_EQ(kernel.run({&x, &index, &updates, &out}, {kUpdates, width}, 3), WEIR_FAULT_INDEX);
    EXPECT_EQ(kernel.fault.values[0], -1);
  }
}

// Lines down columns that are neighbours, with an index for each element; only lanes that exist are checked.
TEST_P(KernelTest, ScatterDownColumns) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?x?xf32>, %i: tensor<?x?xi64>, %u: tensor<?x?xf32>) -> tensor<?x?xf32>
        attributes {kernel.kernel} {
      %0 = weir.scatter %x, %i, %u {dim = 0 : i64}
          : (tensor<?x?xf32>, tensor<?x?xi64>, tensor<?x?xf32>) -> tensor<?x?xf32>
      return %0 : tensor<?x?xf32>
    })mlir",
                    GetParam());
  constexpr int64_t kRows = 4, kUpdates = 6;
  for (int64_t width : {3, 70, 130}) {
    std::vector<float> expected(kRows * width, -1), written = randomFloats(kUpdates * width);
    std::vector<int64_t> indices(kUpdates * width);
    for (int64_t i = 0; i < kUpdates * width; ++i) {
      indices[i] = i * i % kRows;
      expected[indices[i] * width + i % width] = written[i];
    }
    TestBuffer x({kRows, width}, std::vector<float>(kRows * width, -1)), out({kRows, width}, sizeof(float));
    TestBuffer index({kUpdates, width}, indices), updates({kUpdates, width}, written);
    ASSERT_EQ(kernel.run({&x, &index, &updates, &out}, {}, 2), 0);
    EXPECT_EQ(out.values<float>(), expected) << width;
    EXPECT_TRUE(out.guardIntact());
  }
}

// Reductions of so much to so little are cut into parts on CPUs. Sums of as many ones as an f32 does not count to.
TEST_P(KernelTest, LongReductionsToFewResults) {
  TestKernel mean(R"mlir(
    func.func @k(%x: tensor<?x?xf32>) -> (tensor<f32>, tensor<f32>) attributes {kernel.kernel} {
      %0 = weir.mul %x, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      %1 = weir.reduce_sum %0 {dims = array<i64: 0, 1>} : (tensor<?x?xf32>) -> tensor<f32>
      %2 = weir.neg %1 : (tensor<f32>) -> tensor<f32>
      return %1, %2 : tensor<f32>, tensor<f32>
    })mlir",
                  GetParam());
  TestKernel largest(R"mlir(
    func.func @k(%x: tensor<?x19xi64>) -> tensor<19xi64> attributes {kernel.kernel} {
      %0 = weir.reduce_max %x {dims = array<i64: 0>} : (tensor<?x19xi64>) -> tensor<19xi64>
      return %0 : tensor<19xi64>
    })mlir",
                     GetParam());
  for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{{1, 100003}, {4097, 33}, {1, 1}, {0, 5}, {130, 257}}) {
    std::vector<float> ones(m * n, 1);
    TestBuffer x({m, n}, ones), sum({}, sizeof(float)), negative({}, sizeof(float));
    ASSERT_EQ(mean.run({&x, &sum, &negative}, {}, 3), 0);
    EXPECT_EQ(sum.data<float>()[0], float(m * n));
    EXPECT_EQ(negative.data<float>()[0], -float(m * n));
  }
  for (int64_t rows : {1, 70, 20001}) {
    std::vector<int64_t> values(rows * 19, -5);
    for (int64_t column = 0; column < 19; ++column)
      values[(column * 7919 % rows) * 19 + column] = column;
    TestBuffer x({rows, 19}, values), out({19}, sizeof(int64_t));
    ASSERT_EQ(largest.run({&x, &out}, {}, 3), 0);
    for (int64_t column = 0; column < 19; ++column)
      ASSERT_EQ(out.data<int64_t>()[column], column) << rows;
    EXPECT_TRUE(out.guardIntact());
  }
}

// Blocks are turned: whole ones, and those that end a row or a column.
TEST_P(KernelTest, TransposedOperands) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?x?xf32>, %y: tensor<?x?xbf16>) -> tensor<?x?xf32> attributes {kernel.kernel} {
      %0 = weir.transpose %x {permutation = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
      %1 = weir.cast %y {to = f32} : (tensor<?x?xbf16>) -> tensor<?x?xf32>
      %2 = weir.transpose %1 {permutation = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
      %3 = weir.add %0, %2 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      return %3 : tensor<?x?xf32>
    })mlir",
                    GetParam());
  for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {16, 32}, {33, 7}, {5, 70}, {130, 67}, {0, 4}}) {
    std::vector<float> xs = randomFloats(m * n);
    std::vector<uint16_t> ones(m * n, 0x3F80);
    TestBuffer x({m, n}, xs), y({m, n}, ones), out({n, m}, sizeof(float));
    ASSERT_EQ(kernel.run({&x, &y, &out}, {}, 3), 0);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j)
        ASSERT_EQ(out.data<float>()[j * m + i], xs[i * n + j] + 1) << m << "x" << n << " " << i << " " << j;
    EXPECT_TRUE(out.guardIntact());
  }
}

TEST_P(KernelTest, ScansAlongEveryDimension) {
  for (int64_t dim : {0, 1, 2}) {
    TestKernel kernel("func.func @k(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> attributes {kernel.kernel} {"
                      "  %0 = weir.cumsum %x {dim = " +
                          std::to_string(dim) +
                          " : i64} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>"
                          "  return %0 : tensor<?x?x?xf32> }",
                      GetParam());
    const std::vector<int64_t> sizes{6, 5, 67};
    int64_t stride = dim == 0 ? 5 * 67 : dim == 1 ? 67 : 1;
    std::vector<float> xs = randomFloats(6 * 5 * 67);
    TestBuffer x(sizes, xs), out(sizes, sizeof(float));
    ASSERT_EQ(kernel.run({&x, &out}, {}, 3), 0);
    for (int64_t i = 0; i < 6 * 5 * 67; ++i) {
      double expected = 0;
      for (int64_t at = i / stride % sizes[dim]; at >= 0; --at)
        expected += xs[i - at * stride];
      ASSERT_NEAR(out.data<float>()[i], expected, 1e-6) << dim << " " << i;
    }
    EXPECT_TRUE(out.guardIntact());
  }
}

TEST_P(KernelTest, BoolAndBf16InStorage) {
  TestKernel kernel(R"mlir(
    func.func @k(%x: tensor<?xbf16>, %y: tensor<?xbf16>) -> (tensor<?xi1>, tensor<?xbf16>) attributes {kernel.kernel} {
      %0 = weir.compare lt %x, %y : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xi1>
      %1 = weir.add %x, %y : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
      return %0, %1 : tensor<?xi1>, tensor<?xbf16>
    })mlir",
                    GetParam());
  // 1.0, 2.0, -1.0 and the same plus 2^-8 of themselves, which rounds to even.
  TestBuffer x({19}, std::vector<uint16_t>(19, 0x3F80)), y({19}, std::vector<uint16_t>(19, 0x4000));
  x.data<uint16_t>()[18] = 0x4040;
  TestBuffer less({19}, 1), sum({19}, 2);
  ASSERT_EQ(kernel.run({&x, &y, &less, &sum}), 0);
  std::vector<uint8_t> expected(19, 1);
  expected[18] = 0;
  EXPECT_EQ(less.values<uint8_t>(), expected);
  EXPECT_EQ(sum.data<uint16_t>()[0], 0x4040);
  EXPECT_EQ(sum.data<uint16_t>()[18], 0x40A0);
  EXPECT_TRUE(less.guardIntact() && sum.guardIntact());
}

INSTANTIATE_TEST_SUITE_P(Targets, KernelTest, testing::Values("naive", "cpu", "sim"),
                         [](const auto &info) { return info.param; });

} // namespace
} // namespace weir
