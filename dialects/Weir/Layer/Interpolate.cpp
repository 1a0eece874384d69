// Interpolation: along each dimension the sum of elements at positions that sizes say, each weighed by a known share.
#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Layer/Resizing.h"
#include "lib/Support/ShapeText.h"

#include <cmath>

using namespace mlir;

namespace weir {

/// Whether a result is one element, which may be of any dtype.
static bool takesOne(StringRef mode) { return mode == "nearest" || mode == "nearest_exact"; }

// inference

Result<Metas> inferInterpolate(const TensorMeta &input, const Attributes &attributes) {
  const auto &size = attributes.get<std::vector<int64_t>>("size");
  if (input.shape.size() < 3 || size.size() + 2 != input.shape.size())
    return Failure{"expects input (N, C, *) and a size for each dimension behind C, got " + tupleText(input.shape) +
                   " and " + tupleText(size)};
  if (const auto &mode = attributes.get<std::string>("mode"); !takesOne(mode) && !isFloat(input.dtype))
    return Failure{"expects input of floats for mode " + mode + ", got " + std::string(name(input.dtype))};
  TensorMeta result = input;
  for (size_t d = 0; d < size.size(); ++d) {
    if (size[d] < 1)
      return Failure{"expects sizes of at least 1, got " + tupleText(size)};
    if (input.shape[d + 2].knownOr(0) < 1)
      return Failure{"expects known sizes of at least 1 behind C, got " + tupleText(input.shape)};
    result.shape[d + 2] = DimSize(size[d]);
  }
  return Metas{result};
}

LogicalResult InterpolateOp::verify() {
  std::optional<ArrayRef<double>> factors = getScaleFactors();
  if (!factors)
    return success();
  if (factors->size() != getSize().size())
    return emitOpError("expects a scale factor for each of the sizes, got ")
           << factors->size() << " for " << getSize().size();
  for (double factor : *factors)
    if (!(factor > 0))
      return emitOpError("expects scale factors above 0, got ") << factor;
  return success();
}

// decomposition

namespace {

/// For each result along a dimension the position of one element that it is made of, and the element's share; no
/// shares where the result is that element.
struct Tap {
  SmallVector<double> positions, shares;
};

/// One dimension of `extent` elements on its way to `count`, whose neighbours lie `step` elements apart.
struct Line {
  int64_t extent, count;
  double step;
  bool alignCorners;

  /// Where among the elements a result lies.
  double source(int64_t i) const {
    if (!alignCorners)
      return (static_cast<double>(i) + 0.5) * step - 0.5;
    double last = static_cast<double>(extent - 1), lastResult = static_cast<double>(std::max<int64_t>(count - 1, 1));
    return static_cast<double>(i) * (last / lastResult);
  }

  /// Beyond the ends, elements repeat.
  double clipped(double position) const { return std::clamp(position, 0.0, static_cast<double>(extent - 1)); }
};

/// `shift` is how far from its beginning a result takes the element at its place.
Tap nearestTap(const Line &line, double shift) {
  Tap tap;
  for (int64_t i = 0; i < line.count; ++i)
    tap.positions.push_back(line.clipped(std::floor((static_cast<double>(i) + shift) * line.step)));
  return tap;
}

/// The shares of the elements at 0 and 1 in a result at x between them.
SmallVector<double> linearShares(double x) { return {1 - x, x}; }

/// The shares of the elements at -1, 0, 1 and 2 in a result at x between 0 and 1.
SmallVector<double> cubicShares(double x) {
  auto near = [](double x) { return (1.25 * x - 2.25) * x * x + 1; };
  auto far = [](double x) { return ((-0.75 * x + 3.75) * x - 6) * x + 3; };
  return {far(x + 1), near(x), near(1 - x), far(2 - x)};
}

/// One tap for each element that has a share in a result.
SmallVector<Tap> weighingTaps(const Line &line, bool isCubic) {
  SmallVector<Tap> taps(isCubic ? 4 : 2);
  for (int64_t i = 0; i < line.count; ++i) {
    double source = isCubic ? line.source(i) : std::max(line.source(i), 0.0), before = std::floor(source);
    SmallVector<double> shares = isCubic ? cubicShares(source - before) : linearShares(source - before);
    for (auto [number, tap] : llvm::enumerate(taps)) {
      tap.positions.push_back(line.clipped(before + static_cast<double>(number) - (isCubic ? 1 : 0)));
      tap.shares.push_back(shares[number]);
    }
  }
  return taps;
}

} // namespace

/// The sum of what the taps take along `dim`.
static Expression resized(Expression x, int64_t dim, ArrayRef<Tap> taps) {
  std::optional<Expression> sum;
  for (const Tap &tap : taps) {
    Expression part = takeAt(x, tap.positions, dim);
    if (!tap.shares.empty()) {
      auto type = RankedTensorType::get({static_cast<int64_t>(tap.shares.size())}, x.type().getElementType());
      part = part * broadcast(knownElements(x.getBuilder(), x.getLoc(), type, tap.shares), part, {dim});
    }
    sum = sum ? *sum + part : part;
  }
  return *sum;
}

/// Each element `times` times, one behind the other.
static Expression repeated(Expression x, int64_t dim, int64_t times) {
  OpBuilder &builder = x.getBuilder();
  SmallVector<OpFoldResult> sizes = sizesOf(x), apart = sizes;
  apart.insert(apart.begin() + dim + 1, builder.getIndexAttr(times));
  sizes[dim] = builder.getIndexAttr(x.knownSize(dim) * times);
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < x.rank(); ++d)
    dims.push_back(d <= dim ? d : d + 1);
  return reshape(broadcastTo(x, apart, dims), sizes);
}

Expression interpolate(InterpolateOp op, Expression x) {
  bool isNearest = takesOne(op.getMode());
  if (!isNearest)
    x = x.cast(accumulatorFor(std::nullopt, x));
  for (auto [d, count] : llvm::enumerate(op.getSize())) {
    auto dim = static_cast<int64_t>(d) + 2;
    int64_t extent = x.knownSize(dim);
    double ratio = static_cast<double>(extent) / static_cast<double>(count);
    Line line{extent, count, op.getScaleFactors() ? 1 / (*op.getScaleFactors())[d] : ratio, op.getAlignCorners()};
    if (count == extent && line.step == 1)
      continue;
    if (isNearest && count % extent == 0 && line.step == ratio)
      x = repeated(x, dim, count / extent);
    else if (isNearest)
      x = resized(x, dim, nearestTap(line, op.getMode() == "nearest" ? 0 : 0.5));
    else
      x = resized(x, dim, weighingTaps(line, op.getMode() == "cubic"));
  }
  return x;
}

} // namespace weir
