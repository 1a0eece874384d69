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
    FailureOr<bool> winograd = false;
    if (!sources.empty()) // a kernel that changes would be transformed in each run
      winograd = takesWinograd(conv);
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
  FailureOr<bool> takesWinograd(ConvOp conv) {
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
                                      result.getShape().take_front(3), kernel.getDimSize(0), kernel.getDimSize(1));
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

  /// A kernel, and what its columns are still to be multiplied with, or null: factors that are taken in last cost no
  /// pass over the kernel of their own.
  struct Scaled {
    Value kernel, scale;
  };

  static Scaled withoutScale(Value w) {
    auto product = w.getDefiningOp<MulOp>();
    auto factors = product ? product.getOperand(1).getDefiningOp<BroadcastOp>() : BroadcastOp();
    if (!factors || factors.getDims() != ArrayRef<int64_t>{0} ||
        cast<RankedTensorType>(factors.getX().getType()).getRank() != 1)
      return {w, nullptr};
    return {product.getOperand(0), factors.getX()};
  }

  static Value reshaped(OpBuilder &builder, Value value, ArrayRef<int64_t> shape) {
    auto type = cast<RankedTensorType>(value.getType()).clone(shape);
    return builder.createOrFold<ReshapeOp>(value.getLoc(), type, value, ValueRange());
  }

  /// Of [columns, parts...], panels of [parts in the given order, columns of the panel], each part in rows of its own.
  /// Whole panels alone are a transposition, one pass over the elements.
  static Value inPanels(OpBuilder &builder, Value matrix, Value scale, ArrayRef<int64_t> parts, ArrayRef<int64_t> order,
                        int64_t panel) {
    Location loc = matrix.getLoc();
    auto type = cast<RankedTensorType>(matrix.getType());
    int64_t columns = type.getDimSize(0), rows = type.getNumElements() / columns;
    bool isWhole = columns % panel == 0;
    SmallVector<int64_t> cut = isWhole ? SmallVector<int64_t>{columns / panel, panel} : SmallVector<int64_t>{columns};
    int64_t leading = cut.size();
    if (scale)
      scale = reshaped(builder, scale, cut);
    llvm::append_range(cut, parts);
    Value elements = reshaped(builder, matrix, cut);
    if (scale) {
      auto factors = BroadcastOp::create(builder, loc, elements.getType(), scale, ValueRange(),
                                         llvm::to_vector(llvm::seq<int64_t>(0, leading)));
      elements = MulOp::create(builder, loc, elements, factors);
    }
    SmallVector<int64_t> moved;
    if (isWhole)
      moved.push_back(0);
    for (int64_t part : order)
      moved.push_back(leading + part);
    moved.push_back(leading - 1);
    elements = TransposeOp::create(builder, loc, elements, moved);
    if (isWhole)
      return reshaped(builder, elements, {columns / panel, rows, panel});
    return PackOp::create(builder, loc, reshaped(builder, elements, {rows, columns}), builder.getI64IntegerAttr(panel),
                          /*group=*/IntegerAttr());
  }

  /// [columns, channels, window...] in rows (block, window..., channel of it).
  static Value packed(OpBuilder &builder, Value w, const PackedKernelLayout &layout) {
    auto type = cast<RankedTensorType>(w.getType());
    auto [kernel, scale] = withoutScale(w);
    SmallVector<int64_t> parts{dimSize(type, 1).known() / layout.block, layout.block}, order{0};
    llvm::append_range(parts, type.getShape().drop_front(2));
    llvm::append_range(order, llvm::seq<int64_t>(2, parts.size()));
    order.push_back(1);
    return inPanels(builder, kernel, scale, parts, order, layout.panel);
  }

  /// [columns, channels, 3, 3] by Winograd's matrix for kernels, in rows (term, channel).
  static Value transformed(OpBuilder &builder, Value w, int64_t panel) {
    using namespace winograd;
    constexpr int64_t terms = kTerms * kTerms, points = kWindow * kWindow;
    Location loc = w.getLoc();
    auto type = cast<RankedTensorType>(w.getType());
    auto [kernel, scale] = withoutScale(w);
    int64_t columns = type.getDimSize(0), channels = type.getDimSize(1);
    SmallVector<APFloat> entries;
    for (int64_t point = 0; point < points; ++point)
      for (int64_t term = 0; term < terms; ++term) {
        APFloat entry(kKernel[term / kTerms][point / kWindow] * kKernel[term % kTerms][point % kWindow]);
        bool isInexact;
        entry.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(), APFloat::rmNearestTiesToEven,
                      &isInexact);
        entries.push_back(entry);
      }
    auto matrix = DenseElementsAttr::get(type.clone({points, terms}), entries);
    Value factors = ConstantOp::create(builder, loc, matrix.getType(), matrix, ValueRange());
    Value product = MatmulOp::create(builder, loc, reshaped(builder, kernel, {columns * channels, points}), factors,
                                     /*transpose_a=*/false, /*transpose_b=*/false, /*accumulator=*/TypeAttr(),
                                     /*out=*/TypeAttr(), /*allow_tf32=*/false);
    product = reshaped(builder, product, {columns, channels, terms});
    return inPanels(builder, product, scale, {channels, terms}, {1, 0}, panel);
  }
};

} // namespace
} // namespace weir
