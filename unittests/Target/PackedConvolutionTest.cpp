// Convolutions with a packed kernel: those of sizes that have a fast form, on borders, tails and chunks, against sums
// in double precision; and which have one.
#include "unittests/Target/KernelHarness.h"
#include "unittests/Target/TestKernels.h"

#include "lib/Target/Cpu/Conv/ConvPlan.h"

#include <cmath>
#include <gtest/gtest.h>

namespace weir {
namespace {

/// relu(conv(x, w) + bias + residual), images of [n, h, w, c].
struct Convolution {
  int64_t n, h, w, c, o;
  int64_t window = 1, stride = 1, low = 0, high = 0, dilation = 1;
  int64_t panel = 32;
  bool isLine = false; ///< one spatial dimension: h is 1
  bool hasLongEpilogue = false;

  int64_t block() const { return c % 16 == 0 ? 16 : c; }
  int64_t panels() const { return (o + panel - 1) / panel; }
  int64_t lines() const { return isLine ? 1 : count(h); }
  int64_t columns() const { return count(w); }
  int64_t windowLines() const { return isLine ? 1 : window; }
  int64_t rows() const { return c * windowLines() * window; }
  int64_t count(int64_t extent) const { return (extent + low + high - dilation * (window - 1) - 1) / stride + 1; }

  std::string image(const std::string &batch, int64_t height, int64_t width, int64_t channels) const {
    std::string lines = isLine ? "" : std::to_string(height) + "x";
    return "tensor<" + batch + "x" + lines + std::to_string(width) + "x" + std::to_string(channels) + "xf32>";
  }

  std::string array(const char *name, int64_t value) const {
    std::string number = std::to_string(value);
    return std::string(name) + " = array<i64: " + number + (isLine ? "" : ", " + number) + ">";
  }

  std::string text() const {
    std::string x = image("?", h, w, c), y = image("?", lines(), columns(), o);
    std::string packed =
        "tensor<" + std::to_string(panels()) + "x" + std::to_string(rows()) + "x" + std::to_string(panel) + "xf32>";
    std::string bias = "tensor<" + std::to_string(o) + "xf32>", two = "(" + y + ", " + y + ") -> " + y + "\n";
    std::string one = "(" + y + ") -> " + y + "\n", number = " : i64, ";
    std::string text =
        "func.func @k(%x: " + x + ", %w: " + packed + ", %bias: " + bias + ", %r: " + y + ", %n: index) -> " + y +
        " attributes {kernel.kernel} {\n  %0 = weir.conv_packed %x, %w {block = " + std::to_string(block()) + number +
        "channels = " + std::to_string(c) + number + "columns = " + std::to_string(o) + number +
        "panel = " + std::to_string(panel) + number + array("window", window) + ", " + array("strides", stride) + ", " +
        array("padding_low", low) + ", " + array("padding_high", high) + ", " + array("dilations", dilation) + "} : (" +
        x + ", " + packed + ") -> " + y +
        "\n  %1 = weir.broadcast %bias sizes(%n) {dims = array<i64: " + (isLine ? "2" : "3") + ">} : " + bias + " -> " +
        y + "\n  %2 = weir.add %0, %1 : " + two + "  %3 = weir.add %2, %r : " + two + "  %4 = weir.relu %3 : " + one;
    std::string last = "%4";
    for (int i = 5; hasLongEpilogue && i < 18; ++i) { // |x| of what is positive, again and again
      std::string next = "%" + std::to_string(i);
      text += "  " + next + " = weir.abs " + last + " : " + one;
      last = next;
    }
    return text + "  return " + last + " : " + y + "\n}\n";
  }

  std::vector<float> pack(const std::vector<float> &kernel) const {      // of [o, c, lines, columns]
    std::vector<float> packed(panels() * rows() * panel, std::nanf("")); // what is behind the last column is not used
    int64_t points = windowLines() * window, i = 0;
    for (int64_t column = 0; column < o; ++column)
      for (int64_t channel = 0; channel < c; ++channel)
        for (int64_t point = 0; point < points; ++point) {
          int64_t row = (channel / block() * points + point) * block() + channel % block();
          packed[(column / panel * rows() + row) * panel + column % panel] = kernel[i++];
        }
    return packed;
  }
};

/// Sum and magnitude of what a convolution adds up at one place.
std::pair<double, double> sumAt(const Convolution &conv, const std::vector<float> &x, const std::vector<float> &kernel,
                                int64_t image, int64_t line, int64_t column, int64_t o) {
  double sum = 0, magnitude = 0;
  for (int64_t channel = 0; channel < conv.c; ++channel)
    for (int64_t i = 0; i < conv.windowLines(); ++i)
      for (int64_t j = 0; j < conv.window; ++j) {
        int64_t atLine = conv.isLine ? 0 : line * conv.stride + i * conv.dilation - conv.low;
        int64_t atColumn = column * conv.stride + j * conv.dilation - conv.low;
        if (atLine < 0 || atLine >= conv.h || atColumn < 0 || atColumn >= conv.w)
          continue;
        double product = double(x[((image * conv.h + atLine) * conv.w + atColumn) * conv.c + channel]) *
                         kernel[((o * conv.c + channel) * conv.windowLines() + i) * conv.window + j];
        sum += product;
        magnitude += std::abs(product);
      }
  return {sum, magnitude};
}

void expectRight(const Convolution &conv, const std::string &machine) {
  TestKernel kernel(conv.text(), "cpu", machine);
  int64_t lines = conv.lines(), columns = conv.columns();
  std::vector<int64_t> xSizes{conv.n, conv.h, conv.w, conv.c}, ySizes{conv.n, lines, columns, conv.o};
  if (conv.isLine)
    xSizes.erase(xSizes.begin() + 1), ySizes.erase(ySizes.begin() + 1);
  std::vector<float> xs = randomFloats(conv.n * conv.h * conv.w * conv.c, 1);
  std::vector<float> kernelNumbers = randomFloats(conv.o * conv.rows(), 2), biases = randomFloats(conv.o, 3);
  std::vector<float> residuals = randomFloats(conv.n * lines * columns * conv.o, 4);
  TestBuffer x(xSizes, xs), packed({conv.panels(), conv.rows(), conv.panel}, conv.pack(kernelNumbers));
  TestBuffer bias({conv.o}, biases), residual(ySizes, residuals), out(ySizes, sizeof(float));
  ASSERT_EQ(kernel.run({&x, &packed, &bias, &residual, &out}, {conv.n}, 3), 0);
  EXPECT_TRUE(out.guardIntact());
  int64_t i = 0;
  for (int64_t image = 0; image < conv.n; ++image)
    for (int64_t line = 0; line < lines; ++line)
      for (int64_t column = 0; column < columns; ++column)
        for (int64_t o = 0; o < conv.o; ++o, ++i) {
          auto [sum, magnitude] = sumAt(conv, xs, kernelNumbers, image, line, column, o);
          sum += biases[o] + residuals[i];
          magnitude += std::abs(biases[o]) + std::abs(residuals[i]);
          ASSERT_NEAR(out.data<float>()[i], std::max(sum, 0.0), 6e-8 * (conv.rows() + 4) * magnitude)
              << machine << " at " << image << " " << line << " " << column << " " << o;
        }
}

const Convolution kConvolutions[] = {
    {.n = 1, .h = 14, .w = 14, .c = 32, .o = 64, .window = 3, .low = 1, .high = 1}, // one tile, both borders
    {.n = 2, .h = 5, .w = 30, .c = 16, .o = 40, .window = 3, .low = 1, .high = 1},  // inner tiles, masked columns
    {.n = 1, .h = 20, .w = 45, .c = 3, .o = 32, .window = 7, .stride = 2, .low = 3, .high = 3}, // few channels
    {.n = 1, .h = 7, .w = 7, .c = 64, .o = 70},                                                 // lines are joined
    {.n = 1, .h = 9, .w = 9, .c = 48, .o = 32, .stride = 2},
    {.n = 1, .h = 7, .w = 7, .c = 512, .o = 33, .window = 3, .low = 1, .high = 1}, // chunks
    {.n = 1, .h = 9, .w = 17, .c = 16, .o = 32, .window = 3, .low = 4, .high = 4, .dilation = 4},
    {.n = 3, .h = 4, .w = 6, .c = 5, .o = 32, .window = 2, .low = 0, .high = 1},  // uneven padding
    {.n = 1, .h = 3, .w = 3, .c = 16, .o = 32, .window = 3, .low = 5, .high = 5}, // windows wholly outside
    {.n = 2, .h = 1, .w = 50, .c = 8, .o = 33, .window = 5, .low = 2, .high = 2, .isLine = true},
    {.n = 1, .h = 6, .w = 20, .c = 32, .o = 48, .window = 3, .low = 1, .high = 1, .hasLongEpilogue = true},
    {.n = 1, .h = 2, .w = 15, .c = 1024, .o = 40}, // pixels are gathered
    {.n = 1, .h = 3, .w = 24, .c = 512, .o = 32, .stride = 2},
    {.n = 1, .h = 1, .w = 13, .c = 1536, .o = 16, .isLine = true},
    {.n = 0, .h = 14, .w = 14, .c = 16, .o = 32},
};

TEST(PackedConvolutionTest, IsRightWithWideVectors) {
  for (Convolution conv : kConvolutions)
    expectRight(conv, "");
}

TEST(PackedConvolutionTest, IsRightWithNarrowVectors) {
  for (Convolution conv : kConvolutions) {
    conv.panel = 16;
    expectRight(conv, "x86-64-v3");
  }
}

TEST(PackedConvolutionTest, IsRightInOtherPanels) {
  Convolution conv = kConvolutions[1];
  conv.panel = 24;
  expectRight(conv, "");
}

// Plans

cpu::ConvShape shapeOf(cpu::ConvDim lines, cpu::ConvDim pixels, int64_t channels, int64_t columns) {
  static mlir::MLIRContext context;
  cpu::ConvShape shape{};
  shape.rank = 2;
  shape.batch = 1;
  shape.dims = {lines, pixels};
  shape.channels = channels, shape.block = 16, shape.columns = columns, shape.panel = 32;
  shape.element = mlir::Float32Type::get(&context);
  return shape;
}

cpu::ConvDim dimOf(int64_t extent, int64_t elements, int64_t stride = 1) {
  int64_t low = elements / 2;
  return {extent, (extent + 2 * low - elements) / stride + 1, elements, stride, 1, low};
}

cpu::ConvPlan planOf(int64_t extent, int64_t elements, int64_t channels, int64_t columns) {
  cpu::ConvDim dim = dimOf(extent, elements);
  cpu::ConvShape shape = shapeOf(dim, dim, channels, columns);
  const cpu::CpuThroughput &machine = *cpu::findCpuThroughput("znver5");
  return {shape, machine, cpu::ConvSchedule::of(shape, machine)};
}

TEST(ConvPlanTest, TilesOfALineDifferAtItsEndsAlone) {
  cpu::ConvPlan plan = planOf(56, 3, 64, 64);
  ASSERT_EQ(plan.pieces.size(), 3u);
  EXPECT_EQ(plan.pieces[0].tiles, 1);
  EXPECT_EQ(plan.pieces[0].taps.size(), 2u) << "the first element of windows is outside for one pixel";
  EXPECT_EQ(plan.pieces[0].taps[0].firstPixel, 1);
  EXPECT_EQ(plan.pieces[1].tiles, 2);
  EXPECT_EQ(plan.pieces[1].taps.size(), 1u);
  EXPECT_EQ(plan.pieces[2].column, 42);
  EXPECT_EQ(plan.tilesPerLine(), 4);
}

TEST(ConvPlanTest, ShortLinesAreJoinedWhereWindowsHaveOneElement) {
  EXPECT_EQ(planOf(7, 1, 512, 2048).joined, 7);
  EXPECT_EQ(planOf(7, 3, 512, 512).joined, 1);
  EXPECT_EQ(planOf(56, 1, 64, 64).joined, 1) << "lines are whole tiles as they are";
}

TEST(ConvPlanTest, LargeKernelsStayWhileTheImageGoesBy) {
  EXPECT_TRUE(planOf(14, 3, 256, 256).panelsOuter);
  EXPECT_FALSE(planOf(56, 3, 64, 64).panelsOuter);
  EXPECT_GT(planOf(7, 3, 512, 512).chunks, 1);
}

TEST(ConvPlanTest, PixelsThatFightForACacheAreGathered) {
  EXPECT_EQ(planOf(14, 1, 1024, 256).blocksGathered, 16);
  EXPECT_EQ(planOf(14, 1, 1040, 256).blocksGathered, 0);
  EXPECT_EQ(planOf(14, 3, 1024, 256).blocksGathered, 0) << "windows read pixels several times";
}

TEST(ConvPlanTest, ManyBordersAreTooMuchCode) {
  EXPECT_TRUE(planOf(224, 7, 16, 64).isReasonable());
  EXPECT_FALSE(planOf(224, 151, 16, 64).isReasonable());
}

} // namespace
} // namespace weir
