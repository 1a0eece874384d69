// Convolutions by Winograd's tiles: against sums in double precision, on borders, odd sizes, tails and several blocks;
// and how far off they are beside plain sums of products.
#include "unittests/Target/KernelHarness.h"
#include "unittests/Target/TestKernels.h"

#include "dialects/Weir/Layout/Winograd.h"
#include "lib/Target/Cpu/Winograd/WinogradShape.h"

#include <cmath>
#include <gtest/gtest.h>

namespace weir {
namespace {

using namespace winograd;

/// relu(conv(x, w) + bias + residual), images of [n, h, w, c].
struct Case {
  int64_t n, h, w, c, o, low = 1, high = 1, panel = 32;

  int64_t lines() const { return h + low + high - 2; }
  int64_t columns() const { return w + low + high - 2; }
  int64_t panels() const { return (o + panel - 1) / panel; }
  std::vector<int64_t> image() const { return {n, h, w, c}; }
  std::vector<int64_t> result() const { return {n, lines(), columns(), o}; }

  static std::string tensor(const std::vector<int64_t> &sizes) {
    std::string text = "tensor<";
    for (int64_t size : sizes)
      text += (size < 0 ? "?" : std::to_string(size)) + "x";
    return text + "f32>";
  }

  std::string text() const {
    std::string x = tensor({-1, h, w, c}), y = tensor({-1, lines(), columns(), o}), bias = tensor({o}),
                packed = tensor({panels(), 16 * c, panel}), two = "(" + y + ", " + y + ") -> " + y + "\n";
    auto pair = [](int64_t value) {
      return "array<i64: " + std::to_string(value) + ", " + std::to_string(value) + ">";
    };
    return "func.func @k(%x: " + x + ", %w: " + packed + ", %bias: " + bias + ", %r: " + y + ", %n: index) -> " + y +
           " attributes {kernel.kernel} {\n  %0 = weir.conv_winograd %x, %w {channels = " + std::to_string(c) +
           " : i64, columns = " + std::to_string(o) + " : i64, panel = " + std::to_string(panel) +
           " : i64, padding_low = " + pair(low) + ", padding_high = " + pair(high) + "} : (" + x + ", " + packed +
           ") -> " + y + "\n  %1 = weir.broadcast %bias sizes(%n) {dims = array<i64: 3>} : " + bias + " -> " + y +
           "\n  %2 = weir.add %0, %1 : " + two + "  %3 = weir.add %2, %r : " + two + "  %4 = weir.relu %3 : (" + y +
           ") -> " + y + "\n  return %4 : " + y + "\n}\n";
  }

  /// Term [q, r] of kernel [o, c], or the sum of the absolute values that it is made of.
  double term(const std::vector<float> &kernel, int64_t column, int64_t channel, int q, int r, bool absolute) const {
    double sum = 0;
    for (int i = 0; i < kWindow; ++i)
      for (int j = 0; j < kWindow; ++j) {
        double part = kKernel[q][i] * kKernel[r][j] * kernel[((column * c + channel) * kWindow + i) * kWindow + j];
        sum += absolute ? std::abs(part) : part;
      }
    return sum;
  }

  std::vector<float> pack(const std::vector<float> &kernel) const {
    std::vector<float> packed(panels() * 16 * c * panel, std::nanf("")); // what is behind the last column is not used
    for (int64_t column = 0; column < o; ++column)
      for (int64_t channel = 0; channel < c; ++channel)
        for (int qr = 0; qr < 16; ++qr)
          packed[(column / panel * 16 * c + qr * c + channel) * panel + column % panel] =
              static_cast<float>(term(kernel, column, channel, qr / kTerms, qr % kTerms, /*absolute=*/false));
    return packed;
  }

  float at(const std::vector<float> &x, int64_t image, int64_t line, int64_t column, int64_t channel) const {
    bool isInside = line >= 0 && line < h && column >= 0 && column < w;
    return isInside ? x[((image * h + line) * w + column) * c + channel] : 0;
  }

  double sumAt(const std::vector<float> &x, const std::vector<float> &kernel, int64_t image, int64_t line,
               int64_t column, int64_t to) const {
    double sum = 0;
    for (int64_t channel = 0; channel < c; ++channel)
      for (int64_t i = 0; i < kWindow; ++i)
        for (int64_t j = 0; j < kWindow; ++j)
          sum += double(at(x, image, line + i - low, column + j - low, channel)) *
                 kernel[((to * c + channel) * kWindow + i) * kWindow + j];
    return sum;
  }

  /// The sum of the absolute values of all that a window of a tile is made of.
  double magnitudeAt(const std::vector<float> &x, const std::vector<float> &kernel, int64_t image, int64_t line,
                     int64_t column, int64_t to) const {
    double sum = 0;
    for (int64_t channel = 0; channel < c; ++channel)
      for (int q = 0; q < kTerms; ++q)
        for (int r = 0; r < kTerms; ++r) {
          if (kOutput[line % kTile][q] == 0 || kOutput[column % kTile][r] == 0)
            continue;
          double read = 0;
          for (int k = 0; k < kReached; ++k)
            for (int l = 0; l < kReached; ++l)
              if (kInput[q][k] != 0 && kInput[r][l] != 0)
                read +=
                    std::abs(at(x, image, line / kTile * kTile + k - low, column / kTile * kTile + l - low, channel));
          sum += read * term(kernel, to, channel, q, r, /*absolute=*/true);
        }
    return sum;
  }
};

void expectRight(const Case &conv, const std::string &machine) {
  TestKernel kernel(conv.text(), "cpu", machine);
  std::vector<float> xs = randomFloats(conv.n * conv.h * conv.w * conv.c, 1);
  std::vector<float> numbers = randomFloats(conv.o * conv.c * kWindow * kWindow, 2), biases = randomFloats(conv.o, 3);
  std::vector<float> residuals = randomFloats(conv.n * conv.lines() * conv.columns() * conv.o, 4);
  TestBuffer x(conv.image(), xs), packed({conv.panels(), 16 * conv.c, conv.panel}, conv.pack(numbers));
  TestBuffer bias({conv.o}, biases), residual(conv.result(), residuals), out(conv.result(), sizeof(float));
  ASSERT_EQ(kernel.run({&x, &packed, &bias, &residual, &out}, {conv.n}, 3), 0);
  EXPECT_TRUE(out.guardIntact());
  constexpr int64_t kRoundings = 16; // of transformations, bias and residual
  int64_t i = 0;
  for (int64_t image = 0; image < conv.n; ++image)
    for (int64_t line = 0; line < conv.lines(); ++line)
      for (int64_t column = 0; column < conv.columns(); ++column)
        for (int64_t o = 0; o < conv.o; ++o, ++i) {
          double sum = conv.sumAt(xs, numbers, image, line, column, o) + biases[o] + residuals[i];
          double magnitude =
              conv.magnitudeAt(xs, numbers, image, line, column, o) + std::abs(biases[o]) + std::abs(residuals[i]);
          ASSERT_NEAR(out.data<float>()[i], std::max(sum, 0.0), 6e-8 * (conv.c + kRoundings) * magnitude)
              << machine << " at " << image << " " << line << " " << column << " " << o;
        }
}

const Case kCases[] = {
    {.n = 1, .h = 8, .w = 8, .c = 32, .o = 64},
    {.n = 2, .h = 7, .w = 7, .c = 16, .o = 40},                       // odd sizes, masked columns
    {.n = 1, .h = 6, .w = 31, .c = 16, .o = 33, .low = 0, .high = 0}, // no border
    {.n = 1, .h = 5, .w = 4, .c = 16, .o = 32, .low = 0, .high = 2},  // uneven padding
    {.n = 1, .h = 2, .w = 1, .c = 16, .o = 32, .low = 3, .high = 2},  // tiles wholly outside
    {.n = 3, .h = 4, .w = 6, .c = 48, .o = 16, .panel = 16},
    {.n = 1, .h = 3, .w = 3, .c = 256, .o = 33},               // tiles a power of two apart
    {.n = 1, .h = 10, .w = 58, .c = 64, .o = 16, .panel = 16}, // several blocks of lines
    {.n = 1, .h = 4, .w = 4, .c = 5, .o = 32},                 // channels fill no vectors: a nest
    {.n = 0, .h = 8, .w = 8, .c = 16, .o = 32},
};

TEST(WinogradTest, IsRightWithWideVectors) {
  for (const Case &conv : kCases)
    expectRight(conv, "");
}

TEST(WinogradTest, IsRightWithNarrowVectors) {
  for (Case conv : kCases) {
    conv.panel = 16;
    expectRight(conv, "x86-64-v3");
  }
}

/// The largest difference from sums in double precision, over their largest.
template <typename Sum>
double errorOf(const Case &conv, const std::vector<float> &xs, const std::vector<float> &kernel, Sum result) {
  double most = 0, largest = 0;
  int64_t i = 0;
  for (int64_t line = 0; line < conv.lines(); ++line)
    for (int64_t column = 0; column < conv.columns(); ++column)
      for (int64_t o = 0; o < conv.o; ++o, ++i) {
        double sum = conv.sumAt(xs, kernel, 0, line, column, o);
        largest = std::max(largest, std::max(sum, 0.0));
        most = std::max(most, std::abs(result(i, line, column, o) - std::max(sum, 0.0)));
      }
  return most / largest;
}

/// Activations and kernels as networks have them; the plain form is the chain of FMAs that weir.conv_packed is.
TEST(WinogradTest, IsNoLessAccurateThanSumsOfProducts) {
  for (int64_t channels : {32, 128}) {
    Case conv{.n = 1, .h = 6, .w = 6, .c = channels, .o = 32};
    std::vector<float> xs = randomFloats(conv.h * conv.w * conv.c, 5), zeros(conv.lines() * conv.columns() * conv.o, 0),
                       numbers = randomFloats(conv.o * conv.c * kWindow * kWindow, 6), none(conv.o, 0);
    for (float &number : xs)
      number = std::max(number, 0.f);
    TestKernel kernel(conv.text(), "cpu", "");
    TestBuffer x(conv.image(), xs), packed({conv.panels(), 16 * conv.c, conv.panel}, conv.pack(numbers));
    TestBuffer bias({conv.o}, none), residual(conv.result(), zeros), out(conv.result(), sizeof(float));
    ASSERT_EQ(kernel.run({&x, &packed, &bias, &residual, &out}, {1}, 1), 0);
    auto chain = [&](int64_t, int64_t line, int64_t column, int64_t o) {
      float sum = 0;
      for (int64_t i = 0; i < kWindow; ++i)
        for (int64_t j = 0; j < kWindow; ++j)
          for (int64_t channel = 0; channel < conv.c; ++channel)
            sum = std::fma(conv.at(xs, 0, line + i - 1, column + j - 1, channel),
                           numbers[((o * conv.c + channel) * kWindow + i) * kWindow + j], sum);
      return std::max(sum, 0.f);
    };
    double plain = errorOf(conv, xs, numbers, chain);
    double tiles =
        errorOf(conv, xs, numbers, [&](int64_t i, int64_t, int64_t, int64_t) { return out.data<float>()[i]; });
    EXPECT_LE(tiles, plain) << channels << " channels";
    RecordProperty("tiles", std::to_string(tiles));
  }
}

// Plans

cpu::WinogradPlan planOf(int64_t extent, int64_t channels, int64_t batch = 1) {
  cpu::WinogradDim dim{extent, extent, 1};
  static mlir::MLIRContext context;
  cpu::WinogradShape shape{.image = 0,
                           .kernel = 1,
                           .batch = batch,
                           .dims = {dim, dim},
                           .channels = channels,
                           .columns = channels,
                           .panel = 32,
                           .element = mlir::Float32Type::get(&context)};
  const cpu::CpuThroughput &machine = *cpu::findCpuThroughput("znver5");
  return {shape, machine, cpu::WinogradSchedule::of(shape, machine)};
}

TEST(WinogradPlanTest, TilesOfALineDifferAtItsEndsAlone) {
  cpu::WinogradPlan plan = planOf(56, 64);
  ASSERT_EQ(plan.inLine.size(), 3u);
  EXPECT_EQ(plan.inLine[1].first, 1);
  EXPECT_EQ(plan.inLine[1].count, 26);
}

TEST(WinogradPlanTest, TermsOfABlockStayInCache) {
  for (auto [extent, channels] : {std::pair(56, 64), {28, 128}, {14, 256}, {7, 512}}) {
    cpu::WinogradPlan plan = planOf(extent, channels);
    EXPECT_LE(16 * plan.termStride * 4, cpu::findCpuThroughput("znver5")->l2Bytes);
    EXPECT_EQ(plan.blocks * plan.linesPerBlock, (extent + 1) / 2);
    EXPECT_NE(plan.tileStride % 256, 0) << "tiles of " << channels << " channels would conflict-miss in L1";
  }
}

TEST(WinogradPlanTest, TermsServeMorePanelsWhereBatchesHaveUnitsEnough) {
  EXPECT_EQ(planOf(14, 256).panelsPerUnit, 1);
  cpu::WinogradPlan few = planOf(14, 256, 8);
  EXPECT_EQ(few.panelsPerUnit, 4);
  EXPECT_GE(8 * few.blocks * few.units, 16);
  EXPECT_EQ(planOf(14, 256, 64).units, 1);
  EXPECT_EQ(planOf(14, 256, mlir::ShapedType::kDynamic).panelsPerUnit, 1);
}

TEST(WinogradPlanTest, PaysWhereChannelsFillVectorsAndTilesTheImage) {
  mlir::MLIRContext context;
  auto pays = [&](llvm::ArrayRef<int64_t> images, int64_t channels, bool changes = false) {
    return cpu::winogradPays(mlir::Float32Type::get(&context), *cpu::findCpuThroughput("znver5"), images, channels,
                             channels, changes);
  };
  EXPECT_TRUE(pays({1, 56, 56}, 64));
  EXPECT_FALSE(pays({1, 56, 56}, 3));
  EXPECT_FALSE(pays({1, 1, 1}, 64)) << "three of four windows of a tile would be for nothing";
  EXPECT_FALSE(pays({1, 9, 9}, 512)) << "weights take too long to read";
  EXPECT_TRUE(pays({8, 9, 9}, 512));
  EXPECT_TRUE(pays({8, 14, 14}, 256, /*changes=*/true));
  EXPECT_FALSE(pays({8, 9, 9}, 512, /*changes=*/true)) << "weights take too long to transform";
  EXPECT_FALSE(cpu::winogradPays(mlir::BFloat16Type::get(&context), *cpu::findCpuThroughput("znver5"), {1, 56, 56}, 64,
                                 64, /*changes=*/false));
}

} // namespace
} // namespace weir
