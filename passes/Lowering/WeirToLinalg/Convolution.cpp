// Convolutions: one generic that sums products in the accumulator's type.
#include "passes/Lowering/WeirToLinalg/WindowReads.h"

#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Window/Ops.h"

using namespace mlir;

namespace weir {
namespace {

/// A convolution between an image x with many positions and an image y with one for each window, one of them or the
/// kernel the result.
struct ConvSite {
  WindowGeneric generic;
  ConvLayout layout;
  SmallVector<DimRead> spatial;

  /// How an image is read whose spatial dimensions are read by `spatial`.
  SmallVector<DimRead> image(StringRef channels) {
    SmallVector<DimRead> dims(layout.imageRank());
    dims[0].i = generic.loop("n");
    if (layout.grouped)
      dims[layout.imageGroup()].i = generic.loop("g");
    dims[layout.imageChannel()].i = generic.loop(channels.str());
    llvm::copy(spatial, dims.begin() + layout.imageSpatial());
    return dims;
  }

  Reads kernel(Value tensor) {
    Reads reads{tensor, SmallVector<AffineExpr>(layout.imageRank())};
    if (layout.grouped)
      reads.positions[layout.kernelGroup()] = generic.loop("g");
    reads.positions[layout.kernelResultChannel()] = generic.loop("o");
    reads.positions[layout.kernelInputChannel()] = generic.loop("c");
    for (auto [d, dim] : llvm::enumerate(spatial))
      reads.positions[layout.kernelSpatial() + d] = dim.k;
    return reads;
  }
};

/// `second` builds the second factor, if it is not the second input.
void replaceBySum(WindowGeneric &generic, Type accumulator, Type element,
                  llvm::function_ref<Value(OpBuilder &)> second = nullptr) {
  Type sum = accumulatorType(accumulator);
  Location loc = generic.op->getLoc();
  generic.replace(generic.rewriter.getZeroAttr(sum), [&](OpBuilder &builder, ValueRange elements, Scalar partial) {
    Value other = second ? second(builder) : elements[1];
    Scalar a(builder, loc, loadElement(builder, loc, elements[0], element, sum));
    Scalar b(builder, loc, loadElement(builder, loc, other, element, sum));
    return partial + a * b;
  });
}

/// `y` is null where the op's result has as many positions as there are windows or more, `kernel` where it is one.
template <typename Op>
FailureOr<ConvSite> convSite(Op op, ValueRange operands, Value y, Value kernel, ConversionPatternRewriter &rewriter) {
  FailureOr<IterationRule> rule = iterationRuleOf(op);
  if (failed(rule))
    return failure();
  Attributes attributes = plainAttributes(op);
  ConvLayout layout = ConvLayout::of(attributes, cast<RankedTensorType>(operands[0].getType()).getRank());
  WindowGeneric generic(rewriter, op, operands, std::move(*rule));
  auto sizesOf = [&](Value tensor) {
    return tensor ? tensor::getMixedSizes(rewriter, op.getLoc(), tensor) : generic.sizes;
  };
  SmallVector<OpFoldResult> windows = sizesOf(y), elements = sizesOf(kernel);
  SmallVector<DimSize> known;
  for (size_t d = 0; d < layout.spatialRank; ++d)
    if (std::optional<int64_t> size = getConstantIntValue(elements[layout.kernelSpatial() + d]))
      known.emplace_back(*size);
    else
      known.emplace_back();
  Result<WindowDims> dims = windowDims(attributes, layout.spatialRank, known.data());
  if (!dims)
    return op.emitOpError(dims.message());
  ConvSite site{std::move(generic), layout, {}};
  for (size_t d = 0; d < layout.spatialRank; ++d)
    site.spatial.push_back({(*dims)[d], site.generic.loop("s" + std::to_string(d)),
                            site.generic.loop("k" + std::to_string(d)), windows[layout.imageSpatial() + d],
                            elements[layout.kernelSpatial() + d]});
  return site;
}

struct ConvPattern : OpConversionPattern<ConvOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ConvOp op, OpAdaptor operands, ConversionPatternRewriter &rewriter) const override {
    Value w = operands.getW();
    FailureOr<ConvSite> site = convSite(op, operands.getOperands(), /*y=*/nullptr, w, rewriter);
    if (failed(site))
      return failure();
    Type element = getElementTypeOrSelf(op.getX().getType());
    Value zero = storedZero(rewriter, op.getLoc(), element);
    site->generic.addInput(readForward(rewriter, op.getLoc(), operands.getX(), site->image("c"), zero));
    site->generic.addInput(site->kernel(w));
    replaceBySum(site->generic, op.getAccumulatorType(), element);
    return success();
  }
};

/// The loops over a kernel's elements run from its last to its first: so x is read forward along them.
struct ConvTransposePattern : OpConversionPattern<ConvTransposeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ConvTransposeOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Value w = operands.getW();
    FailureOr<ConvSite> site = convSite(op, operands.getOperands(), /*y=*/nullptr, w, rewriter);
    if (failed(site))
      return failure();
    Type element = getElementTypeOrSelf(op.getX().getType());
    Value zero = storedZero(rewriter, op.getLoc(), element);
    site->generic.addInput(readBackward(rewriter, op.getLoc(), operands.getX(), site->image("o"), zero));
    site->generic.addInput(site->kernel(w)); // for the loops' extents
    replaceBySum(site->generic, op.getAccumulatorType(), element,
                 [&](OpBuilder &builder) { return elementFromLast(builder, *site, w); });
    return success();
  }

  static Value elementFromLast(OpBuilder &builder, ConvSite &site, Value w) {
    Location loc = site.generic.op->getLoc();
    SmallVector<Value> position;
    for (AffineExpr loop : site.kernel(w).positions)
      position.push_back(linalg::IndexOp::create(builder, loc, cast<AffineDimExpr>(loop).getPosition()));
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    for (auto [d, dim] : llvm::enumerate(site.spatial)) {
      Value &at = position[site.layout.kernelSpatial() + d];
      Value count = getValueOrCreateConstantIndexOp(builder, loc, dim.elements);
      Value last = arith::SubIOp::create(builder, loc, count, one);
      at = arith::SubIOp::create(builder, loc, last, at);
    }
    return tensor::ExtractOp::create(builder, loc, w, position);
  }
};

struct ConvKernelGradientPattern : OpConversionPattern<ConvKernelGradientOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ConvKernelGradientOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Value dy = operands.getDy();
    FailureOr<ConvSite> site = convSite(op, operands.getOperands(), dy, /*kernel=*/nullptr, rewriter);
    if (failed(site))
      return failure();
    Type element = getElementTypeOrSelf(op.getX().getType());
    Value zero = storedZero(rewriter, op.getLoc(), element);
    site->generic.addInput(readForward(rewriter, op.getLoc(), operands.getX(), site->image("c"), zero));
    Reads gradient{dy, {}};
    for (const DimRead &dim : site->image("o"))
      gradient.positions.push_back(dim.i);
    site->generic.addInput(gradient);
    replaceBySum(site->generic, op.getAccumulatorType(), element);
    return success();
  }
};

/// One loop over all result channels, not one over panels: elements behind the last channel are left alone.
struct ConvPackedPattern : OpConversionPattern<ConvPackedOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(ConvPackedOp op, OpAdaptor operands,
                                ConversionPatternRewriter &rewriter) const override {
    Attributes attributes = plainAttributes(op);
    PackedKernel kernel = *PackedKernel::of(attributes);
    size_t rank = kernel.window.size();
    WindowDims windows = *windowDims(attributes, rank);
    FailureOr<IterationRule> original = iterationRuleOf(op);
    if (failed(original))
      return failure();
    WindowGeneric generic(rewriter, op, operands.getOperands(), columnsAsOne(std::move(*original), kernel, rank));

    AffineExpr column = generic.loop("o"), block = generic.loop("b"), channel = generic.loop("c");
    Reads packed{operands.getPacked(), {column.floorDiv(kernel.panel), block, column % kernel.panel}};
    AffineExpr &number = packed.positions[1];
    SmallVector<DimRead> image{{.i = generic.loop("n")}};
    for (size_t d = 0; d < rank; ++d) {
      AffineExpr element = generic.loop("k" + std::to_string(d));
      image.push_back({windows[d], generic.loop("s" + std::to_string(d)), element, generic.sizes[1 + d],
                       rewriter.getIndexAttr(kernel.window[d])});
      number = number * kernel.window[d] + element;
    }
    number = number * kernel.block + channel;
    image.push_back({.i = block * kernel.block + channel});
    Type element = getElementTypeOrSelf(op.getX().getType());
    generic.addInput(
        readForward(rewriter, op.getLoc(), operands.getX(), image, storedZero(rewriter, op.getLoc(), element)));
    generic.addInput(packed);
    std::vector<int> reductions;
    for (auto [number, factor] : llvm::enumerate(generic.rule.factors))
      if (factor.kind == FactorKind::Reduction)
        reductions.push_back(static_cast<int>(number));
    generic.addExtents(reductions);
    replaceBySum(generic, op.getAccumulatorType(), element);
    return success();
  }

private:
  /// The rule with a factor o for columns in place of p and j.
  static IterationRule columnsAsOne(IterationRule rule, const PackedKernel &kernel, size_t rank) {
    rule.factors[rank + 1] = {.name = "o", .size = DimSize(kernel.columns)};
    rule.factors.erase(rule.factors.begin() + rank + 2);
    rule.results[0].back() = {.terms = {{static_cast<int>(rank) + 1, 1}}};
    return rule;
  }
};

} // namespace

void populateConvolutionPatterns(const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ConvPattern, ConvPackedPattern, ConvTransposePattern, ConvKernelGradientPattern>(types,
                                                                                                patterns.getContext());
}

} // namespace weir
