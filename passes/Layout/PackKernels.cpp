// Packs the kernels of convolutions whose images have their channels last: once, where a kernel follows from variables
// and constants alone, else in each run, which costs little beside the convolution.
#include "passes/Layout/DeriveJobs.h"
#include "passes/Layout/Passes.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Layout/Winograd.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Window/Ops.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_PACKKERNELSPASS
#include "passes/Layout/Passes.h.inc"

namespace {

struct PackKernels : impl::PackKernelsPassBase<PackKernels> {
  using PackKernelsPassBase::PackKernelsPassBase;

  void runOnOperation() override {
    DeriveJobs derived(getOperation());
    SmallVector<ConvOp> convolutions;
    for (auto job : getOperation().getOps<func::FuncOp>())
      if (job->hasAttr(kJobAttr) && !job->hasAttr(kDeriveAttr))
        job.walk([&](ConvOp conv) { convolutions.push_back(conv); });
    for (ConvOp conv : convolutions)
      if (failed(pack(conv, derived)))
        return signalPassFailure();
  }

private:
  LogicalResult pack(ConvOp conv, DeriveJobs &derived) {
    auto image = cast<RankedTensorType>(conv.getX().getType()), kernel = cast<RankedTensorType>(conv.getW().getType());
    bool isKnown = kernel.hasStaticShape() && image.clone(image.getShape().drop_front()).hasStaticShape();
    int64_t rank = kernel.getRank() - 2;
    if (!conv.getChannelsLast() || conv.getKernelChannelsLast() || conv.getGrouped() || !isKnown ||
        kernel.getNumElements() == 0)
      return success();
    FailureOr<PackedKernelLayout> layout = layoutFor(conv);
    if (failed(layout))
      return failure();
    if (layout->isGathered)
      return moveChannelsLast(conv, derived);
    if (layout->panel == 0 || rank > 3)
      return success();
    SmallVector<Operation *> sources = derived.sourcesOf(conv.getW());
    FailureOr<bool> winograd = takesWinograd(conv, /*changes=*/sources.empty());
    if (failed(winograd))
      return failure();

    OpBuilder builder(conv);
    auto finish = [&](OpBuilder &at, Value w) {
      return *winograd ? transformed(at, w, layout->panel) : packed(at, w, *layout);
    };
    Value operand;
    if (sources.empty()) {
      operand = finish(builder, conv.getW());
    } else {
      VariableOp variable = derived.derive(conv.getW(), sources, *winograd ? ".winograd" : ".packed", finish);
      auto atStart = OpBuilder::atBlockBegin(conv->getBlock());
      operand = ReadOp::create(atStart, conv.getLoc(), variable.getTypeAttr().getValue(), variable.getSymName());
    }
    auto number = [&](int64_t value) { return builder.getI64IntegerAttr(value); };
    IntegerAttr columns = number(kernel.getDimSize(0)), channels = number(kernel.getDimSize(1)),
                width = number(layout->panel);
    Value replacement;
    if (*winograd)
      replacement = ConvWinogradOp::create(builder, conv.getLoc(), conv.getX(), operand, columns, channels, width,
                                           conv.getPaddingLowAttr(), conv.getPaddingHighAttr());
    else
      replacement =
          ConvPackedOp::create(builder, conv.getLoc(), conv.getX(), operand, columns, channels, width,
                               number(layout->block), builder.getDenseI64ArrayAttr(kernel.getShape().drop_front(2)),
                               conv.getStridesAttr(), conv.getPaddingLowAttr(), conv.getPaddingHighAttr(),
                               conv.getDilationsAttr(), conv.getAccumulatorAttr(), conv.getOutAttr());
    conv.replaceAllUsesWith(replacement);
    conv.erase();
    return success();
  }

  /// Gives the kernel, [columns, channels, window...], its columns and channels last.
  static LogicalResult moveChannelsLast(ConvOp conv, DeriveJobs &derived) {
    int64_t rank = cast<RankedTensorType>(conv.getW().getType()).getRank();
    SmallVector<int64_t> order;
    for (int64_t d = 0; d < rank; ++d)
      order.push_back((d + 2) % rank);
    OpBuilder builder(conv);
    auto moved = [&](OpBuilder &at, Value w) -> Value { return TransposeOp::create(at, conv.getLoc(), w, order); };
    SmallVector<Operation *> sources = derived.sourcesOf(conv.getW());
    Value w = sources.empty() ? moved(builder, conv.getW()) : Value();
    if (!w) {
      VariableOp variable = derived.derive(conv.getW(), sources, ".last", moved);
      auto atStart = OpBuilder::atBlockBegin(conv->getBlock());
      w = ReadOp::create(atStart, conv.getLoc(), variable.getTypeAttr().getValue(), variable.getSymName());
    }
    conv.getWMutable().assign(w);
    conv.setKernelChannelsLastAttr(builder.getUnitAttr());
    return success();
  }

  /// Whether windows are Winograd's, all numbers of one type, and the target finds that it pays.
  FailureOr<bool> takesWinograd(ConvOp conv, bool changes) {
    auto kernel = cast<RankedTensorType>(conv.getW().getType()), result = cast<RankedTensorType>(conv.getType());
    Type element = kernel.getElementType();
    auto isOne = [](int64_t step) { return step == 1; };
    bool fits = kernel.getRank() == 4 && kernel.getDimSize(2) == winograd::kWindow &&
                kernel.getDimSize(3) == winograd::kWindow && llvm::all_of(conv.getStrides(), isOne) &&
                llvm::all_of(conv.getDilations(), isOne) && (element.isF32() || element.isF64()) &&
                result.getElementType() == element && conv.getAccumulatorType() == element;
    if (!winograd || !fits || panel >= 0)
      return winograd && fits;
    FailureOr<const TargetInterface *> target = kernel::targetOf(getOperation());
    if (failed(target))
      return failure();
    return (*target)->prefersWinograd(kernel::targetAttrOf(getOperation()).getDescription(), *dtypeOf(element),
                                      result.getShape().take_front(3), kernel.getDimSize(0), kernel.getDimSize(1),
                                      changes);
  }

  FailureOr<PackedKernelLayout> layoutFor(ConvOp conv) {
    auto kernel = cast<RankedTensorType>(conv.getW().getType());
    if (panel >= 0)
      return PackedKernelLayout{.panel = panel, .block = block > 0 ? block : kernel.getDimSize(1)};
    FailureOr<const TargetInterface *> target = kernel::targetOf(getOperation());
    if (failed(target))
      return failure();
    DType dtype = *dtypeOf(kernel.getElementType());
    return (*target)->packedKernel(kernel::targetAttrOf(getOperation()).getDescription(), dtype, kernel.getDimSize(0),
                                   kernel.getDimSize(1));
  }

  /// A kernel of which elements, [columns, channels, window...], are taken in the order that they have in memory:
  /// before their columns are multiplied with `scale`, or null, and before what a gradient does with a kernel, to
  /// exchange its first two dimensions and to reverse windows. So much is done while they are packed, without a pass of
  /// its own.
  struct Source {
    Value kernel, scale;
    bool isExchanged = false, isReversed = false;

    explicit Source(Value w) : kernel(w) {
      findScale();
      findOrder();
    }

  private:
    void findScale() {
      auto product = kernel.getDefiningOp<MulOp>();
      auto factors = product ? product.getOperand(1).getDefiningOp<BroadcastOp>() : BroadcastOp();
      if (factors && factors.getDims() == ArrayRef<int64_t>{0} &&
          cast<RankedTensorType>(factors.getX().getType()).getRank() == 1)
        kernel = product.getOperand(0), scale = factors.getX();
    }

    void findOrder() {
      auto window = llvm::to_vector(llvm::seq<int64_t>(2, cast<RankedTensorType>(kernel.getType()).getRank()));
      auto flip = kernel.getDefiningOp<FlipOp>();
      isReversed = flip && flip.getDims() == ArrayRef(window);
      if (isReversed)
        kernel = flip.getX();
      SmallVector<int64_t> exchanged{1, 0};
      llvm::append_range(exchanged, window);
      auto exchange = kernel.getDefiningOp<TransposeOp>();
      isExchanged = exchange && exchange.getPermutation() == ArrayRef(exchanged);
      if (isExchanged)
        kernel = exchange.getX();
    }
  };

  static Value reshaped(OpBuilder &builder, Value value, ArrayRef<int64_t> shape) {
    auto type = cast<RankedTensorType>(value.getType()).clone(shape);
    return builder.createOrFold<ReshapeOp>(value.getLoc(), type, value, ValueRange());
  }

  /// Of [columns, parts...], or with columns behind the first `before` parts, panels of [parts in the given order,
  /// columns of the panel], each part in rows of its own, those from `reversed` on from the last one to the first.
  /// Whole panels alone are a transposition, one pass over the elements.
  static Value inPanels(OpBuilder &builder, const Source &source, Value elements, int64_t columns, int64_t before,
                        ArrayRef<int64_t> parts, ArrayRef<int64_t> order, int64_t panel, int64_t reversed) {
    Location loc = elements.getLoc();
    bool isWhole = columns % panel == 0;
    SmallVector<int64_t> cut(parts), ofColumns{columns};
    if (isWhole)
      ofColumns = {columns / panel, panel};
    auto leading = static_cast<int64_t>(ofColumns.size());
    cut.insert(cut.begin() + before, ofColumns.begin(), ofColumns.end());
    Value scale = source.scale ? reshaped(builder, source.scale, ofColumns) : Value();
    elements = reshaped(builder, elements, cut);
    if (scale) {
      auto dims = llvm::to_vector(llvm::seq<int64_t>(before, before + leading));
      auto factors = BroadcastOp::create(builder, loc, elements.getType(), scale, ValueRange(), dims);
      elements = MulOp::create(builder, loc, elements, factors);
    }
    SmallVector<int64_t> moved, flipped;
    if (isWhole)
      moved.push_back(before);
    for (int64_t part : order) {
      if (part >= reversed)
        flipped.push_back(static_cast<int64_t>(moved.size()));
      moved.push_back(part < before ? part : part + leading);
    }
    moved.push_back(before + leading - 1);
    elements = TransposeOp::create(builder, loc, elements, moved);
    if (!flipped.empty())
      elements = FlipOp::create(builder, loc, elements, flipped);
    int64_t rows = llvm::product_of(parts);
    if (isWhole)
      return reshaped(builder, elements, {columns / panel, rows, panel});
    return PackOp::create(builder, loc, reshaped(builder, elements, {rows, columns}), builder.getI64IntegerAttr(panel),
                          /*group=*/IntegerAttr());
  }

  /// [columns, channels, window...] in rows (block, window..., channel of it).
  static Value packed(OpBuilder &builder, Value w, const PackedKernelLayout &layout) {
    auto type = cast<RankedTensorType>(w.getType());
    Source source(w);
    SmallVector<int64_t> parts{dimSize(type, 1).known() / layout.block, layout.block}, order{0};
    llvm::append_range(parts, type.getShape().drop_front(2));
    llvm::append_range(order, llvm::seq<int64_t>(2, parts.size()));
    order.push_back(1);
    return inPanels(builder, source, source.kernel, type.getDimSize(0), source.isExchanged ? 2 : 0, parts, order,
                    layout.panel, source.isReversed ? 2 : parts.size());
  }

  /// Of an element of Winograd's matrix for kernels, for each of a window's elements a row.
  static DenseElementsAttr matrixOfKernels(FloatType element, bool isReversed) {
    using namespace winograd;
    constexpr int64_t terms = kTerms * kTerms, points = kWindow * kWindow;
    SmallVector<APFloat> entries;
    for (int64_t row = 0; row < points; ++row)
      for (int64_t term = 0; term < terms; ++term) {
        int64_t point = isReversed ? points - 1 - row : row;
        APFloat entry(kKernel[term / kTerms][point / kWindow] * kKernel[term % kTerms][point % kWindow]);
        bool isInexact;
        entry.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven, &isInexact);
        entries.push_back(entry);
      }
    return DenseElementsAttr::get(RankedTensorType::get({points, terms}, element), entries);
  }

  /// [columns, channels, 3, 3] by that matrix, in rows (term, channel).
  static Value transformed(OpBuilder &builder, Value w, int64_t panel) {
    using namespace winograd;
    constexpr int64_t terms = kTerms * kTerms, points = kWindow * kWindow;
    Location loc = w.getLoc();
    auto type = cast<RankedTensorType>(w.getType());
    Source source(w);
    int64_t columns = type.getDimSize(0), channels = type.getDimSize(1);
    DenseElementsAttr matrix = matrixOfKernels(cast<FloatType>(type.getElementType()), source.isReversed);
    Value factors = ConstantOp::create(builder, loc, matrix.getType(), matrix, ValueRange());
    Value product = MatmulOp::create(builder, loc, reshaped(builder, source.kernel, {columns * channels, points}),
                                     factors, /*transpose_a=*/false, /*transpose_b=*/false, /*accumulator=*/TypeAttr(),
                                     /*out=*/TypeAttr(), /*allow_tf32=*/false);
    return inPanels(builder, source, product, columns, source.isExchanged, {channels, terms}, {1, 0}, panel,
                    /*reversed=*/2);
  }
};

} // namespace
} // namespace weir
