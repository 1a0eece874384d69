// Packs the kernels of convolutions whose images have their channels last: once, where a kernel follows from variables
// and constants alone, else in each run, which costs little beside the convolution.
#include "passes/Layout/DeriveJobs.h"
#include "passes/Layout/Passes.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Layout/Winograd.h"
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
    if (!conv.getChannelsLast() || conv.getGrouped() || !isKnown || kernel.getNumElements() == 0 || rank > 2)
      return success();
    FailureOr<PackedKernelLayout> layout = layoutFor(conv);
    if (failed(layout))
      return failure();
    if (layout->panel == 0)
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

  /// [columns, channels, window...] as a matrix [(block, window..., channel of it), columns], packed.
  static Value packed(OpBuilder &builder, Value w, const PackedKernelLayout &layout) {
    Location loc = w.getLoc();
    auto type = cast<RankedTensorType>(w.getType());
    int64_t columns = type.getDimSize(0), channels = type.getDimSize(1);
    auto reshaped = [&](Value value, ArrayRef<int64_t> shape) -> Value {
      return builder.createOrFold<ReshapeOp>(loc, type.clone(shape), value, ValueRange());
    };
    SmallVector<int64_t> cut{columns, channels / layout.block, layout.block}, order{1};
    llvm::append_range(cut, type.getShape().drop_front(2));
    for (int64_t d = 3; d < static_cast<int64_t>(cut.size()); ++d)
      order.push_back(d);
    order.append({2, 0});
    Value moved = TransposeOp::create(builder, loc, reshaped(w, cut), order);
    return PackOp::create(builder, loc, reshaped(moved, {type.getNumElements() / columns, columns}),
                          builder.getI64IntegerAttr(layout.panel), /*group=*/IntegerAttr());
  }

  /// [columns, channels, 3, 3] by Winograd's matrix for kernels, as a matrix [(term, channel), columns], packed.
  static Value transformed(OpBuilder &builder, Value w, int64_t panel) {
    using namespace winograd;
    Location loc = w.getLoc();
    auto type = cast<RankedTensorType>(w.getType());
    int64_t columns = type.getDimSize(0), channels = type.getDimSize(1);
    auto reshaped = [&](Value value, ArrayRef<int64_t> shape) -> Value {
      return builder.createOrFold<ReshapeOp>(loc, type.clone(shape), value, ValueRange());
    };
    SmallVector<APFloat> entries;
    for (int64_t term = 0; term < kTerms * kTerms; ++term)
      for (int64_t element = 0; element < kWindow * kWindow; ++element) {
        APFloat entry(kKernel[term / kTerms][element / kWindow] * kKernel[term % kTerms][element % kWindow]);
        bool isInexact;
        entry.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(), APFloat::rmNearestTiesToEven,
                      &isInexact);
        entries.push_back(entry);
      }
    auto matrix = DenseElementsAttr::get(type.clone({kTerms * kTerms, kWindow * kWindow}), entries);
    Value factors = ConstantOp::create(builder, loc, matrix.getType(), matrix, ValueRange());
    Value elements = TransposeOp::create(builder, loc, w, ArrayRef<int64_t>{2, 3, 1, 0});
    elements = reshaped(elements, {kWindow * kWindow, channels * columns});
    Value terms = MatmulOp::create(builder, loc, factors, elements, /*transpose_a=*/false, /*transpose_b=*/false,
                                   /*accumulator=*/TypeAttr(), /*out=*/TypeAttr(), /*allow_tf32=*/false);
    return PackOp::create(builder, loc, reshaped(terms, {kTerms * kTerms * channels, columns}),
                          builder.getI64IntegerAttr(panel), /*group=*/IntegerAttr());
  }
};

} // namespace
} // namespace weir
