// Packs the second operand of products.
#include "passes/Layout/DeriveJobs.h"
#include "passes/Layout/Passes.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_PACKOPERANDSPASS
#include "passes/Layout/Passes.h.inc"

namespace {

struct PackOperands : impl::PackOperandsPassBase<PackOperands> {
  using PackOperandsPassBase::PackOperandsPassBase;

  void runOnOperation() override {
    DeriveJobs derived(getOperation());
    SmallVector<MatmulOp> products;
    for (auto job : getOperation().getOps<func::FuncOp>())
      if (job->hasAttr(kJobAttr) && !job->hasAttr(kDeriveAttr))
        job.walk([&](MatmulOp product) { products.push_back(product); });
    for (MatmulOp product : products)
      if (failed(pack(product, derived)))
        return signalPassFailure();
  }

private:
  LogicalResult pack(MatmulOp product, DeriveJobs &derived) {
    auto type = cast<RankedTensorType>(product.getB().getType());
    if (type.getRank() != 2 || llvm::is_contained(type.getShape(), 0) || readsOnce(product))
      return success();
    SmallVector<Operation *> sources = derived.sourcesOf(product.getB());
    if (sources.empty())
      return success();
    FailureOr<PackedLayout> layout = layoutFor(product);
    if (failed(layout))
      return failure();
    if (layout->panel == 0)
      return success();
    VariableOp variable =
        derived.derive(product.getB(), sources, ".packed", [&](OpBuilder &builder, Value matrix) -> Value {
          Location loc = product.getLoc();
          if (product.getTransposeB())
            matrix = TransposeOp::create(builder, loc, matrix, ArrayRef<int64_t>{1, 0});
          matrix = padRows(builder, loc, matrix, layout->depth);
          return PackOp::create(builder, loc, matrix, builder.getI64IntegerAttr(layout->panel), groupAttr(*layout));
        });
    replace(product, variable, *layout);
    return success();
  }

  /// Whether each element of B is read once, along its rows, so that another order gains nothing.
  static bool readsOnce(MatmulOp product) {
    auto a = cast<RankedTensorType>(product.getA().getType());
    return product.getTransposeB() && a.getDimSize(product.getTransposeA() ? 1 : 0) == 1;
  }

  /// How the target wants this product's operand.
  FailureOr<PackedLayout> layoutFor(MatmulOp product) {
    if (panel >= 0)
      return PackedLayout{.panel = panel, .group = group, .depth = depth};
    FailureOr<const TargetInterface *> target = kernel::targetOf(getOperation());
    if (failed(target))
      return failure();
    DType dtype = *dtypeOf(getElementTypeOrSelf(product.getB().getType()));
    return (*target)->packedLayout(kernel::targetAttrOf(getOperation()).getDescription(), dtype);
  }

  static Value padRows(OpBuilder &builder, Location loc, Value matrix, int64_t depth) {
    auto type = cast<RankedTensorType>(matrix.getType());
    DimSize rows = dimSize(type, 0);
    if (depth <= 1 || !rows.isKnown() || rows.known() % depth == 0)
      return matrix;
    auto padded =
        RankedTensorType::get({int64_t(llvm::alignTo(rows.known(), depth)), type.getDimSize(1)}, type.getElementType());
    auto starts = builder.getDenseI64ArrayAttr({0, 0}), steps = builder.getDenseI64ArrayAttr({1, 1});
    return PadOp::create(builder, loc, padded, matrix, ValueRange(), starts, steps, builder.getF64FloatAttr(0));
  }

  /// Not spelled out where it is the default, so that equal products stay equal.
  IntegerAttr groupAttr(const PackedLayout &layout) {
    return layout.group == 1 ? IntegerAttr() : Builder(&getContext()).getI64IntegerAttr(layout.group);
  }

  void replace(MatmulOp product, VariableOp packed, const PackedLayout &layout) {
    auto builder = OpBuilder::atBlockBegin(product->getBlock());
    Value operand = ReadOp::create(builder, product.getLoc(), packed.getTypeAttr().getValue(), packed.getSymName());
    builder.setInsertionPoint(product);
    int64_t columns = cast<RankedTensorType>(product.getB().getType()).getDimSize(product.getTransposeB() ? 0 : 1);
    auto replacement =
        MatmulPackedOp::create(builder, product.getLoc(), product.getA(), operand, builder.getI64IntegerAttr(columns),
                               builder.getI64IntegerAttr(layout.panel), groupAttr(layout), product.getTransposeAAttr(),
                               product.getAccumulatorAttr(), product.getOutAttr());
    product.replaceAllUsesWith(replacement.getResult());
    product.erase();
  }
};

} // namespace
} // namespace weir
