// Convolutions with groups and bias in PyTorch's dimensions. Images (N, C, *), kernels (out, in / groups, *), those of
// transposed convolutions (in, out / groups, *).
#include "dialects/Weir/Layer/Convolution.h"

#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Window/Ops.h"
#include "lib/Support/ShapeText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace weir {

namespace {

// inference

/// Fails unless the operands are an image, a kernel and maybe a bias whose channels `groups` divides. `inputChannels`
/// are those that the kernel says.
std::optional<Failure> checkOperands(const Metas &operands, int64_t groups, DimSize inputChannels,
                                     DimSize resultChannels) {
  const Shape &input = operands[0].shape;
  for (const TensorMeta &operand : operands)
    if (operand.dtype != operands[0].dtype)
      return Failure{"expects operands of one dtype, got " + std::string(name(operands[0].dtype)) + " and " +
                     std::string(name(operand.dtype))};
  if (!mayEqual(input[1], inputChannels))
    return Failure{"expects input to have " + toString(inputChannels) + " channels, as weight " +
                   tupleText(operands[1].shape) + " says, got " + toString(input[1])};
  if (operands.size() == 3 && (operands[2].shape.size() != 1 || !mayEqual(operands[2].shape[0], resultChannels)))
    return Failure{"expects bias of shape (" + toString(resultChannels) + ",), got " + tupleText(operands[2].shape)};
  return std::nullopt;
}

std::optional<Failure> checkRanks(const Metas &operands, int64_t groups) {
  if (operands[0].dtype == DType::Bool)
    return Failure{"expects input and weight to be numbers, got bool"};
  size_t rank = operands[0].shape.size();
  if (rank < 3 || operands[1].shape.size() != rank)
    return Failure{"expects input (N, C, *) and weight of as many dimensions, at least 3, got " +
                   tupleText(operands[0].shape) + " and " + tupleText(operands[1].shape)};
  DimSize channels = operands[1].shape[0];
  if (!channels.isKnown() || !operands[1].shape[1].isKnown())
    return Failure{"expects weight of known channels, got " + tupleText(operands[1].shape)};
  if (groups < 1 || channels.known() % groups)
    return Failure{"expects groups to divide the " + toString(channels) +
                   " channels of weight's first dimension, got " + std::to_string(groups)};
  return std::nullopt;
}

// decomposition

/// `number` as a size.
OpFoldResult sizeOf(Expression x, int64_t number) { return x.getBuilder().getIndexAttr(number); }

/// x with `groups` before the `each` channels of one in dimension `dim`, whose size may be unknown.
Expression inGroups(Expression x, int64_t dim, int64_t groups, int64_t each) {
  if (groups == 1)
    return x;
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  sizes[dim] = sizeOf(x, each);
  sizes.insert(sizes.begin() + dim, sizeOf(x, groups));
  return reshape(x, sizes);
}

/// With the bias, and groups joined. The bias comes first, where it can be fused.
Expression finished(Expression y, Expression bias, int64_t groups, Type own) {
  if (bias.isPresent()) {
    Expression part = inGroups(bias.cast(y.type().getElementType()), 0, groups, y.knownSize(groups == 1 ? 1 : 2));
    y = (y + broadcast(part, y, groups == 1 ? ArrayRef<int64_t>{1} : ArrayRef<int64_t>{1, 2})).cast(own);
  }
  if (groups == 1)
    return y;
  SmallVector<OpFoldResult> sizes = sizesOf(y);
  sizes[1] = sizeOf(y, groups * y.knownSize(2));
  sizes.erase(sizes.begin() + 2);
  return reshape(y, sizes);
}

/// What sums of products are in: their sum with a bias is rounded, not they.
TypeAttr outOf(Expression input, Expression bias) {
  Type wide = accumulatorFor(std::nullopt, input);
  return bias.isPresent() && wide != input.type().getElementType() ? TypeAttr::get(wide) : TypeAttr();
}

/// How many positions a transposed convolution makes of `size`: size * step + more.
OpFoldResult stretched(Expression x, OpFoldResult size, int64_t step, int64_t more) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return sizeOf(x, *known * step + more);
  OpBuilder &builder = x.getBuilder();
  Value factor = arith::ConstantIndexOp::create(builder, x.getLoc(), step);
  Value term = arith::ConstantIndexOp::create(builder, x.getLoc(), more);
  Value product = arith::MulIOp::create(builder, x.getLoc(), cast<Value>(size), factor);
  return arith::AddIOp::create(builder, x.getLoc(), product, term).getResult();
}

/// Beside `size * stride`, how many positions dimension `d` of a transposed convolution has.
int64_t moreThanStrides(ArrayRef<int64_t> strides, ArrayRef<int64_t> padding, ArrayRef<int64_t> outputPadding,
                        ArrayRef<int64_t> dilations, int64_t taps, size_t d) {
  return -strides[d] - 2 * padding[d] + dilations[d] * (taps - 1) + outputPadding[d] + 1;
}

} // namespace

// convolution

Result<Metas> inferConvolution(const Metas &operands, const Attributes &attributes) {
  int64_t groups = attributes.get<int64_t>("groups");
  if (auto failure = checkRanks(operands, groups))
    return *failure;
  const Shape &weight = operands[1].shape;
  if (auto failure = checkOperands(operands, groups, product(weight[1], DimSize(groups)), weight[0]))
    return *failure;
  // Spatially, a group is like the whole.
  TensorMeta image = operands[0];
  image.shape[1] = weight[1];
  return ConvOp::inferResults({image, operands[1]}, attributes);
}

Expression convolution(ConvolutionOp op, Expression input, Expression weight, Expression bias) {
  auto groups = static_cast<int64_t>(op.getGroups());
  Value y = ConvOp::create(input.getBuilder(), input.getLoc(), inGroups(input, 1, groups, weight.knownSize(1)),
                           inGroups(weight, 0, groups, weight.knownSize(0) / groups), op.getStrides(),
                           op.getPaddingLow(), op.getPaddingHigh(), op.getDilations(), groups != 1,
                           /*channels_last=*/false, /*kernel_channels_last=*/false, TypeAttr(), outOf(input, bias));
  return finished({input.getBuilder(), input.getLoc(), y}, bias, groups, input.type().getElementType());
}

// transposed convolution

Result<Metas> inferTransposedConvolution(const Metas &operands, const Attributes &attributes) {
  int64_t groups = attributes.get<int64_t>("groups");
  if (auto failure = checkRanks(operands, groups))
    return *failure;
  const Shape &input = operands[0].shape, &weight = operands[1].shape;
  if (auto failure = checkOperands(operands, groups, weight[0], product(weight[1], DimSize(groups))))
    return *failure;
  auto numbers = [&](const char *name) -> const auto & { return attributes.get<std::vector<int64_t>>(name); };
  const auto &strides = numbers("strides"), &padding = numbers("padding"), &outputPadding = numbers("output_padding"),
             &dilations = numbers("dilations");
  TensorMeta result{operands[0].dtype, {input[0], product(weight[1], DimSize(groups))}};
  for (size_t d = 0; d + 2 < input.size(); ++d) {
    if (outputPadding[d] >= std::max(strides[d], dilations[d]))
      return Failure{"expects output_padding to be below stride or dilation, got " + tupleText(outputPadding)};
    if (!weight[d + 2].isKnown())
      return Failure{"expects weight of known sizes, got " + tupleText(operands[1].shape)};
    int64_t more = moreThanStrides(strides, padding, outputPadding, dilations, weight[d + 2].known(), d);
    result.shape.push_back(input[d + 2].map([&](int64_t size) { return size * strides[d] + more; }));
    if (result.shape.back().knownOr(1) < 1)
      return Failure{"expects a result with elements, got size " + toString(result.shape.back()) + " in dimension " +
                     std::to_string(d + 2)};
  }
  return Metas{result};
}

namespace {

/// A transposed convolution's padding at the end. A convolution gives no more than the transposed one's input where
/// less than a stride is left over: of more output padding the strides are less padding, and zeros beyond where there
/// is too little of that.
struct EndPadding {
  SmallVector<int64_t> padding, beyond;

  explicit EndPadding(TransposedConvolutionOp op) {
    for (auto [low, more, stride] : llvm::zip(op.getPadding(), op.getOutputPadding(), op.getStrides())) {
      int64_t high = low - (more - more % stride);
      padding.push_back(std::max<int64_t>(high, 0));
      beyond.push_back(std::max<int64_t>(-high, 0));
    }
  }
};

/// The sizes of a transposed convolution's result, without those of `beyond` its images.
SmallVector<OpFoldResult> sizesWithout(ArrayRef<int64_t> beyond, TransposedConvolutionOp op, Expression input,
                                       Expression image, Expression weight) {
  SmallVector<OpFoldResult> sizes = sizesOf(image), inputSizes = sizesOf(input);
  sizes.truncate(op.getGroups() == 1 ? 1 : 2);
  sizes.push_back(sizeOf(input, weight.knownSize(1)));
  for (size_t d = 0; d < beyond.size(); ++d) {
    int64_t taps = weight.knownSize(static_cast<int64_t>(d) + 2);
    int64_t more = moreThanStrides(op.getStrides(), op.getPadding(), op.getOutputPadding(), op.getDilations(), taps, d);
    sizes.push_back(stretched(input, inputSizes[d + 2], op.getStrides()[d], more - beyond[d]));
  }
  return sizes;
}

RankedTensorType typeOf(ArrayRef<OpFoldResult> sizes, Type element, SmallVector<Value> &unknown) {
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults(sizes, unknown, shape);
  return RankedTensorType::get(shape, element);
}

} // namespace

Expression transposedConvolution(TransposedConvolutionOp op, Expression input, Expression weight, Expression bias) {
  auto groups = static_cast<int64_t>(op.getGroups());
  int64_t each = weight.knownSize(0) / groups;
  Expression image = inGroups(input, 1, groups, each), kernel = inGroups(weight, 0, groups, each);
  EndPadding end(op);
  TypeAttr out = outOf(input, bias);
  Type element = out ? out.getValue() : input.type().getElementType();
  SmallVector<Value> unknown;
  auto type = typeOf(sizesWithout(end.beyond, op, input, image, weight), element, unknown);
  Value y = ConvTransposeOp::create(input.getBuilder(), input.getLoc(), type, image, kernel, unknown, op.getStrides(),
                                    op.getPadding(), end.padding, op.getDilations(), groups != 1,
                                    /*channels_last=*/false, /*kernel_channels_last=*/false, TypeAttr(), out);
  if (llvm::any_of(end.beyond, [](int64_t more) { return more > 0; })) {
    SmallVector<int64_t> starts(type.getRank(), 0), ones(type.getRank(), 1), none(end.beyond.size(), 0);
    unknown.clear();
    type = typeOf(sizesWithout(none, op, input, image, weight), element, unknown);
    y = PadOp::create(input.getBuilder(), input.getLoc(), type, y, unknown, starts, ones, llvm::APFloat(0.0));
  }
  return finished({input.getBuilder(), input.getLoc(), y}, bias, groups, input.type().getElementType());
}

} // namespace weir
