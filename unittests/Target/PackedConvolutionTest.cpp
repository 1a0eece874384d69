// Convolutions with a packed kernel: those of sizes that have a fast form, on borders, tails and chunks, against sums
// in double precision; and which have one.
#include "unittests/Target/KernelHarness.h"
#include "unittests/Target/TestKernels.h"

#include "lib/Target/Cpu/Conv/ConvPlan.h"

#include <cmath>
#include <gtest/gtest.h>

namespace weir {
namespace {

/// relu(conv(x, w) + bias + residual), images of [n, h, w, c], of [n, w, c] or of [n, d, h, w, c].
struct Convolution {
  int64_t n, h, w, c, o;
  int64_t window = 1, stride = 1, low = 0, high = 0, dilation = 1;
  int64_t panel = 32;
  int64_t rank = 2; ///< spatial dimensions; of one, h is 1
  int64_t d = 1;
  bool hasLongEpilogue = false;

  int64_t block() const { return c % 16 == 0 ? 16 : c; }
  int64_t panels() const { return (o + panel - 1) / panel; }
  int64_t planes() const { return rank < 3 ? 1 : count(d); }
  int64_t lines() const { return rank < 2 ? 1 : count(h); }
  int64_t columns() const { return count(w); }
  int64_t windowPlanes() const { return rank < 3 ? 1 : window; }
  int64_t windowLines() const { return rank < 2 ? 1 : window; }
  int64_t points() const { return windowPlanes() * windowLines() * window; }
  int64_t rows() const { return c * points(); }
  int64_t count(int64_t extent) const { return (extent + low + high - dilation * (window - 1) - 1) / stride + 1; }

  /// Sizes of a tensor that has images of these.
  std::vector<int64_t> sizes(std::vector<int64_t> spatial, int64_t channels) const {
    std::vector<int64_t> all{n};
    all.insert(all.end(), spatial.end() - rank, spatial.end());
    all.push_back(channels);
    return all;
  }

  static std::string image(const std::vector<int64_t> &sizes) {
    std::string text = "tensor<?";
    for (size_t i = 1; i < sizes.size(); ++i)
      text += "x" + std::to_string(sizes[i]);
    return text + "xf32>";
  }

  std::string array(const char *name, int64_t value) const {
    std::string text = std::string(name) + " = array<i64: " + std::to_string(value);
    for (int64_t i = 1; i < rank; ++i)
      text += ", " + std::to_string(value);
    return text + ">";
  }

  std::string text() const {
    std::string x = image(sizes({d, h, w}, c)), y = image(sizes({planes(), lines(), columns()}, o));
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
        "\n  %1 = weir.broadcast %bias sizes(%n) {dims = array<i64: " + std::to_string(rank + 1) + ">} : " + bias +
        " -> " + y + "\n  %2 = weir.add %0, %1 : " + two + "  %3 = weir.add %2, %r : " + two +
        "  %4 = weir.relu %3 : " + one;
    std::string last = "%4";
    for (int i = 5; hasLongEpilogue && i < 18; ++i) { // |x| of what is positive, again and again
      std::string next = "%" + std::to_string(i);
      text += "  " + next + " = weir.abs " + last + " : " + one;
      last = next;
    }
    return text + "  return " + last + " : " + y + "\n}\n";
  }

  std::vector<float> pack(const std::vector<float> &kernel) const {      // of [o, c, window...]
    std::vector<float> packed(panels() * rows() * panel, std::nanf("")); // what is behind the last column is not used
    int64_t i = 0;
    for (int64_t column = 0; column < o; ++column)
      for (int64_t channel = 0; channel < c; ++channel)
        for (int64_t point = 0; point < points(); ++point) {
          int64_t row = (channel / block() * points() + point) * block() + channel % block();
          packed[(column / panel * rows() + row) * panel + column % panel] = kernel[i++];
        }
    return packed;
  }
};

struct Place {
  int64_t image, plane, line, column;
};

/// Sum and magnitude of what a convolution adds up at one place.
std::pair<double, double> sumAt(const Convolution &conv, const std::vector<float> &x, const std::vector<float> &kernel,
                                const Place &at, int64_t o) {
  double sum = 0, magnitude = 0;
  for (int64_t channel = 0; channel < conv.c; ++channel)
    for (int64_t point = 0; point < conv.points(); ++point) {
      int64_t element = point / conv.window, k = element / conv.windowLines();
      int64_t i = element % conv.windowLines(), j = point % conv.window;
      int64_t plane = conv.rank < 3 ? 0 : at.plane * conv.stride + k * conv.dilation - conv.low;
      int64_t line = conv.rank < 2 ? 0 : at.line * conv.stride + i * conv.dilation - conv.low;
      int64_t column = at.column * conv.stride + j * conv.dilation - conv.low;
      if (plane < 0 || plane >= conv.d || line < 0 || line >= conv.h || column < 0 || column >= conv.w)
        continue;
      int64_t pixel = ((at.image * conv.d + plane) * conv.h + line) * conv.w + column;
      double product = double(x[pixel * conv.c + channel]) * kernel[(o * conv.c + channel) * conv.points() + point];
      sum += product;
      magnitude += std::abs(product);
    }
  return {sum, magnitude};
}

void expectRight(const Convolution &conv, const std::string &machine) {
  TestKernel kernel(conv.text(), "cpu", machine);
  int64_t planes = conv.planes(), lines = conv.lines(), columns = conv.columns();
  int64_t pixels = conv.n * planes * lines * columns;
  std::vector<int64_t> xSizes = conv.sizes({conv.d, conv.h, conv.w}, conv.c);
  std::vector<int64_t> ySizes = conv.sizes({planes, lines, columns}, conv.o);
  std::vector<float> xs = randomFloats(conv.n * conv.d * conv.h * conv.w * conv.c, 1);
  std::vector<float> kernelNumbers = randomFloats(conv.o * conv.rows(), 2), biases = randomFloats(conv.o, 3);
  std::vector<float> residuals = randomFloats(pixels * conv.o, 4);
  TestBuffer x(xSizes, xs), packed({conv.panels(), conv.rows(), conv.panel}, conv.pack(kernelNumbers));
  TestBuffer bias({conv.o}, biases), residual(ySizes, residuals), out(ySizes, sizeof(float));
  ASSERT_EQ(kernel.run({&x, &packed, &bias, &residual, &out}, {conv.n}, 3), 0);
  EXPECT_TRUE(out.guardIntact());
  for (int64_t i = 0; i < pixels * conv.o; ++i) {
    int64_t pixel = i / conv.o, o = i % conv.o;
    Place at{pixel / (planes * lines * columns), pixel / (lines * columns) % planes, pixel / columns % lines,
             pixel % columns};
    auto [sum, magnitude] = sumAt(conv, xs, kernelNumbers, at, o);
    sum += biases[o] + residuals[i];
    magnitude += std::abs(biases[o]) + std::abs(residuals[i]);
    ASSERT_NEAR(out.data<float>()[i], std::max(sum, 0.0), 6e-8 * (conv.rows() + 4) * magnitude)
        << machine << " at " << at.image << " " << at.plane << " " << at.line << " " << at.column << " " << o;
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
    {.n = 2, .h = 1, .w = 50, .c = 8, .o = 33, .window = 5, .low = 2, .high = 2, .rank = 1},
    {.n = 1, .h = 6, .w = 20, .c = 32, .o = 48, .window = 3, .low = 1, .high = 1, .hasLongEpilogue = true},
    {.n = 1, .h = 2, .w = 15, .c = 1024, .o = 40}, // pixels are gathered
    {.n = 1, .h = 3, .w = 24, .c = 512, .o = 32, .stride = 2},
    {.n = 1, .h = 1, .w = 13, .c = 1536, .o = 16, .rank = 1},
    {.n = 0, .h = 14, .w = 14, .c = 16, .o = 32},
    {.n = 2, .h = 6, .w = 16, .c = 32, .o = 40, .window = 3, .low = 1, .high = 1, .rank = 3, .d = 4},
    {.n = 1, .h = 9, .w = 17, .c = 3, .o = 32, .window = 3, .stride = 2, .low = 1, .rank = 3, .d = 5},
    {.n = 2, .h = 7, .w = 7, .c = 64, .o = 33, .rank = 3, .d = 3}, // lines of a plane are joined
    {.n = 1, .h = 5, .w = 15, .c = 32, .o = 32, .window = 2, .low = 3, .high = 1, .dilation = 2, .rank = 3, .d = 2},
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

cpu::ConvDim dimOf(int64_t extent, int64_t elements, int64_t stride = 1) {
  int64_t low = elements / 2;
  return {extent, (extent + 2 * low - elements) / stride + 1, elements, stride, 1, low};
}

cpu::ConvShape shapeOf(cpu::ConvDim lines, cpu::ConvDim pixels, int64_t channels, int64_t columns) {
  static mlir::MLIRContext context;
  cpu::ConvShape shape{};
  shape.rank = 2;
  shape.batch = 1;
  shape.dims = {dimOf(1, 1), lines, pixels};
  shape.channels = channels, shape.block = 16, shape.columns = columns, shape.panel = 32;
  shape.element = mlir::Float32Type::get(&context);
  return shape;
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
