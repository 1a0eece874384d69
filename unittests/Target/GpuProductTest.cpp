// Products on target sim, checked while they run, against sums in f64.
#include "unittests/SuiteSample.h"
#include "unittests/Target/GpuProductKernel.h"

#include <cmath>

namespace weir {
namespace {

struct Form {
  DType dtype;
  bool transposeA = false, transposeB = false, allowTf32 = false;
};

struct Size {
  int64_t m, n, k;
};

std::string matmulText(const Form &form, const std::string &sizes, const std::string &attributes = "") {
  std::string type = "tensor<" + sizes + dtypeName(form.dtype) + ">", flags = form.transposeA ? "transpose_a" : "";
  if (form.transposeB)
    flags += flags.empty() ? "transpose_b" : ", transpose_b";
  if (form.allowTf32)
    flags += flags.empty() ? "allow_tf32" : ", allow_tf32";
  return "func.func @k(%a: " + type + attributes + ", %b: " + type + attributes + ") -> " + type +
         " attributes {kernel.kernel} {\n  %y = weir.matmul %a, %b {" + flags + "} : (" + type + ", " + type + ") -> " +
         type + "\n  return %y : " + type + "\n}\n";
}

StridedBuffer factor(DType dtype, std::vector<int64_t> batch, int64_t rows, int64_t columns, bool transposed,
                     StridedLayout layout, unsigned seed) {
  batch.push_back(transposed ? columns : rows);
  batch.push_back(transposed ? rows : columns);
  StridedBuffer buffer(dtype, batch, layout);
  buffer.fill(seed);
  return buffer;
}

struct Operands {
  Operands(const Form &form, Size size, std::vector<int64_t> batch = {}, StridedLayout layoutA = {},
           StridedLayout layoutB = {})
      : form(form), size(size), a(factor(form.dtype, batch, size.m, size.k, form.transposeA, layoutA, 1)),
        b(factor(form.dtype, batch, size.k, size.n, form.transposeB, layoutB, 2)),
        y(factor(form.dtype, batch, size.m, size.n, false, {}, 3)), as(a.values()), bs(b.values()) {}

  ProductSum sum(int64_t matrix, int64_t i, int64_t j) const {
    ProductSum sum;
    const double *x = as.data() + matrix * size.m * size.k, *z = bs.data() + matrix * size.k * size.n;
    for (int64_t p = 0; p < size.k; ++p)
      sum.add(x[form.transposeA ? p * size.m + i : i * size.k + p] *
              z[form.transposeB ? j * size.k + p : p * size.n + j]);
    return sum;
  }

  void expectProduct() const {
    std::vector<double> results = y.values();
    for (int64_t number = 0; number < y.count(); ++number) {
      int64_t matrix = number / (size.m * size.n), i = number / size.n % size.m, j = number % size.n;
      ProductSum expected = sum(matrix, i, j);
      // tf32 has ten bits, of each of two factors.
      double error = expected.error(size.k) + (form.allowTf32 ? 0x1p-10 * expected.magnitude : 0);
      double rounding = unitOf(form.dtype) * (std::abs(expected.value) + error) + smallestOf(form.dtype);
      ASSERT_NEAR(results[number], expected.value, error + rounding)
          << describe() << " at " << matrix << ", " << i << ", " << j;
    }
  }

  std::string describe() const {
    return dtypeName(form.dtype) + " " + std::to_string(size.m) + "x" + std::to_string(size.n) + "x" +
           std::to_string(size.k) + (form.transposeA ? " transpose_a" : "") + (form.transposeB ? " transpose_b" : "");
  }

  Form form;
  Size size;
  StridedBuffer a, b, y;
  std::vector<double> as, bs;
};

/// 600 rows are more tiles than follow each other down a column.
const Size kOddSizes[] = {{1, 1, 1},    {7, 33, 1},    {33, 7, 33},   {127, 129, 7}, {129, 127, 33},
                          {64, 64, 64}, {1, 129, 127}, {129, 1, 129}, {128, 64, 96}, {33, 33, 0},
                          {0, 7, 33},   {40, 72, 88},  {65, 130, 34}, {600, 70, 3}};

class GpuProductTest : public SampledTest<DType> {};
/// What does not depend on which of the 2-byte types it is.
class GpuProductShapeTest : public SampledTest<DType> {};

TEST_P(GpuProductTest, AllTransposesOfOddSizes) {
  for (bool transposeA : {false, true})
    for (bool transposeB : {false, true}) {
      Form form{GetParam(), transposeA, transposeB};
      ProductKernel kernel(matmulText(form, "?x?x"));
      ASSERT_EQ(kernel.phases.size(), 3u);
      for (Size size : kOddSizes) {
        Operands operands(form, size);
        kernel.run({&operands.a, &operands.b, &operands.y});
        operands.expectProduct();
      }
    }
}

/// Together the matrices have so many tiles that the large ones are taken.
TEST_P(GpuProductShapeTest, LargeTilesOfAStack) {
  for (bool transposed : {false, true}) {
    Form form{GetParam(), transposed, transposed};
    ProductKernel kernel(matmulText(form, "?x?x?x"));
    constexpr int64_t kMatrices = 32, kTilesOfEach = 4;
    Operands operands(form, transposed ? Size{130, 136, 24} : Size{129, 131, 35}, {kMatrices});
    kernel.run({&operands.a, &operands.b, &operands.y});
    EXPECT_EQ(kernel.launch.tiles[0], kMatrices * kTilesOfEach);
    EXPECT_EQ(kernel.launch.tiles[1] + kernel.launch.tiles[2], 0);
    operands.expectProduct();
  }
}

TEST_P(GpuProductShapeTest, StacksOfStacks) {
  Form form{GetParam(), true, true};
  ProductKernel kernel(matmulText(form, "?x3x?x?x"));
  for (Size size : {Size{5, 70, 9}, Size{66, 3, 600}}) {
    Operands operands(form, size, {2, 3});
    kernel.run({&operands.a, &operands.b, &operands.y});
    operands.expectProduct();
  }
}

TEST_P(GpuProductShapeTest, StridedOperandsOfAnyAlignment) {
  const StridedLayout layouts[] = {{},          {.gap = 8}, {.gap = 2, .offset = 2}, {.gap = 1, .offset = 1},
                                   {.step = 2}, {.step = 3}};
  for (bool transposed : {false, true}) {
    Form form{GetParam(), transposed, !transposed};
    ProductKernel kernel(matmulText(form, "?x?x", " {kernel.strided}"));
    for (const StridedLayout &layoutA : layouts)
      for (const StridedLayout &layoutB : layouts) {
        Operands operands(form, {34, 48, 40}, {}, layoutA, layoutB);
        kernel.run({&operands.a, &operands.b, &operands.y});
        operands.expectProduct();
      }
  }
}

TEST_P(GpuProductShapeTest, DeepProductsAreSplit) {
  Form form{GetParam()};
  ProductKernel kernel(matmulText(form, "?x?x"));
  for (Size size : {Size{7, 33, 1000}, Size{65, 70, 2049}, Size{1, 8, 512}}) {
    Operands operands(form, size);
    kernel.run({&operands.a, &operands.b, &operands.y});
    int64_t tiles = kernel.launch.tiles[2], parts = kernel.launch.scalars[0];
    EXPECT_GT(tiles, 0);
    EXPECT_GT(parts, 1);
    EXPECT_EQ(kernel.launch.tiles[1], tiles * parts);
    operands.expectProduct();
  }
}

TEST_P(GpuProductShapeTest, KnownSizesLeaveWhatTheyNeed) {
  Form form{GetParam()};
  ProductKernel small(matmulText(form, "48x48x")), large(matmulText(form, "32x128x128x")),
      odd(matmulText(form, "45x45x")), shallow(matmulText(form, "16x16x"));
  EXPECT_EQ(small.phases.size(), 1u);
  EXPECT_EQ(large.phases.size(), 1u);
  EXPECT_EQ(odd.phases.size(), 1u);
  // Rows of 45 elements never begin at a multiple of 16 bytes, so there is one loop over the depth, not two. Where they
  // are of two bytes, some begin inside of a word: nothing is copied asynchronously.
  auto barriers = [](ProductKernel &kernel) { return kernel.count("blocks", "gpu.barrier"); };
  EXPECT_EQ(barriers(small), 2 * 3 + 1);
  EXPECT_EQ(barriers(odd), 3 + 1);
  EXPECT_EQ(odd.count("blocks", ", 16, cache"), 0);
  EXPECT_EQ(odd.count("blocks", "nvvm.cp.async") > 0, form.dtype == DType::F32);
  // One tile is all of the depth: it arrives, it is multiplied.
  EXPECT_EQ(barriers(shallow), 2 * 2 + 1);
  EXPECT_EQ(shallow.count("blocks", "nvvm.cp.async.commit.group"), 2);
  for (auto [kernel, size] : {std::pair(&small, 48), std::pair(&odd, 45), std::pair(&shallow, 16)}) {
    Operands operands(form, {size, size, size});
    kernel->run({&operands.a, &operands.b, &operands.y});
    operands.expectProduct();
  }
}

TEST_P(GpuProductTest, TensorCoresForNarrowFloats) {
  Form form{GetParam()};
  ProductKernel kernel(matmulText(form, "48x48x"));
  int products = kernel.count("nvvm", "nvvm.mma.sync"), loads = kernel.count("nvvm", "nvvm.ldmatrix");
  if (form.dtype == DType::F32) {
    EXPECT_EQ(products + loads, 0);
    EXPECT_GT(kernel.count("nvvm", "llvm.intr.fmuladd"), 0);
    return;
  }
  // A warp has 32 x 32 results, a tile's depth is 32, and there are two loops; the first fragments are loaded ahead.
  EXPECT_EQ(products, 2 * (32 / 16) * (32 / 8) * (32 / 16));
  EXPECT_EQ(loads, 2 * (32 / 16 + 1) * (32 / 16 + 32 / 16));
}

/// What tensor cores and FMAs don't compute is a nest as others.
TEST(GpuProductChoiceTest, OtherElementsAreNests) {
  for (const char *element : {"f64", "i64"}) {
    std::string type = std::string("tensor<5x6x") + element + ">";
    GpuCompilation kernel("func.func @k(%a: " + type + ", %b: tensor<6x6x" + element + ">) -> " + type +
                              " attributes {kernel.kernel} {\n  %y = weir.matmul %a, %b : (" + type + ", tensor<6x6x" +
                              element + ">) -> " + type + "\n  return %y : " + type + "\n}\n",
                          /*archs=*/"");
    EXPECT_EQ(kernel.count("blocks", "nvvm.cp.async"), 0);
    EXPECT_EQ(kernel.phases.size(), 1u);
  }
}

/// y = relu(a b + bias) and z = y * residual, rounded after each op.
TEST_P(GpuProductTest, EpilogueWithTwoResults) {
  std::string element = dtypeName(GetParam()), matrix = "tensor<?x?x" + element + ">",
              row = "tensor<?x" + element + ">";
  std::string text = "func.func @k(%a: " + matrix + ", %b: " + matrix + ", %bias: " + row + ", %residual: " + matrix +
                     ", %m: index, %n: index) -> (" + matrix + ", " + matrix + ") attributes {kernel.kernel} {\n";
  auto binary = [&](const std::string &op) { return " = weir." + op; };
  std::string two = " : (" + matrix + ", " + matrix + ") -> " + matrix + "\n";
  text += "  %0" + binary("matmul") + " %a, %b" + two;
  text += "  %1 = weir.broadcast %bias sizes(%m, %n) {dims = array<i64: 1>} : " + row + " -> " + matrix + "\n";
  text += "  %2" + binary("add") + " %0, %1" + two;
  text += "  %3 = weir.relu %2 : (" + matrix + ") -> " + matrix + "\n";
  text += "  %4" + binary("mul") + " %3, %residual" + two;
  text += "  return %3, %4 : " + matrix + ", " + matrix + "\n}\n";
  ProductKernel kernel(text);
  ASSERT_EQ(kernel.phases.size(), 3u);
  Form form{GetParam()};
  for (Size size : {Size{33, 64, 40}, Size{70, 35, 9}, Size{5, 24, 600}}) {
    Operands operands(form, size);
    StridedBuffer bias(form.dtype, {size.n}), residual(form.dtype, {size.m, size.n}), z(form.dtype, {size.m, size.n});
    bias.fill(4);
    residual.fill(5);
    kernel.run({&operands.a, &operands.b, &bias, &residual, &operands.y, &z}, {size.m, size.n});
    std::vector<double> ys = operands.y.values(), zs = z.values(), shifts = bias.values(), scales = residual.values();
    double unit = unitOf(form.dtype), smallest = smallestOf(form.dtype);
    for (int64_t number = 0; number < z.count(); ++number) {
      ProductSum sum = operands.sum(0, number / size.n, number % size.n);
      double shift = shifts[number % size.n], expected = std::max(sum.value + shift, 0.0);
      double error = sum.error(size.k) + 2 * unit * (sum.magnitude + std::abs(shift)) + smallest;
      ASSERT_NEAR(ys[number], expected, error) << number;
      double scale = scales[number], scaled = expected * scale;
      ASSERT_NEAR(zs[number], scaled, (error + unit * (expected + error)) * std::abs(scale) + smallest) << number;
    }
  }
}

TEST_P(GpuProductShapeTest, AnyScheduleGivesTheSameBits) {
  Form form{GetParam(), true, false};
  ProductKernel kernel(matmulText(form, "?x?x"));
  for (Size size : {Size{65, 66, 100}, Size{64, 48, 520}}) {
    Operands first(form, size);
    kernel.run({&first.a, &first.b, &first.y});
    first.expectProduct();
    for (uint64_t seed = 1; seed <= 10; ++seed) {
      Operands again(form, size);
      kernel.run({&again.a, &again.b, &again.y}, {}, {.seed = seed, .landing = sim::Landing::Random});
      ASSERT_EQ(first.y.values(), again.y.values()) << "seed " << seed;
    }
  }
}

void expectTransposesSpillNothing(DType dtype, bool allowTf32) {
  for (bool transposeA : {false, true})
    for (bool transposeB : {false, true})
      expectNoSpills(matmulText({dtype, transposeA, transposeB, allowTf32}, "?x?x"));
}

TEST_P(GpuProductShapeTest, SpillsNothingAndWarnsOfNothing) {
  expectTransposesSpillNothing(GetParam(), /*allowTf32=*/false);
}

std::string nameOf(const testing::TestParamInfo<DType> &info) { return dtypeName(info.param); }
INSTANTIATE_TEST_SUITE_P(DTypes, GpuProductTest, testing::Values(DType::BF16, DType::F16, DType::F32), nameOf);
INSTANTIATE_TEST_SUITE_P(DTypes, GpuProductShapeTest, testing::Values(DType::BF16, DType::F32), nameOf);

TEST(GpuProductTf32Test, AllTransposesOfOddSizes) {
  for (bool transposeA : {false, true})
    for (bool transposeB : {false, true}) {
      Form form{DType::F32, transposeA, transposeB, /*allowTf32=*/true};
      ProductKernel kernel(matmulText(form, "?x?x"));
      EXPECT_GT(kernel.count("nvvm", "<tf32>"), 0);
      for (Size size : kOddSizes) {
        Operands operands(form, size);
        kernel.run({&operands.a, &operands.b, &operands.y});
        operands.expectProduct();
      }
    }
}

TEST(GpuProductTf32Test, LargeTiles) {
  for (bool transposed : {false, true}) {
    Form form{DType::F32, transposed, transposed, /*allowTf32=*/true};
    ProductKernel kernel(matmulText(form, "?x?x?x"));
    Operands operands(form, {129, 131, 35}, {32});
    kernel.run({&operands.a, &operands.b, &operands.y});
    EXPECT_GT(kernel.launch.tiles[0], 0);
    operands.expectProduct();
  }
}

double toTf32(double value) {
  int exponent;
  double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::round(std::ldexp(fraction, 11)), exponent - 11);
}

/// The bits that tf32 lacks are rounded away, not cut off; products have room in f32.
TEST(GpuProductTf32Test, FactorsAreRounded) {
  Form form{DType::F32, false, false, /*allowTf32=*/true};
  ProductKernel kernel(matmulText(form, "?x?x"));
  Operands operands(form, {9, 9, 1});
  kernel.run({&operands.a, &operands.b, &operands.y});
  std::vector<double> products = operands.y.values();
  for (int64_t i = 0; i < 9; ++i)
    for (int64_t j = 0; j < 9; ++j)
      EXPECT_EQ(products[i * 9 + j], toTf32(operands.as[i]) * toTf32(operands.bs[j]));
}

TEST(GpuProductTf32Test, SpillsNothingAndWarnsOfNothing) {
  expectTransposesSpillNothing(DType::F32, /*allowTf32=*/true);
}

} // namespace
} // namespace weir
