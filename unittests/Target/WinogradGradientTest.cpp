// Gradients of 3 x 3 kernels by Winograd's tiles: against sums in double precision, on borders, odd sizes, blocks and
// parts; and how far off they are beside plain sums of products.
#include "unittests/Target/KernelHarness.h"
#include "unittests/Target/TestKernels.h"

#include "dialects/Weir/Layout/Winograd.h"
#include "lib/Target/Cpu/Winograd/WinogradGradientShape.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

namespace weir {
namespace {

using namespace winograd;

/// The gradient, added to another one, of images of [n, h, w, c] and results of [n, lines, columns, o].
struct Case {
  int64_t n, h, w, c, o, low = 1, high = 1;
  std::string schedule = ""; ///< entries behind that of the form
  bool openBatch = false;
  std::string element = "f32";

  int64_t lines() const { return h + low + high - 2; }
  int64_t columns() const { return w + low + high - 2; }
  std::vector<int64_t> image() const { return {n, h, w, c}; }
  std::vector<int64_t> result() const { return {n, lines(), columns(), o}; }
  std::vector<int64_t> kernel() const { return {o, c, kWindow, kWindow}; }

  std::string tensor(const std::vector<int64_t> &sizes) const {
    std::string text = "tensor<";
    for (int64_t size : sizes)
      text += (size < 0 ? "?" : std::to_string(size)) + "x";
    return text + element + ">";
  }

  std::string text() const {
    std::string x = tensor({openBatch ? -1 : n, h, w, c}), dw = tensor(kernel()),
                dy = tensor({openBatch ? -1 : n, lines(), columns(), o});
    auto pair = [](int64_t value) {
      return "array<i64: " + std::to_string(value) + ", " + std::to_string(value) + ">";
    };
    return "func.func @k(%x: " + x + ", %dy: " + dy + ", %more: " + dw + ") -> " + dw +
           " attributes {kernel.kernel, kernel.schedule = {form = \"winograd_gradient\"" + schedule +
           "}} {\n  %0 = weir.conv_kernel_gradient %x, %dy {channels_last, strides = " + pair(1) +
           ", dilations = " + pair(1) + ", padding_low = " + pair(low) + ", padding_high = " + pair(high) + "} : (" +
           x + ", " + dy + ") -> " + dw + "\n  %1 = weir.add %0, %more : (" + dw + ", " + dw + ") -> " + dw +
           "\n  return %1 : " + dw + "\n}\n";
  }

  double imageAt(const std::vector<float> &x, int64_t image, int64_t line, int64_t column, int64_t channel) const {
    bool isInside = line >= 0 && line < h && column >= 0 && column < w;
    return isInside ? x[((image * h + line) * w + column) * c + channel] : 0;
  }
  double resultAt(const std::vector<float> &dy, int64_t image, int64_t line, int64_t column, int64_t to) const {
    return line < lines() && column < columns() ? dy[((image * lines() + line) * columns() + column) * o + to] : 0;
  }

  /// What `add` is called with: both factors of each product that an element of the gradient is made of.
  void overProducts(const std::vector<float> &x, const std::vector<float> &dy, std::array<int64_t, 4> element,
                    const std::function<void(double, double)> &add) const {
    auto [to, channel, i, j] = element;
    for (int64_t image = 0; image < n; ++image)
      for (int64_t line = 0; line < lines(); ++line)
        for (int64_t column = 0; column < columns(); ++column)
          add(imageAt(x, image, line + i - low, column + j - low, channel), resultAt(dy, image, line, column, to));
  }

  double sumAt(const std::vector<float> &x, const std::vector<float> &dy, std::array<int64_t, 4> element) const {
    double sum = 0;
    overProducts(x, dy, element, [&](double a, double b) { sum += a * b; });
    return sum;
  }

  /// The sum of the absolute values of all that one tile adds to an element.
  double magnitudeOfTile(const std::vector<float> &x, const std::vector<float> &dy, std::array<int64_t, 3> tile,
                         std::array<int64_t, 4> element) const {
    auto [to, channel, i, j] = element;
    auto [image, line, column] = tile;
    double sum = 0;
    for (int q = 0; q < kTerms; ++q)
      for (int r = 0; r < kTerms; ++r) {
        double read = 0, given = 0;
        for (int k = 0; k < kReached; ++k)
          for (int l = 0; l < kReached; ++l)
            if (kInput[q][k] != 0 && kInput[r][l] != 0)
              read += std::abs(imageAt(x, image, kTile * line + k - low, kTile * column + l - low, channel));
        for (int k = 0; k < kTile; ++k)
          for (int l = 0; l < kTile; ++l)
            if (kOutput[k][q] != 0 && kOutput[l][r] != 0)
              given += std::abs(resultAt(dy, image, kTile * line + k, kTile * column + l, to));
        sum += std::abs(kKernel[q][i] * kKernel[r][j]) * read * given;
      }
    return sum;
  }

  double magnitudeAt(const std::vector<float> &x, const std::vector<float> &dy, std::array<int64_t, 4> element) const {
    double sum = 0;
    for (int64_t image = 0; image < n; ++image)
      for (int64_t line = 0; kTile * line < lines(); ++line)
        for (int64_t column = 0; kTile * column < columns(); ++column)
          sum += magnitudeOfTile(x, dy, {image, line, column}, element);
    return sum;
  }
};

int64_t product(const std::vector<int64_t> &sizes) {
  int64_t elements = 1;
  for (int64_t size : sizes)
    elements *= size;
  return elements;
}

/// Of a sample of elements, all channels and columns among them.
template <typename Body> void overElements(const Case &conv, Body body) {
  for (int64_t number = 0; number < conv.o * conv.c; ++number)
    for (int64_t i = 0; i < kWindow; ++i)
      body(std::array<int64_t, 4>{number / conv.c, number % conv.c, i, (number + i) % kWindow});
}

template <typename T> T at(const Case &conv, const T *values, std::array<int64_t, 4> element) {
  auto [to, channel, i, j] = element;
  return values[((to * conv.c + channel) * kWindow + i) * kWindow + j];
}

template <typename T> void expectRight(const Case &conv, const std::string &machine) {
  SCOPED_TRACE(machine + " " + conv.text());
  TestKernel kernel(conv.text(), "cpu", machine);
  std::vector<float> xs = randomFloats(product(conv.image()), 1), dys = randomFloats(product(conv.result()), 2),
                     more = randomFloats(product(conv.kernel()), 3);
  auto wide = [](const std::vector<float> &values) { return std::vector<T>(values.begin(), values.end()); };
  TestBuffer x(conv.image(), wide(xs)), dy(conv.result(), wide(dys)), other(conv.kernel(), wide(more)),
      out(conv.kernel(), sizeof(T));
  ASSERT_EQ(kernel.run({&x, &dy, &other, &out}, {}, 3), 0);
  EXPECT_TRUE(out.guardIntact());
  constexpr double kRoundings = 16; // of transformations, and of the other gradient
  double added = std::sqrt(static_cast<double>(product(conv.result()) / conv.o));
  overElements(conv, [&](std::array<int64_t, 4> element) {
    double sum = conv.sumAt(xs, dys, element) + at(conv, more.data(), element);
    double magnitude = conv.magnitudeAt(xs, dys, element) + std::abs(at(conv, more.data(), element));
    double rounding = std::numeric_limits<T>::epsilon() / 2 + 1e-16; // and of the sum that it is compared with
    ASSERT_NEAR(at(conv, out.data<T>(), element), sum, rounding * (kRoundings + added) * magnitude)
        << element[0] << " " << element[1] << " " << element[2] << " " << element[3];
  });
}

const Case kCases[] = {
    {.n = 4, .h = 8, .w = 8, .c = 32, .o = 16},
    {.n = 4, .h = 7, .w = 9, .c = 16, .o = 48},                        // odd sizes
    {.n = 2, .h = 10, .w = 14, .c = 16, .o = 32, .low = 0, .high = 0}, // no border
    {.n = 2, .h = 9, .w = 8, .c = 16, .o = 32, .low = 0, .high = 2},   // uneven padding
    {.n = 2, .h = 5, .w = 4, .c = 16, .o = 16, .low = 4, .high = 3},   // tiles wholly outside
    {.n = 3, .h = 6, .w = 7, .c = 48, .o = 16, .schedule = ", lines = 2, parts = 1"},
    {.n = 3, .h = 6, .w = 6, .c = 32, .o = 32, .schedule = ", lines = 2, parts = 4, channels = 32, columns = 16"},
    {.n = 3, .h = 8, .w = 8, .c = 16, .o = 32, .schedule = ", parts = 32"}, // more than there are lines
    {.n = 2, .h = 16, .w = 16, .c = 16, .o = 16, .openBatch = true},
};

TEST(WinogradGradientTest, IsRightWithWideVectors) {
  for (const Case &conv : kCases)
    expectRight<float>(conv, "x86-64-v4");
}

TEST(WinogradGradientTest, IsRightWithNarrowVectors) {
  for (const Case &conv : kCases)
    expectRight<float>(conv, "x86-64-v3");
}

TEST(WinogradGradientTest, IsRightInDoublePrecision) {
  for (Case conv : kCases) {
    conv.element = "f64";
    for (const char *machine : {"x86-64-v3", "x86-64-v4"})
      expectRight<double>(conv, machine);
  }
}

TEST(WinogradGradientTest, OfNoImagesIsWhatIsAdded) {
  for (const char *schedule : {"", ", parts = 2"})
    expectRight<float>({.n = 0, .h = 16, .w = 16, .c = 16, .o = 16, .schedule = schedule, .openBatch = true},
                       "x86-64-v3");
}

/// Activations as networks have them; the plain form has chains of 64 products, which are added up one by one.
TEST(WinogradGradientTest, IsAboutAsAccurateAsSumsOfProducts) {
  Case conv{.n = 4, .h = 16, .w = 16, .c = 16, .o = 16};
  std::vector<float> xs = randomFloats(product(conv.image()), 5), dys = randomFloats(product(conv.result()), 6),
                     none(product(conv.kernel()), 0);
  for (float &number : xs)
    number = std::max(number, 0.f);
  TestKernel kernel(conv.text(), "cpu", "x86-64-v3");
  TestBuffer x(conv.image(), xs), dy(conv.result(), dys), other(conv.kernel(), none), out(conv.kernel(), sizeof(float));
  ASSERT_EQ(kernel.run({&x, &dy, &other, &out}, {}, 1), 0);
  double ofTiles = 0, ofSums = 0;
  overElements(conv, [&](std::array<int64_t, 4> element) {
    constexpr int64_t kChain = 64;
    float sum = 0, chain = 0;
    int64_t number = 0;
    conv.overProducts(xs, dys, element, [&](double a, double b) {
      chain = std::fma(static_cast<float>(a), static_cast<float>(b), chain);
      if (++number % kChain == 0)
        sum += std::exchange(chain, 0.f);
    });
    double right = conv.sumAt(xs, dys, element);
    ofTiles += std::pow(at(conv, out.data<float>(), element) - right, 2);
    ofSums += std::pow(sum + chain - right, 2);
  });
  EXPECT_LE(ofTiles, 4 * ofSums) << "more than twice as far off";
}

// Schedules

cpu::WinogradGradientShape shapeOf(int64_t extent, int64_t channels, int64_t batch = 8) {
  cpu::WinogradDim dim{extent, extent, 1};
  static mlir::MLIRContext context;
  return {.image = 0,
          .gradient = 1,
          .batch = batch,
          .dims = {dim, dim},
          .channels = channels,
          .columns = channels,
          .element = mlir::Float32Type::get(&context)};
}

TEST(WinogradGradientTest, TermsAndSumsOfAUnitStayInCache) {
  for (const char *machine : {"x86-64-v3", "znver5", "sapphirerapids"})
    for (auto [extent, channels] : {std::pair(56, 64), {28, 128}, {14, 256}, {7, 512}}) {
      const cpu::CpuThroughput &cpu = *cpu::findCpuThroughput(machine);
      cpu::WinogradGradientShape shape = shapeOf(extent, channels);
      auto schedule = cpu::WinogradGradientSchedule::of(shape, cpu);
      int64_t tiles = schedule.lines * shape.dims[1].tiles(), both = schedule.channels + schedule.columns;
      EXPECT_LE(16 * 4 * (tiles * both + schedule.channels * schedule.columns), cpu.l2Bytes)
          << machine << " " << extent;
      EXPECT_GE(channels / schedule.channels * (channels / schedule.columns) * schedule.parts, 4) << "work for several";
    }
}

TEST(WinogradGradientTest, PaysWhereTilesFillTheImageAndSumsAreLong) {
  const cpu::CpuThroughput &cpu = *cpu::findCpuThroughput("znver5");
  EXPECT_TRUE(winogradGradientPays(shapeOf(56, 64), cpu));
  EXPECT_TRUE(winogradGradientPays(shapeOf(7, 512), cpu));
  EXPECT_FALSE(canSumByWinograd(shapeOf(56, 24), cpu)) << "channels don't fill vectors";
  EXPECT_FALSE(winogradGradientPays(shapeOf(1, 64), cpu)) << "three of four windows of a tile would be for nothing";
  EXPECT_FALSE(winogradGradientPays(shapeOf(4, 512, 1), cpu)) << "four tiles";
}

} // namespace
} // namespace weir
