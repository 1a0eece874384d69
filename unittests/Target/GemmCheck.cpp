// See GemmCheck.h.
#include "unittests/Target/GemmCheck.h"

#include "lib/Support/Half.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <sstream>

using namespace mlir;

namespace weir::cpu::testing {
namespace {

constexpr double kSentinel = 777;

/// A matrix with room between its rows and behind its end that holds what must not be used.
struct Matrix {
  Type type;
  Tensor tensor;
  std::vector<char> bytes;
  int64_t elements, rows, columns;
  bool transposed = false;

  Matrix(Type type, int64_t batch, int64_t rows, int64_t columns, bool transposed, bool unitInner, int64_t padding,
         double fill)
      : type(type), rows(rows), columns(columns), transposed(transposed) {
    int64_t outer = transposed ? columns : rows, inner = transposed ? rows : columns, step = unitInner ? 1 : 2;
    int64_t outerStride = inner * step + padding, size = outer * outerStride + padding;
    elements = batch * size;
    bytes.resize(elements * type.getIntOrFloatBitWidth() / 8);
    tensor = {bytes.data(), {outer, inner}, {outerStride, step}};
    for (int64_t i = 0; i < elements; ++i)
      writeElement(type, bytes.data(), i, fill);
    batchStride = size;
  }
  int64_t batchStride;
  int64_t at(int64_t batch, int64_t row, int64_t column) const {
    if (transposed)
      std::swap(row, column);
    return batch * batchStride + row * tensor.strides[0] + column * tensor.strides[1];
  }
  double get(int64_t batch, int64_t row, int64_t column) const {
    return readElement(type, bytes.data(), at(batch, row, column));
  }
  void set(int64_t batch, int64_t row, int64_t column, double value) {
    writeElement(type, bytes.data(), at(batch, row, column), value);
  }
  Tensor withBatch(int64_t rank, int64_t batch) const {
    Tensor result = tensor;
    for (int64_t i = 0; i < rank; ++i) { // the last batch dimension takes all
      result.sizes.insert(result.sizes.begin() + i, i + 1 == rank ? batch : 1);
      result.strides.insert(result.strides.begin() + i, i + 1 == rank ? batchStride : 12345);
    }
    return result;
  }
};

void randomize(Matrix &matrix, int64_t batch, std::mt19937 &random, const CheckOptions &options) {
  std::uniform_real_distribution<double> values(options.low, options.high);
  for (int64_t p = 0; p < batch; ++p)
    for (int64_t i = 0; i < matrix.rows; ++i)
      for (int64_t j = 0; j < matrix.columns; ++j)
        matrix.set(p, i, j, values(random));
  if (!options.specials || matrix.rows * matrix.columns == 0)
    return;
  const double specials[] = {INFINITY, -INFINITY, NAN, std::numeric_limits<double>::max(), 0};
  for (double special : specials)
    matrix.set(0, random() % matrix.rows, random() % matrix.columns, special);
}

double unitRoundoff(Type type) {
  if (type.isF64())
    return 0x1p-53;
  return type.isF32() ? 0x1p-24 : type.isF16() ? 0x1p-11 : 0x1p-8;
}

struct Reference {
  std::vector<double> values, magnitudes; ///< row by row
};

Reference multiply(const Matrix &a, const Matrix &b, int64_t batch, const ProductSizes &sizes) {
  Reference result{std::vector<double>(sizes.m * sizes.n), std::vector<double>(sizes.m * sizes.n)};
  std::vector<double> row(sizes.n);
  std::vector<double> bValues(sizes.k * sizes.n);
  for (int64_t k = 0; k < sizes.k; ++k)
    for (int64_t j = 0; j < sizes.n; ++j)
      bValues[k * sizes.n + j] = b.get(batch, k, j);
  for (int64_t i = 0; i < sizes.m; ++i)
    for (int64_t k = 0; k < sizes.k; ++k) {
      double x = a.get(batch, i, k);
      double *values = result.values.data() + i * sizes.n, *magnitudes = result.magnitudes.data() + i * sizes.n;
      const double *from = bValues.data() + k * sizes.n;
      for (int64_t j = 0; j < sizes.n; ++j) {
        values[j] += x * from[j];
        magnitudes[j] += std::fabs(x * from[j]);
      }
    }
  return result;
}

class Checker {
public:
  Checker(const GemmKernel &kernel, const ProductSizes &sizes, const CheckOptions &options)
      : kernel(kernel), d(kernel.description), sizes(sizes), options(options),
        a(d.a.elementType, sizes.batch, sizes.m, sizes.k, d.a.transposed, d.a.unitInner, options.padding, NAN),
        b(d.b.elementType, sizes.batch, sizes.k, sizes.n, d.b.transposed, d.b.unitInner, options.padding, NAN),
        c(d.resultType, sizes.batch, sizes.m, sizes.n, false, true, options.padding, kSentinel) {
    std::mt19937 random(static_cast<unsigned>(sizes.m * 131 + sizes.n * 17 + sizes.k));
    randomize(a, sizes.batch, random, options);
    randomize(b, sizes.batch, random, options);
    if (d.packedB)
      packB();
  }

  std::optional<std::string> check(double *worst) {
    std::vector<char> firstBytes;
    for (int workers : options.workers) {
      runWith(workers);
      if (firstBytes.empty())
        firstBytes = c.bytes;
      else if (std::memcmp(firstBytes.data(), c.bytes.data(), c.bytes.size()) != 0)
        return describe("has other bits with " + std::to_string(workers) + " workers");
    }
    return compare(worst);
  }

private:
  void packB() {
    PackedB layout = packedB(d, kernel.parameters);
    int64_t panels = (sizes.n + layout.columns - 1) / layout.columns;
    int64_t words = (sizes.k + layout.depth - 1) / layout.depth * layout.depth;
    words = (words + layout.group - 1) / layout.group;
    Type element = layout.group > 1 ? d.b.elementType : layout.word;
    packed.assign(panels * words * layout.columns * layout.word.getIntOrFloatBitWidth() / 8, 0);
    for (int64_t k = 0; k < sizes.k; ++k)
      for (int64_t j = 0; j < sizes.n; ++j) {
        int64_t word = (j / layout.columns * words + k / layout.group) * layout.columns + j % layout.columns;
        writeElement(element, packed.data(), word * layout.group + k % layout.group, b.get(0, k, j));
      }
  }

  void runWith(int workers) {
    for (int64_t i = 0; i < c.elements; ++i)
      writeElement(c.type, c.bytes.data(), i, kSentinel);
    auto launch = kernel.prepare(sizes.m, sizes.n, sizes.k, sizes.batch);
    std::vector<Tensor> operands{a.withBatch(d.batchRank, sizes.batch), b.withBatch(d.batchRank, sizes.batch),
                                 c.withBatch(d.batchRank, sizes.batch)};
    if (d.packedB)
      operands[1] = {packed.data(), {static_cast<int64_t>(packed.size())}, {1}};
    operands.insert(operands.end(), options.operands.begin(), options.operands.end());
    scratch.resize(launch.scratchBytes + 128);
    for (int worker = workers - 1; worker >= 0; --worker) { // the last first: order must not matter
      std::memset(scratch.data(), 0xff, scratch.size());
      char *aligned = scratch.data() + (64 - reinterpret_cast<uintptr_t>(scratch.data()) % 64);
      int64_t from = launch.tiles * worker / workers, to = launch.tiles * (worker + 1) / workers;
      if (from < to)
        kernel.run(launch, operands, aligned, from, to - from);
      for (size_t i = aligned + launch.scratchBytes - scratch.data(); i < scratch.size(); ++i)
        scratchOverrun |= scratch[i] != char(0xff);
    }
  }

  std::optional<std::string> compare(double *worst) {
    if (scratchOverrun)
      return describe("writes past its scratch");
    int64_t inside = 0;
    for (int64_t p = 0; p < sizes.batch; ++p) {
      Reference reference = multiply(a, b, p, sizes);
      for (int64_t i = 0; i < sizes.m; ++i)
        for (int64_t j = 0; j < sizes.n; ++j, ++inside)
          if (auto error = compareOne(reference, p, i, j, worst))
            return error;
    }
    int64_t untouched = 0;
    for (int64_t i = 0; i < c.elements; ++i)
      untouched += readElement(c.type, c.bytes.data(), i) == readSentinel();
    if (!options.specials && untouched < c.elements - inside)
      return describe("writes outside of C");
    return std::nullopt;
  }

  double readSentinel() const {
    char bytes[8];
    writeElement(c.type, bytes, 0, kSentinel);
    return readElement(c.type, bytes, 0);
  }

  std::optional<std::string> compareOne(const Reference &reference, int64_t p, int64_t i, int64_t j, double *worst) {
    double got = c.get(p, i, j), want = reference.values[i * sizes.n + j];
    double magnitude = reference.magnitudes[i * sizes.n + j] + options.epilogueMagnitude;
    if (options.epilogue)
      want = options.epilogue(want, i, j);
    if (std::isnan(want) || std::isinf(want)) {
      if (std::isnan(want) ? std::isnan(got) : got == want)
        return std::nullopt;
    } else {
      // Each of k additions and products rounds once, bf16 dots twice; the result rounds once more.
      double bound = (2.0 * sizes.k + 8) * unitRoundoff(d.accumulatorType) * magnitude +
                     2 * unitRoundoff(d.resultType) * std::fabs(want);
      double error = std::fabs(got - want);
      if (worst && magnitude > 0)
        *worst = std::max(*worst, error / magnitude);
      if (error <= bound)
        return std::nullopt;
    }
    std::ostringstream text;
    text << "at [" << p << ", " << i << ", " << j << "] expects " << want << ", got " << got;
    return describe(text.str());
  }

  std::string describe(const std::string &what) const {
    std::ostringstream text;
    text << sizes.batch << " x " << sizes.m << "x" << sizes.n << "x" << sizes.k << " (M, N, K): " << what;
    return text.str();
  }

  const GemmKernel &kernel;
  const GemmDescription &d;
  const ProductSizes &sizes;
  const CheckOptions &options;
  Matrix a, b, c;
  std::vector<char> packed, scratch;
  bool scratchOverrun = false;
};

} // namespace

double readElement(Type type, const void *data, int64_t index) {
  if (type.isF64())
    return static_cast<const double *>(data)[index];
  if (type.isF32())
    return static_cast<const float *>(data)[index];
  uint16_t bits = static_cast<const uint16_t *>(data)[index];
  return type.isBF16() ? bf16ToF32(bits) : f16ToF32(bits);
}

void writeElement(Type type, void *data, int64_t index, double value) {
  if (type.isF64())
    static_cast<double *>(data)[index] = value;
  else if (type.isF32())
    static_cast<float *>(data)[index] = static_cast<float>(value);
  else
    static_cast<uint16_t *>(data)[index] = type.isBF16() ? f64ToBf16(value) : f64ToF16(value);
}

std::optional<std::string> checkProduct(const GemmKernel &kernel, const ProductSizes &sizes,
                                        const CheckOptions &options, double *worst) {
  return Checker(kernel, sizes, options).check(worst);
}

} // namespace weir::cpu::testing
