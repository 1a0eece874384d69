// Convolutions as products on target sim, checked while they run, against sums in f64; and which convolutions are.
#include "unittests/SuiteSample.h"
#include "unittests/Target/GpuProductKernel.h"

#include <cmath>

namespace weir {
namespace {

struct Window {
  int64_t elements = 1, stride = 1, low = 0, high = 0, dilation = 1;

  int64_t countIn(int64_t extent) const { return (extent + low + high - dilation * (elements - 1) - 1) / stride + 1; }
};

/// z = relu(y + residual) and y = conv(x, w) + bias, images of [n, h, w, c]; rounded after each op.
struct Convolution {
  int64_t n, h, w, c, o;
  Window lines, columns;
  bool isLine = false;    ///< one spatial dimension: h is 1
  int64_t shift = 0;      ///< elements from a multiple of 64 bytes to the image's first
  std::string image = ""; ///< attributes of the image

  int64_t depth() const { return lines.elements * columns.elements * c; }
  int64_t rows() const { return lines.countIn(h); }
  int64_t positions() const { return columns.countIn(w); }
  int64_t panel(DType dtype) const {
    int64_t perChunk = 16 / byteSize(dtype);
    return (o + perChunk - 1) / perChunk * perChunk;
  }

  std::vector<int64_t> sizes(int64_t height, int64_t width, int64_t channels) const {
    return isLine ? std::vector<int64_t>{n, width, channels} : std::vector<int64_t>{n, height, width, channels};
  }

  static std::string tensor(DType dtype, const std::vector<int64_t> &sizes, bool knowsFirst) {
    std::string text = "tensor<";
    for (size_t d = 0; d < sizes.size(); ++d)
      text += (d == 0 && !knowsFirst ? "?" : std::to_string(sizes[d])) + "x";
    return text + dtypeName(dtype) + ">";
  }

  std::string array(const char *name, int64_t Window::*field) const {
    std::string first = isLine ? "" : std::to_string(lines.*field) + ", ";
    return std::string(name) + " = array<i64: " + first + std::to_string(columns.*field) + ">";
  }

  std::string text(DType dtype) const {
    std::string x = tensor(dtype, sizes(h, w, c), false), y = tensor(dtype, sizes(rows(), positions(), o), false);
    std::string packed = tensor(dtype, {1, depth(), panel(dtype)}, true), bias = tensor(dtype, {o}, true);
    auto number = [](const char *name, int64_t value) {
      return std::string(name) + " = " + std::to_string(value) + " : i64, ";
    };
    std::string two = "(" + y + ", " + y + ") -> " + y + "\n";
    return "func.func @k(%x: " + x + image + ", %w: " + packed + ", %bias: " + bias + ", %r: " + y +
           ", %n: index) -> (" + y + ", " + y + ") attributes {kernel.kernel} {\n  %0 = weir.conv_packed %x, %w {" +
           number("block", c) + number("channels", c) + number("columns", o) + number("panel", panel(dtype)) +
           array("window", &Window::elements) + ", " + array("strides", &Window::stride) + ", " +
           array("padding_low", &Window::low) + ", " + array("padding_high", &Window::high) + ", " +
           array("dilations", &Window::dilation) + "} : (" + x + ", " + packed + ") -> " + y +
           "\n  %1 = weir.broadcast %bias sizes(%n) {dims = array<i64: " + (isLine ? "2" : "3") + ">} : " + bias +
           " -> " + y + "\n  %2 = weir.add %0, %1 : " + two + "  %3 = weir.add %2, %r : " + two +
           "  %4 = weir.relu %3 : (" + y + ") -> " + y + "\n  return %4, %2 : " + y + ", " + y + "\n}\n";
  }
};

struct Images {
  Images(const Convolution &conv, DType dtype)
      : conv(conv), dtype(dtype), x(dtype, conv.sizes(conv.h, conv.w, conv.c), {.offset = conv.shift}),
        packed(dtype, {1, conv.depth(), conv.panel(dtype)}), bias(dtype, {conv.o}),
        residual(dtype, conv.sizes(conv.rows(), conv.positions(), conv.o)), z(dtype, residual.sizes),
        y(dtype, residual.sizes) {
    unsigned seed = 0;
    for (StridedBuffer *buffer : {&x, &packed, &bias, &residual, &z, &y})
      buffer->fill(++seed);
    xs = x.values(), ws = packed.values();
  }

  void runOn(ProductKernel &kernel, const sim::Options &options = {}) {
    kernel.run({&x, &packed, &bias, &residual, &z, &y}, {conv.n}, options);
  }

  ProductSum sum(int64_t image, int64_t line, int64_t position, int64_t o) const {
    ProductSum sum;
    for (int64_t i = 0; i < conv.lines.elements; ++i)
      for (int64_t j = 0; j < conv.columns.elements; ++j) {
        int64_t atLine = line * conv.lines.stride + i * conv.lines.dilation - conv.lines.low;
        int64_t at = position * conv.columns.stride + j * conv.columns.dilation - conv.columns.low;
        if (atLine < 0 || atLine >= conv.h || at < 0 || at >= conv.w)
          continue;
        const double *pixel = &xs[((image * conv.h + atLine) * conv.w + at) * conv.c];
        const double *element = &ws[(i * conv.columns.elements + j) * conv.c * conv.panel(dtype) + o];
        for (int64_t channel = 0; channel < conv.c; ++channel)
          sum.add(pixel[channel] * element[channel * conv.panel(dtype)]);
      }
    return sum;
  }

  void expectConvolution() const {
    std::vector<double> ys = y.values(), zs = z.values(), biases = bias.values(), residuals = residual.values();
    double unit = unitOf(dtype), smallest = smallestOf(dtype);
    for (int64_t number = 0; number < y.count(); ++number) {
      int64_t o = number % conv.o, place = number / conv.o, line = place / conv.positions();
      ProductSum expected = sum(line / conv.rows(), line % conv.rows(), place % conv.positions(), o);
      double value = expected.value + biases[o];
      double error = expected.error(conv.depth()) + 2 * unit * (expected.magnitude + std::abs(biases[o])) + smallest;
      ASSERT_NEAR(ys[number], value, error) << dtypeName(dtype) << " at " << number;
      double last = std::max(value + residuals[number], 0.0);
      ASSERT_NEAR(zs[number], last, error + unit * (last + error) + smallest) << dtypeName(dtype) << " at " << number;
    }
  }

  Convolution conv;
  DType dtype;
  StridedBuffer x, packed, bias, residual, z, y;
  std::vector<double> xs, ws;
};

constexpr Window kThree{.elements = 3, .low = 1, .high = 1};
constexpr Window kFar{.elements = 3, .low = 4, .high = 4, .dilation = 4};
constexpr Window kUneven{.elements = 2, .low = 0, .high = 1};
constexpr Window kOutside{.elements = 3, .low = 5, .high = 5};
constexpr Window kStem{.elements = 7, .stride = 2, .low = 3, .high = 3};

const Convolution kConvolutions[] = {
    {.n = 1, .h = 10, .w = 14, .c = 16, .o = 32, .lines = kThree, .columns = kThree},
    {.n = 2, .h = 5, .w = 13, .c = 8, .o = 40, .lines = kThree, .columns = kThree}, // depth isn't of whole tiles
    {.n = 1, .h = 12, .w = 15, .c = 3, .o = 33, .lines = kStem, .columns = kStem},
    {.n = 3, .h = 7, .w = 7, .c = 24, .o = 70}, // tiles reach into the next image
    {.n = 1, .h = 9, .w = 9, .c = 40, .o = 8, .lines = {.stride = 2}, .columns = {.stride = 3}},
    {.n = 1, .h = 9, .w = 17, .c = 16, .o = 16, .lines = kFar, .columns = kFar},
    {.n = 3, .h = 4, .w = 6, .c = 5, .o = 9, .lines = kUneven, .columns = kUneven},
    {.n = 1, .h = 6, .w = 5, .c = 16, .o = 7, .lines = {.elements = 4, .low = 2}, .columns = kThree},
    {.n = 1, .h = 3, .w = 3, .c = 16, .o = 8, .lines = kOutside, .columns = kOutside}, // windows wholly outside
    {.n = 2, .h = 1, .w = 50, .c = 8, .o = 33, .columns = {.elements = 5, .low = 2, .high = 2}, .isLine = true},
    {.n = 1, .h = 1, .w = 5, .c = 1, .o = 1, .isLine = true}, // nothing to sum
    {.n = 2, .h = 8, .w = 8, .c = 1, .o = 24, .lines = kThree, .columns = kThree},
    {.n = 0, .h = 14, .w = 14, .c = 16, .o = 32, .lines = kThree, .columns = kThree},
    {.n = 150, .h = 1, .w = 1, .c = 8, .o = 8},                                                 // rows are images
    {.n = 2, .h = 5, .w = 5, .c = 16, .o = 24, .lines = kThree, .columns = kThree, .shift = 1}, // no aligned chunks
};

class GpuConvolutionTest : public SampledTest<DType> {};
/// What does not depend on which of the 2-byte types it is.
class GpuConvolutionShapeTest : public SampledTest<DType> {};

TEST_P(GpuConvolutionTest, SizesPaddingStridesDilations) {
  for (const Convolution &conv : kConvolutions) {
    ProductKernel kernel(conv.text(GetParam()));
    EXPECT_GT(kernel.count("blocks", "nvvm.cp.async"), 0);
    Images images(conv, GetParam());
    images.runOn(kernel);
    images.expectConvolution();
  }
}

TEST_P(GpuConvolutionShapeTest, LargeTiles) {
  for (int64_t channels : {8, 3}) {
    Convolution conv{.n = 256, .h = 8, .w = 8, .c = channels, .o = 66, .lines = kUneven, .columns = kUneven};
    ProductKernel kernel(conv.text(GetParam()));
    Images images(conv, GetParam());
    images.runOn(kernel);
    EXPECT_EQ(kernel.launch.tiles[0], conv.n * 64 / 128);
    images.expectConvolution();
  }
}

TEST_P(GpuConvolutionShapeTest, DeepOnesAreSplit) {
  for (int64_t channels : {64, 61}) {
    Convolution conv{.n = 2, .h = 3, .w = 5, .c = channels, .o = 24, .lines = kThree, .columns = kThree};
    ProductKernel kernel(conv.text(GetParam()));
    Images images(conv, GetParam());
    images.runOn(kernel);
    EXPECT_GT(kernel.launch.scalars[0], 1);
    images.expectConvolution();
  }
}

TEST_P(GpuConvolutionShapeTest, AnyScheduleGivesTheSameBits) {
  Convolution conv = kConvolutions[0];
  ProductKernel kernel(conv.text(GetParam()));
  Images first(conv, GetParam());
  first.runOn(kernel);
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Images again(conv, GetParam());
    again.runOn(kernel, {.seed = seed, .landing = sim::Landing::Random});
    ASSERT_EQ(first.z.values(), again.z.values()) << "seed " << seed;
  }
}

/// Channels that fill chunks are copied by them, others one by one; the kernel's rows fill chunks in any case.
TEST_P(GpuConvolutionShapeTest, CopiesChannelsByChunks) {
  auto copies = [&](const Convolution &conv, const char *kind) {
    return ProductKernel(conv.text(GetParam())).count("blocks", kind);
  };
  Convolution whole{.n = 1, .h = 6, .w = 6, .c = 8, .o = 8}, part{.n = 1, .h = 6, .w = 6, .c = 6, .o = 5};
  EXPECT_GT(copies(whole, ", 16, cache"), copies(part, ", 16, cache"));
}

/// Gaps between pixels are beyond the generator.
TEST_P(GpuConvolutionShapeTest, OthersAreNests) {
  Convolution conv = kConvolutions[0];
  conv.image = " {kernel.strided}";
  ProductKernel kernel(conv.text(GetParam()));
  EXPECT_EQ(kernel.count("blocks", "nvvm.cp.async"), 0);
  Images images(conv, GetParam());
  images.runOn(kernel);
  images.expectConvolution();
}

/// Channels in chunks and one by one, padded and not.
TEST_P(GpuConvolutionShapeTest, SpillsNothingAndWarnsOfNothing) {
  for (Convolution conv :
       {Convolution{.n = 1, .h = 56, .w = 56, .c = 256, .o = 512, .lines = {.stride = 2}},
        Convolution{.n = 1, .h = 14, .w = 14, .c = 256, .o = 256, .lines = kThree, .columns = kThree},
        Convolution{.n = 1, .h = 224, .w = 224, .c = 5, .o = 128, .lines = kStem, .columns = kStem}})
    expectNoSpills(conv.text(GetParam()));
}

std::string nameOf(const testing::TestParamInfo<DType> &info) { return dtypeName(info.param); }
INSTANTIATE_TEST_SUITE_P(DTypes, GpuConvolutionTest, testing::Values(DType::BF16, DType::F16, DType::F32), nameOf);
INSTANTIATE_TEST_SUITE_P(DTypes, GpuConvolutionShapeTest, testing::Values(DType::BF16, DType::F32), nameOf);

} // namespace
} // namespace weir
