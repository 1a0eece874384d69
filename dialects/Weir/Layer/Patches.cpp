// Between an image and its windows: each element of each window stands at a position in the padded image.
#include "dialects/Weir/Layer/Patches.h"

#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/ShapeText.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace weir {

namespace {

/// Windows over a padded image, a number for each dimension behind the channels.
class Windows {
public:
  std::vector<int64_t> window, strides, padding, dilations;
  Sizes padded, counts; ///< the image's sizes and the numbers of windows

  template <typename Op>
  Windows(Op op, const Sizes &size)
      : window(op.getWindow().vec()), strides(op.getStrides().vec()), padding(op.getPadding().vec()),
        dilations(op.getDilations().vec()) {
    count(size);
  }

  /// The windows that attributes describe over an image whose sizes behind the channels are known.
  static Result<Windows> of(const Attributes &attributes, std::span<const DimSize> size);

  int64_t elements() const { return ShapedType::getNumElements(window); }

private:
  Windows() = default;

  void count(const Sizes &size) {
    for (size_t d = 0; d < size.size(); ++d) {
      padded.push_back(size[d] + 2 * padding[d]);
      counts.push_back((padded[d] - span(d)) / strides[d] + 1);
    }
  }
  int64_t span(size_t d) const { return dilations[d] * (window[d] - 1) + 1; }
};

Result<Windows> Windows::of(const Attributes &attributes, std::span<const DimSize> size) {
  Windows windows;
  for (auto [name, field, least] : {std::tuple("window", &Windows::window, 1),
                                    {"strides", &Windows::strides, 1},
                                    {"padding", &Windows::padding, 0},
                                    {"dilations", &Windows::dilations, 1}}) {
    windows.*field = attributes.get<std::vector<int64_t>>(name);
    if ((windows.*field).size() != size.size() ||
        llvm::any_of(windows.*field, [least = least](int64_t number) { return number < least; }))
      return Failure{"expects " + std::string(name) + " to be at least " + std::to_string(least) +
                     " for each dimension of an image " + tupleText(size) + ", got " + tupleText(windows.*field)};
  }
  if (llvm::any_of(size, [](DimSize each) { return each.knownOr(-1) < 0; }))
    return Failure{"expects known sizes behind C, got " + tupleText(size)};
  windows.count(knownSizes(size));
  Sizes spans;
  for (size_t d = 0; d < size.size(); ++d)
    spans.push_back(windows.span(d));
  for (size_t d = 0; d < size.size(); ++d)
    if (spans[d] > windows.padded[d])
      return Failure{"expects windows within " + tupleText(windows.padded) + ", got windows of " + tupleText(spans)};
  return windows;
}

/// Of each element of a window in each window the row-major number of its position in the padded image: a vector.
Expression positions(const Windows &windows, OpBuilder &builder, Location loc) {
  Sizes shape = windows.window;
  llvm::append_range(shape, windows.counts);
  auto scalar = RankedTensorType::get({}, builder.getI64Type());
  SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(builder.getContext(), shape);
  Expression flat = broadcastTo(knownElements(builder, loc, scalar, {0.0}), sizes, {});
  auto rank = static_cast<int64_t>(windows.window.size());
  for (int64_t d = 0; d < rank; ++d) {
    Expression along = positionsAlong(flat, d) * static_cast<double>(windows.dilations[d]) +
                       positionsAlong(flat, rank + d) * static_cast<double>(windows.strides[d]);
    flat = d == 0 ? along : flat * static_cast<double>(windows.padded[d]) + along;
  }
  return reshape(flat, {product(builder, loc, sizes)});
}

} // namespace

// unfold

Result<Metas> inferUnfold(const TensorMeta &input, const Attributes &attributes) {
  if (input.shape.size() < 3)
    return Failure{"expects an image (N, C, *), got " + tupleText(input.shape)};
  Result<Windows> windows = Windows::of(attributes, std::span(input.shape).subspan(2));
  if (!windows)
    return windows.failure();
  DimSize rows = product(input.shape[1], DimSize(windows->elements()));
  return Metas{{input.dtype, {input.shape[0], rows, DimSize(ShapedType::getNumElements(windows->counts))}}};
}

static Expression padded(Expression x, const Windows &windows) {
  SmallVector<int64_t> shape(x.type().getShape().take_front(2)), starts = {0, 0}, steps(x.rank(), 1);
  llvm::append_range(shape, windows.padded);
  llvm::append_range(starts, windows.padding);
  auto type = RankedTensorType::get(shape, x.type().getElementType());
  return {x.getBuilder(), x.getLoc(),
          PadOp::create(x.getBuilder(), x.getLoc(), type, x, dynamicSizes(x.getBuilder(), x.getLoc(), x), starts, steps,
                        llvm::APFloat(0.0))};
}

Expression unfold(UnfoldOp op, Expression x) {
  OpBuilder &builder = x.getBuilder();
  Windows windows(op, x.type().getShape().drop_front(2).vec());
  if (llvm::any_of(windows.padding, [](int64_t around) { return around > 0; }))
    x = padded(x, windows);
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  OpFoldResult batch = sizes[0], channels = sizes[1];
  Expression lines = reshape(x, {batch, channels, product(builder, x.getLoc(), ArrayRef(sizes).drop_front(2))});
  Expression where = positions(windows, builder, x.getLoc());
  Expression taken = gather(lines, broadcastTo(where, {batch, channels, sizesOf(where)[0]}, {2}), 2);
  OpFoldResult rows = product(builder, x.getLoc(), {channels, builder.getIndexAttr(windows.elements())});
  return reshape(taken, {batch, rows, builder.getIndexAttr(ShapedType::getNumElements(windows.counts))});
}

// fold

Result<Metas> inferFold(const TensorMeta &input, const Attributes &attributes) {
  const Shape size = fromMarked(attributes.get<std::vector<int64_t>>("size"));
  Result<Windows> windows = Windows::of(attributes, size);
  if (!windows)
    return windows.failure();
  if (input.dtype == DType::Bool)
    return Failure{"expects input to be of numbers, got bool"};
  int64_t elements = windows->elements(), count = ShapedType::getNumElements(windows->counts);
  if (input.shape.size() != 3 || !input.shape[1].isKnown() || input.shape[1].known() % elements ||
      !mayEqual(input.shape[2], DimSize(count)))
    return Failure{"expects input of shape (N, C, " + std::to_string(count) + ") with C a multiple of " +
                   std::to_string(elements) + ", got " + tupleText(input.shape)};
  TensorMeta image{input.dtype, {input.shape[0], DimSize(input.shape[1].known() / elements)}};
  llvm::append_range(image.shape, size);
  return Metas{image};
}

Expression fold(FoldOp op, Expression x) {
  OpBuilder &builder = x.getBuilder();
  Location loc = x.getLoc();
  Windows windows(op, op.getSize().vec());
  OpFoldResult batch = sizesOf(x)[0], channels = builder.getIndexAttr(x.knownSize(1) / windows.elements());
  Expression where = positions(windows, builder, loc);
  Expression parts = reshape(x, {batch, channels, sizesOf(where)[0]});
  SmallVector<OpFoldResult> sizes = {batch, channels};
  llvm::append_range(sizes, getAsIndexOpFoldResult(builder.getContext(), windows.padded));
  OpFoldResult pixels = product(builder, loc, ArrayRef(sizes).drop_front(2));
  auto scalar = RankedTensorType::get({}, x.type().getElementType());
  Expression nothing = broadcastTo(knownElements(builder, loc, scalar, {0.0}), {batch, channels, pixels}, {});
  Expression sums(builder, loc, ScatterAddOp::create(builder, loc, nothing, broadcast(where, parts, {2}), parts, 2));
  Expression image = reshape(sums, sizes);
  for (auto [d, size] : llvm::enumerate(op.getSize()))
    if (windows.padding[d] > 0)
      image = slice(image, static_cast<int64_t>(d) + 2, windows.padding[d], size);
  return image;
}

} // namespace weir
