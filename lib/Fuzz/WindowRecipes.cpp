// Ops over windows: geometries, and operands of the sizes that they give.
#include "lib/Fuzz/OpForms.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Window/Geometry.h"

using namespace mlir;

namespace weir::fuzz {

namespace {

constexpr int64_t kMostSpatial = 19;

WindowDim anyWindow(Dice &dice) {
  WindowDim window{.size = DimSize(dice.from(1, 3)), .stride = dice.from(1, 3), .dilation = dice.from(1, 2)};
  window.low = dice.below(window.span().known());
  window.high = dice.below(window.span().known());
  return window;
}

/// The positions of which `count` windows are made, with a few more that no window reaches.
int64_t extentOf(const WindowDim &window, int64_t count, Dice &dice) {
  int64_t least = (count - 1) * window.stride + window.span().known() - window.low - window.high;
  return least + dice.below(window.stride);
}

SmallVector<NamedAttribute> attributesOf(RandomJob &program, const WindowDims &windows, bool withSizes) {
  SmallVector<int64_t> sizes, strides, low, high, dilations;
  for (const WindowDim &window : windows) {
    sizes.push_back(window.size.known());
    strides.push_back(window.stride);
    low.push_back(window.low);
    high.push_back(window.high);
    dilations.push_back(window.dilation);
  }
  Builder &builder = program.builder;
  SmallVector<NamedAttribute> attributes = {builder.getNamedAttr("strides", builder.getDenseI64ArrayAttr(strides)),
                                            builder.getNamedAttr("padding_low", builder.getDenseI64ArrayAttr(low)),
                                            builder.getNamedAttr("padding_high", builder.getDenseI64ArrayAttr(high)),
                                            builder.getNamedAttr("dilations", builder.getDenseI64ArrayAttr(dilations))};
  if (withSizes)
    attributes.push_back(builder.getNamedAttr("window", builder.getDenseI64ArrayAttr(sizes)));
  return attributes;
}

// Convolutions.

/// An image, a kernel and what a convolution makes of them.
struct Convolution {
  StaticMeta x, kernel, y;
  SmallVector<NamedAttribute> attributes;
};

std::optional<Convolution> anyConvolution(RandomJob &program) {
  Dice &dice = program.dice;
  auto spatialRank = static_cast<size_t>(dice.from(1, 2));
  ConvLayout layout{.grouped = dice.oneIn(4),
                    .channelsLast = dice.oneIn(2),
                    .kernelChannelsLast = dice.oneIn(4),
                    .spatialRank = spatialRank};
  DType dtype = program.anyDType();
  Convolution conv;
  for (StaticMeta *meta : {&conv.x, &conv.kernel, &conv.y})
    *meta = {dtype == DType::Bool ? DType::F32 : dtype, Sizes(layout.imageRank(), 1)};
  conv.x.shape[0] = conv.y.shape[0] = dice.from(1, 3);
  if (layout.grouped)
    conv.kernel.shape[layout.kernelGroup()] = conv.x.shape[layout.imageGroup()] = conv.y.shape[layout.imageGroup()] =
        dice.from(1, 3);
  int64_t inputs = dice.from(1, 9), results = dice.pick(std::array<int64_t, 7>{1, 2, 5, 8, 9, 16, 17});
  conv.kernel.shape[layout.kernelInputChannel()] = conv.x.shape[layout.imageChannel()] = inputs;
  conv.kernel.shape[layout.kernelResultChannel()] = conv.y.shape[layout.imageChannel()] = results;
  WindowDims windows;
  for (size_t d = 0; d < spatialRank; ++d) {
    WindowDim &window = windows.emplace_back(anyWindow(dice));
    int64_t extent = std::min(dice.pick(program.sizes()), kMostSpatial);
    Result<DimSize> count = window.countIn(DimSize(extent));
    if (!count || count->known() < 1)
      return std::nullopt;
    conv.x.shape[layout.imageSpatial() + d] = extent;
    conv.kernel.shape[layout.kernelSpatial() + d] = window.size.known();
    conv.y.shape[layout.imageSpatial() + d] = count->known();
  }
  conv.attributes = attributesOf(program, windows, /*withSizes=*/false);
  for (auto [name, isSet] : {std::pair("grouped", layout.grouped), std::pair("channels_last", layout.channelsLast),
                             std::pair("kernel_channels_last", layout.kernelChannelsLast)})
    if (isSet)
      conv.attributes.push_back(program.builder.getNamedAttr(name, program.builder.getUnitAttr()));
  if (Attribute accumulator = anyAccumulator(dice, program.builder, conv.x.dtype))
    conv.attributes.push_back(program.builder.getNamedAttr("accumulator", accumulator));
  return conv;
}

/// Two of the three are the operands, the third is the result.
bool drawConvolution(RandomJob &program, StringRef op, StaticMeta Convolution::*first, StaticMeta Convolution::*second,
                     StaticMeta Convolution::*result) {
  std::optional<Convolution> conv = anyConvolution(program);
  if (!conv)
    return false;
  Value a = program.like((*conv).*first);
  StaticMeta meta = (*conv).*second;
  Value b = program.dice.oneIn(2) ? program.addVariable(meta) : program.like(meta);
  RankedTensorType type = typeOf((*conv).*result, program.builder.getContext());
  return !program.add(op, {a, b}, conv->attributes, type).empty();
}

// Windows.

/// Windows over a few dimensions of `shape`.
WindowDims anyWindows(Dice &dice, const Sizes &shape) {
  WindowDims windows(shape.size());
  for (WindowDim &window : windows)
    if (dice.oneIn(2))
      window = anyWindow(dice);
  return windows;
}

int64_t elementsOf(const WindowDims &windows) {
  int64_t count = 1;
  for (const WindowDim &window : windows)
    count *= window.size.known();
  return count;
}

Value anyNumbers(RandomJob &program) {
  Value found = program.any([](const StaticMeta &meta) {
    return meta.dtype != DType::Bool && !meta.shape.empty() && meta.shape.size() <= 4;
  });
  if (found && !program.dice.oneIn(4))
    return found;
  DType dtype = program.anyDType();
  return program.addInput({dtype == DType::Bool ? DType::F32 : dtype, program.anyShape(1, 4)});
}

bool drawReduction(RandomJob &program, StringRef op) {
  Value x = anyNumbers(program);
  WindowDims windows = anyWindows(program.dice, staticMetaOf(cast<RankedTensorType>(x.getType())).shape);
  return !program.add(op, x, attributesOf(program, windows, true)).empty();
}

/// The number of the largest element of each window; null where such windows are refused.
Value addIndex(RandomJob &program, Value x, ArrayRef<NamedAttribute> attributes) {
  auto maxima = program.add("weir.window_max", x, attributes);
  if (maxima.empty())
    return nullptr;
  auto index = program.add("weir.window_index", {x, maxima.front()}, attributes);
  return index.empty() ? Value() : index.front();
}

/// With another operand of the windows' shape: of x's dtype, or numbers of elements of a window.
bool drawWithIndex(RandomJob &program, bool picks) {
  Value x = anyNumbers(program);
  StaticMeta meta = staticMetaOf(cast<RankedTensorType>(x.getType()));
  WindowDims windows = anyWindows(program.dice, meta.shape);
  auto attributes = attributesOf(program, windows, true);
  Value index = addIndex(program, x, attributes);
  if (!picks || !index)
    return static_cast<bool>(index);
  if (program.dice.oneIn(2)) {
    StaticMeta indices = staticMetaOf(cast<RankedTensorType>(index.getType()));
    index = program.addInput(indices, InputRange{.least = 0, .most = elementsOf(windows) - 1});
  }
  return !program.add("weir.window_pick", {x, index}, attributes).empty();
}

bool drawSpread(RandomJob &program, bool indexed) {
  Value x = anyNumbers(program);
  StaticMeta meta = staticMetaOf(cast<RankedTensorType>(x.getType()));
  WindowDims windows = anyWindows(program.dice, meta.shape);
  StaticMeta result = meta;
  for (auto [size, window] : llvm::zip_equal(result.shape, windows)) {
    size = extentOf(window, size, program.dice);
    if (size < 1)
      return false;
  }
  SmallVector<Value> operands{x};
  if (indexed)
    operands.push_back(
        program.addInput({DType::I64, meta.shape}, InputRange{.least = 0, .most = elementsOf(windows) - 1}));
  RankedTensorType type = typeOf(result, program.builder.getContext());
  StringRef op = indexed ? "weir.window_spread_to" : "weir.window_spread";
  return !program.add(op, operands, attributesOf(program, windows, true), type).empty();
}

} // namespace

const std::map<std::string, DrawFn> &windowRecipes() {
  using Meta = Convolution;
  auto convolution = [](StringRef op, auto first, auto second, auto result) {
    return [=](RandomJob &program) { return drawConvolution(program, op, first, second, result); };
  };
  static const std::map<std::string, DrawFn> recipes = {
      {"weir.conv", convolution("weir.conv", &Meta::x, &Meta::kernel, &Meta::y)},
      {"weir.conv_transpose", convolution("weir.conv_transpose", &Meta::y, &Meta::kernel, &Meta::x)},
      {"weir.conv_kernel_gradient", convolution("weir.conv_kernel_gradient", &Meta::x, &Meta::y, &Meta::kernel)},
      {"weir.window_sum", [](RandomJob &program) { return drawReduction(program, "weir.window_sum"); }},
      {"weir.window_max", [](RandomJob &program) { return drawReduction(program, "weir.window_max"); }},
      {"weir.window_index", [](RandomJob &program) { return drawWithIndex(program, false); }},
      {"weir.window_pick", [](RandomJob &program) { return drawWithIndex(program, true); }},
      {"weir.window_spread", [](RandomJob &program) { return drawSpread(program, false); }},
      {"weir.window_spread_to", [](RandomJob &program) { return drawSpread(program, true); }},
  };
  return recipes;
}

} // namespace weir::fuzz
