// Convolutions: inference, iteration rules, gradients. The three are each other's gradients.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Window/Geometry.h"
#include "dialects/Weir/Window/Ops.h"
#include "dialects/Weir/Window/Sizes.h"

using namespace mlir;

namespace weir {
namespace {

/// The facts of a convolution between an image x with many positions and an image y with a position for each window.
struct Conv {
  ConvLayout layout;
  TensorMeta x, kernel, y;
  WindowDims windows;

  /// Checks that the three agree; sizes that the others give are filled in.
  std::optional<Failure> complete(const Attributes &attributes);

  // Numbers of factors.
  int groups() const { return 1; }
  int resultChannels() const { return 1 + layout.grouped; }
  int inputChannels() const { return 2 + layout.grouped; }
  int spatial(size_t d) const { return 3 + layout.grouped + static_cast<int>(d); }
  int element(size_t d) const { return spatial(layout.spatialRank + d); }

  /// Factors n, g, o, c, s0, s1, ..., k0, k1, ... of the given kinds; s has `positions` many.
  std::vector<Factor> factors(FactorKind batch, FactorKind resultChannel, FactorKind inputChannel, FactorKind spatial,
                              FactorKind element, const TensorMeta &positions) const;
  ValueMap imageMap(int channels, llvm::function_ref<DimMap(size_t d)> spatial) const;
  ValueMap kernelMap() const;
};

/// Both become what either knows.
std::optional<Failure> agree(const char *what, DimSize &a, DimSize &b) {
  if (!mayEqual(a, b))
    return Failure{std::string("expects ") + what + " to agree, got " + toString(a) + " and " + toString(b)};
  a = b = refine(a, b);
  return std::nullopt;
}

/// Sizes of an image or kernel of which nothing is known yet.
void makeUnknown(TensorMeta &meta, size_t rank) {
  if (meta.shape.empty())
    meta.shape.resize(rank);
}

std::optional<Failure> checkOperands(const TensorMeta &a, const TensorMeta &b, const char *first, const char *second,
                                     const ConvLayout &layout) {
  std::string names = std::string(first) + " and " + second;
  if (a.dtype != b.dtype || a.dtype == DType::Bool)
    return Failure{"expects " + names + " to be numbers of one dtype, got " + std::string(name(a.dtype)) + " and " +
                   std::string(name(b.dtype))};
  if (layout.spatialRank == 0 || a.shape.size() != layout.imageRank() || b.shape.size() != layout.imageRank())
    return Failure{"expects " + names + " to have equal ranks of at least " + std::to_string(3 + layout.grouped) +
                   ", got " + toString(a) + " and " + toString(b)};
  return std::nullopt;
}

std::optional<Failure> Conv::complete(const Attributes &attributes) {
  size_t rank = layout.imageRank();
  makeUnknown(x, rank);
  makeUnknown(kernel, rank);
  makeUnknown(y, rank);
  for (const TensorMeta *meta : {&x, &kernel, &y})
    if (meta->shape.size() != rank)
      return Failure{"expects a result of rank " + std::to_string(rank) + ", got " + toString(*meta)};
  Result<WindowDims> dims = windowDims(attributes, layout.spatialRank, kernel.shape.data() + layout.kernelSpatial());
  if (!dims)
    return dims.failure();
  windows = std::move(*dims);
  if (auto failure = agree("batch sizes", x.shape[0], y.shape[0]))
    return failure;
  if (layout.grouped) {
    DimSize &groups = kernel.shape[layout.kernelGroup()];
    if (auto failure = agree("numbers of groups", x.shape[layout.imageGroup()], groups))
      return failure;
    if (auto failure = agree("numbers of groups", y.shape[layout.imageGroup()], groups))
      return failure;
    x.shape[layout.imageGroup()] = groups;
  }
  DimSize &inputs = kernel.shape[layout.kernelInputChannel()], &results = kernel.shape[layout.kernelResultChannel()];
  if (auto failure = agree("numbers of channels", x.shape[layout.imageChannel()], inputs))
    return failure;
  if (auto failure = agree("numbers of channels", y.shape[layout.imageChannel()], results))
    return failure;
  for (size_t d = 0; d < layout.spatialRank; ++d) {
    Result<DimSize> count = windows[d].countIn(x.shape[layout.imageSpatial() + d]);
    if (!count)
      return count.failure();
    if (auto failure = agree("numbers of windows", y.shape[layout.imageSpatial() + d], *count))
      return failure;
  }
  return std::nullopt;
}

std::vector<Factor> Conv::factors(FactorKind batch, FactorKind resultChannel, FactorKind inputChannel,
                                  FactorKind spatial, FactorKind element, const TensorMeta &positions) const {
  std::vector<Factor> all = {{.name = "n", .size = x.shape[0], .kind = batch}};
  if (layout.grouped)
    all.push_back({.name = "g", .size = kernel.shape[layout.kernelGroup()]});
  all.push_back({.name = "o", .size = kernel.shape[layout.kernelResultChannel()], .kind = resultChannel});
  all.push_back({.name = "c", .size = kernel.shape[layout.kernelInputChannel()], .kind = inputChannel});
  for (size_t d = 0; d < layout.spatialRank; ++d)
    all.push_back(
        {.name = "s" + std::to_string(d), .size = positions.shape[layout.imageSpatial() + d], .kind = spatial});
  for (size_t d = 0; d < layout.spatialRank; ++d)
    all.push_back({.name = "k" + std::to_string(d), .size = kernel.shape[layout.kernelSpatial() + d], .kind = element});
  return all;
}

DimMap only(int factor) { return {.terms = {{factor, 1}}}; }

ValueMap Conv::imageMap(int channels, llvm::function_ref<DimMap(size_t d)> spatial) const {
  ValueMap map(layout.imageRank());
  map[0] = only(0);
  if (layout.grouped)
    map[layout.imageGroup()] = only(groups());
  map[layout.imageChannel()] = only(channels);
  for (size_t d = 0; d < layout.spatialRank; ++d)
    map[layout.imageSpatial() + d] = spatial(d);
  return map;
}

ValueMap Conv::kernelMap() const {
  ValueMap map(layout.imageRank());
  if (layout.grouped)
    map[layout.kernelGroup()] = only(groups());
  map[layout.kernelResultChannel()] = only(resultChannels());
  map[layout.kernelInputChannel()] = only(inputChannels());
  for (size_t d = 0; d < layout.spatialRank; ++d)
    map[layout.kernelSpatial() + d] = only(element(d));
  return map;
}

constexpr auto parallel = FactorKind::Parallel, reduction = FactorKind::Reduction;

/// Two of the three are operands; of the result, the attribute "shape" gives the shape where the op has it.
Result<Conv> convOf(const Metas &operands, const Attributes &attributes, TensorMeta Conv::*first,
                    TensorMeta Conv::*second, TensorMeta Conv::*result, const char *firstName, const char *secondName) {
  Conv conv{.layout = ConvLayout::of(attributes, operands[0].shape.size())};
  if (auto failure = checkOperands(operands[0], operands[1], firstName, secondName, conv.layout))
    return *failure;
  conv.*first = operands[0];
  conv.*second = operands[1];
  (conv.*result).dtype = attributes.getOr("out", operands[0].dtype);
  if (attributes.has("shape"))
    (conv.*result).shape = attributes.get<Shape>("shape");
  if (auto failure = conv.complete(attributes))
    return *failure;
  return conv;
}

Result<Conv> forwardConv(const Metas &operands, const Attributes &attributes) {
  return convOf(operands, attributes, &Conv::x, &Conv::kernel, &Conv::y, "x", "w");
}

Result<Conv> transposedConv(const Metas &operands, const Attributes &attributes) {
  return convOf(operands, attributes, &Conv::y, &Conv::kernel, &Conv::x, "x", "w");
}

Result<Conv> kernelConv(const Metas &operands, const Attributes &attributes) {
  return convOf(operands, attributes, &Conv::x, &Conv::y, &Conv::kernel, "x", "dy");
}

/// A gradient in the dtype of an operand, which a result of another dtype doesn't have.
Value toDTypeOf(OpBuilder &builder, Value gradient, Value operand) {
  Type element = getElementTypeOrSelf(operand.getType());
  return getElementTypeOrSelf(gradient.getType()) == element
             ? gradient
             : CastOp::create(builder, gradient.getLoc(), gradient, element).getResult();
}

/// Attributes that the three have in common, for the builders of gradients.
struct Geometry {
  DenseI64ArrayAttr strides, low, high, dilations;
  UnitAttr grouped, channelsLast, kernelChannelsLast;
  TypeAttr accumulator;

  template <typename Op>
  explicit Geometry(Op op)
      : strides(op.getStridesAttr()), low(op.getPaddingLowAttr()), high(op.getPaddingHighAttr()),
        dilations(op.getDilationsAttr()), grouped(op.getGroupedAttr()), channelsLast(op.getChannelsLastAttr()),
        kernelChannelsLast(op.getKernelChannelsLastAttr()), accumulator(op.getAccumulatorAttr()) {}

  Value conv(OpBuilder &builder, Location loc, Value x, Value w) const {
    return ConvOp::create(builder, loc, x, w, strides, low, high, dilations, grouped, channelsLast, kernelChannelsLast,
                          accumulator, /*out=*/TypeAttr());
  }
  Value transposed(OpBuilder &builder, Location loc, Value x, Value w, Value like) const {
    return ConvTransposeOp::create(builder, loc, like.getType(), x, w, dynamicSizes(builder, loc, like), strides, low,
                                   high, dilations, grouped, channelsLast, kernelChannelsLast, accumulator,
                                   /*out=*/TypeAttr());
  }
  Value kernelGradient(OpBuilder &builder, Location loc, Value x, Value dy, Value like) const {
    return ConvKernelGradientOp::create(builder, loc, like.getType(), x, dy, dynamicSizes(builder, loc, like), strides,
                                        low, high, dilations, grouped, channelsLast, kernelChannelsLast, accumulator,
                                        /*out=*/TypeAttr());
  }
};

} // namespace

// conv

Result<Metas> ConvOp::inferResults(const Metas &operands, const Attributes &attributes) {
  auto conv = forwardConv(operands, attributes);
  if (!conv)
    return conv.failure();
  return Metas{conv->y};
}

Result<IterationRule> ConvOp::iterationRule(const Metas &operands, const Metas &results, const Attributes &attributes) {
  auto conv = forwardConv(operands, attributes);
  if (!conv)
    return conv.failure();
  IterationRule rule;
  rule.factors = conv->factors(parallel, parallel, reduction, parallel, reduction, results[0]);
  rule.operands = {conv->imageMap(conv->inputChannels(),
                                  [&](size_t d) { return conv->windows[d].map(conv->spatial(d), conv->element(d)); }),
                   conv->kernelMap()};
  rule.results = {conv->imageMap(conv->resultChannels(), [&](size_t d) { return only(conv->spatial(d)); })};
  rule.linearGroups = {{0}, {1}};
  return rule;
}

Type ConvOp::getAccumulatorType() { return accumulatorFor(getAccumulator(), getX()); }

Value ConvOp::buildSize(OpBuilder &builder, unsigned, int64_t dim, SizeOfFn sizeOf) {
  ConvLayout layout = ConvLayout::of(plainAttributes(*this), cast<RankedTensorType>(getX().getType()).getRank());
  size_t d = dim - layout.imageSpatial();
  WindowDim window{1, getStrides()[d], getPaddingLow()[d], getPaddingHigh()[d], getDilations()[d]};
  return buildWindowCount(builder, getLoc(), sizeOf(0, dim), sizeOf(1, layout.kernelSpatial() + d), window);
}

void ConvOp::buildGradient(OpBuilder &builder, ValueRange resultGradients, SmallVectorImpl<Value> &operandGradients) {
  Geometry geometry(*this);
  Value dy = toDTypeOf(builder, resultGradients[0], getX());
  operandGradients.push_back(geometry.transposed(builder, getLoc(), dy, getW(), getX()));
  operandGradients.push_back(geometry.kernelGradient(builder, getLoc(), getX(), dy, getW()));
}

// conv_transpose

Result<Metas> ConvTransposeOp::inferResults(const Metas &operands, const Attributes &attributes) {
  auto conv = transposedConv(operands, attributes);
  if (!conv)
    return conv.failure();
  return Metas{conv->x};
}

/// Which element of x meets which of w at a position of y follows from the position, so no part of x is enough.
Result<IterationRule> ConvTransposeOp::iterationRule(const Metas &operands, const Metas &results,
                                                     const Attributes &attributes) {
  auto conv = transposedConv(operands, attributes);
  if (!conv)
    return conv.failure();
  IterationRule rule;
  rule.factors = conv->factors(parallel, reduction, parallel, parallel, reduction, results[0]);
  for (size_t d = 0; d < conv->layout.spatialRank; ++d)
    for (int number : {conv->spatial(d), conv->element(d)}) {
      rule.factors[number].indexed = true;
      rule.factors[number].heldWhole = "which elements meet in the result follows from the position";
    }
  rule.operands = {conv->imageMap(conv->resultChannels(), [&](size_t) { return DimMap{.indirect = true}; }),
                   conv->kernelMap()};
  rule.results = {conv->imageMap(conv->inputChannels(), [&](size_t d) { return only(conv->spatial(d)); })};
  rule.linearGroups = {{0}, {1}};
  return rule;
}

Type ConvTransposeOp::getAccumulatorType() { return accumulatorFor(getAccumulator(), getX()); }

void ConvTransposeOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                    SmallVectorImpl<Value> &operandGradients) {
  Geometry geometry(*this);
  Value dy = toDTypeOf(builder, resultGradients[0], getX());
  operandGradients.push_back(geometry.conv(builder, getLoc(), dy, getW()));
  operandGradients.push_back(geometry.kernelGradient(builder, getLoc(), dy, getX(), getW()));
}

// conv_kernel_gradient

Result<Metas> ConvKernelGradientOp::inferResults(const Metas &operands, const Attributes &attributes) {
  auto conv = kernelConv(operands, attributes);
  if (!conv)
    return conv.failure();
  return Metas{conv->kernel};
}

Result<IterationRule> ConvKernelGradientOp::iterationRule(const Metas &operands, const Metas &results,
                                                          const Attributes &attributes) {
  auto conv = kernelConv(operands, attributes);
  if (!conv)
    return conv.failure();
  IterationRule rule;
  rule.factors = conv->factors(reduction, parallel, parallel, reduction, parallel, operands[1]);
  rule.operands = {conv->imageMap(conv->inputChannels(),
                                  [&](size_t d) { return conv->windows[d].map(conv->spatial(d), conv->element(d)); }),
                   conv->imageMap(conv->resultChannels(), [&](size_t d) { return only(conv->spatial(d)); })};
  rule.results = {conv->kernelMap()};
  rule.linearGroups = {{0}, {1}};
  return rule;
}

Type ConvKernelGradientOp::getAccumulatorType() { return accumulatorFor(getAccumulator(), getX()); }

void ConvKernelGradientOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                         SmallVectorImpl<Value> &operandGradients) {
  Geometry geometry(*this);
  Value dy = toDTypeOf(builder, resultGradients[0], getX());
  operandGradients.push_back(geometry.transposed(builder, getLoc(), getDy(), dy, getX()));
  operandGradients.push_back(geometry.conv(builder, getLoc(), getX(), dy));
}

} // namespace weir
