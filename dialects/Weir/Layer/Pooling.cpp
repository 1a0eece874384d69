// Pooling over windows: maxima and where they stand; sums, divided by the number of elements that count.
#include "dialects/Weir/Layer/Pooling.h"

#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Window/Ops.h"
#include "lib/Support/ShapeText.h"

using namespace mlir;

namespace weir {

namespace {

/// The attributes that say where windows lie, and their numbers for the dimensions of batch and channels.
constexpr std::pair<const char *, int64_t> kGeometry[] = {
    {"window", 1}, {"strides", 1}, {"padding_low", 0}, {"padding_high", 0}, {"dilations", 1}};

/// Numbers of windows for each spatial dimension, and those of batch and channels before them.
SmallVector<int64_t> ofImage(ArrayRef<int64_t> spatial, int64_t others) {
  SmallVector<int64_t> all = {others, others};
  llvm::append_range(all, spatial);
  return all;
}

/// The attributes of ops over windows in all dimensions of the input.
Result<Attributes> imageWindows(const TensorMeta &input, const Attributes &attributes) {
  Attributes windows;
  for (auto [name, others] : kGeometry) {
    std::vector<int64_t> given =
        attributes.getOr(name, std::vector<int64_t>(input.shape.size() < 2 ? 0 : input.shape.size() - 2, others));
    if (input.shape.size() < 3 || given.size() + 2 != input.shape.size())
      return Failure{"expects input (N, C, *) and " + std::string(name) + " for each dimension behind C, got " +
                     tupleText(input.shape) + " and " + tupleText(given)};
    SmallVector<int64_t> all = ofImage(given, others);
    windows.set(name, std::vector<int64_t>(all.begin(), all.end()));
  }
  return windows;
}

} // namespace

// max_pool

Result<Metas> inferMaxPool(const Metas &operands, const Attributes &attributes) {
  Result<Attributes> windows = imageWindows(operands[0], attributes);
  if (!windows)
    return windows.failure();
  Result<Metas> results = WindowMaxOp::inferResults(operands, *windows);
  if (results)
    results->push_back({DType::I64, results->front().shape});
  return results;
}

/// The size of a dimension of x in i64, in the shape of `like`.
static Expression extentOf(Expression x, int64_t dim, Expression like) {
  bool isKnown = !x.type().isDynamicDim(dim);
  return isKnown ? like.constant(static_cast<double>(x.knownSize(dim))) : broadcast(sizeAlong(x, dim), like, {});
}

/// Of the element that has this number in its window, the row-major number of its position behind N and C.
static Expression positionOf(Expression number, MaxPoolOp op, Expression input) {
  Expression rest = number, flat = number.constant(0), below = number.constant(1);
  for (int64_t d = input.rank() - 1; d >= 2; --d) {
    auto size = static_cast<double>(op.getWindow()[d - 2]);
    Expression before = floorDivide(rest, rest.constant(size));
    Expression along = positionsAlong(number, d) * static_cast<double>(op.getStrides()[d - 2]) -
                       static_cast<double>(op.getPaddingLow()[d - 2]) +
                       (rest - before * size) * static_cast<double>(op.getDilations()[d - 2]);
    flat = flat + along * below;
    below = below * extentOf(input, d, number);
    rest = before;
  }
  return flat;
}

SmallVector<Value> maxPool(MaxPoolOp op, Expression input) {
  OpBuilder &builder = input.getBuilder();
  Location loc = input.getLoc();
  SmallVector<int64_t> window = ofImage(op.getWindow(), 1), strides = ofImage(op.getStrides(), 1),
                       low = ofImage(op.getPaddingLow(), 0), high = ofImage(op.getPaddingHigh(), 0),
                       dilations = ofImage(op.getDilations(), 1);
  Value y = WindowMaxOp::create(builder, loc, input, window, strides, low, high, dilations);
  Expression number(builder, loc, WindowIndexOp::create(builder, loc, input, y, window, strides, low, high, dilations));
  return {y, positionOf(number, op, input)};
}

// average_pool

/// Whether the same number of elements counts in each window, whatever the image's size.
static bool holdAsMany(ArrayRef<int64_t> low, ArrayRef<int64_t> high, bool countsPadding) {
  if (countsPadding)
    return low == high;
  return llvm::all_of(low, [](int64_t size) { return size == 0; }) &&
         llvm::all_of(high, [](int64_t size) { return size == 0; });
}

Result<Metas> inferAveragePool(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &input = operands[0];
  Result<Attributes> windows = imageWindows(input, attributes);
  if (!windows)
    return windows.failure();
  if (attributes.getOr<int64_t>("divisor_override", 1) == 0)
    return Failure{"expects divisor_override to be other than 0"};
  bool needsSizes =
      !attributes.has("divisor_override") &&
      !holdAsMany(attributes.get<std::vector<int64_t>>("padding_low"),
                  attributes.get<std::vector<int64_t>>("padding_high"), attributes.has("count_include_pad"));
  if (needsSizes && !isStatic(std::span(input.shape).subspan(2)))
    return Failure{"expects known sizes where windows hold different numbers of elements, got " +
                   tupleText(input.shape)};
  return WindowSumOp::inferResults(operands, *windows);
}

/// How many elements of each window of a dimension count, `around` of the padding on each side among them.
static SmallVector<double> countsAlong(int64_t extent, int64_t results, int64_t window, int64_t stride, int64_t low,
                                       int64_t around) {
  SmallVector<double> counts;
  for (int64_t i = 0; i < results; ++i) {
    int64_t begin = i * stride - low;
    int64_t inside = std::min(begin + window, extent + around) - std::max(begin, -around);
    counts.push_back(static_cast<double>(inside));
  }
  return counts;
}

/// The counts of all windows, whose number is known, as a tensor over the spatial dimensions.
static Expression knownCounts(AveragePoolOp op, Expression input, Expression total) {
  SmallVector<double> counts = {1};
  SmallVector<int64_t> shape;
  for (int64_t d = 2; d < input.rank(); ++d) {
    int64_t low = op.getPaddingLow()[d - 2];
    shape.push_back(total.knownSize(d));
    SmallVector<double> all;
    SmallVector<double> along = countsAlong(input.knownSize(d), shape.back(), op.getWindow()[d - 2],
                                            op.getStrides()[d - 2], low, op.getCountIncludePad() ? low : 0);
    for (double before : counts)
      for (double count : along)
        all.push_back(before * count);
    counts = std::move(all);
  }
  auto type = RankedTensorType::get(shape, input.type().getElementType());
  return knownElements(input.getBuilder(), input.getLoc(), type, counts);
}

Expression averagePool(AveragePoolOp op, Expression input) {
  SmallVector<int64_t> ones(input.rank(), 1),
      window = ofImage(op.getWindow(), 1), strides = ofImage(op.getStrides(), 1), low = ofImage(op.getPaddingLow(), 0),
      high = ofImage(op.getPaddingHigh(), 0);
  OpBuilder &builder = input.getBuilder();
  Expression total(builder, input.getLoc(),
                   WindowSumOp::create(builder, input.getLoc(), input, window, strides, low, high, ones));
  if (std::optional<int64_t> divisor = op.getDivisorOverride())
    return total / static_cast<double>(*divisor);
  if (holdAsMany(op.getPaddingLow(), op.getPaddingHigh(), op.getCountIncludePad()))
    return total / static_cast<double>(ShapedType::getNumElements(op.getWindow()));
  SmallVector<int64_t> spatial = llvm::to_vector(llvm::seq<int64_t>(2, input.rank()));
  return total / broadcast(knownCounts(op, input, total), total, spatial);
}

} // namespace weir
