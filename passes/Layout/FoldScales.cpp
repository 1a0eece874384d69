// Takes factors of whole result channels into the kernels of convolutions, as normalization by collected statistics
// has them.
#include "passes/Layout/DeriveJobs.h"
#include "passes/Layout/Passes.h"

#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Window/Ops.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_FOLDSCALESPASS
#include "passes/Layout/Passes.h.inc"

namespace {

struct FoldScales : impl::FoldScalesPassBase<FoldScales> {
  void runOnOperation() override {
    DeriveJobs derived(getOperation());
    SmallVector<MulOp> products;
    for (auto job : getOperation().getOps<func::FuncOp>())
      if (job->hasAttr(kJobAttr) && !job->hasAttr(kDeriveAttr))
        job.walk([&](MulOp product) { products.push_back(product); });
    for (MulOp product : products)
      for (auto [value, factor] :
           {std::pair(product.getLhs(), product.getRhs()), std::pair(product.getRhs(), product.getLhs())})
        if (Value scaled = scale(product, value, factor, derived)) {
          product.replaceAllUsesWith(scaled);
          product.erase();
          break;
        }
  }

private:
  /// `value * factor` where the factor goes into a kernel; null where it can't.
  static Value scale(MulOp product, Value value, Value factor, DeriveJobs &derived) {
    OpBuilder builder(product);
    Value scales = channelsOf(factor, derived);
    if (!scales || !value.hasOneUse())
      return nullptr;
    if (auto conv = value.getDefiningOp<ConvOp>())
      return scaled(builder, conv, scales, derived);
    auto sum = value.getDefiningOp<AddOp>();
    return sum ? scaledSum(builder, sum, product.getLoc(), scales, derived) : nullptr;
  }

  /// (conv + bias) * scales
  static Value scaledSum(OpBuilder &builder, AddOp sum, Location loc, Value scales, DeriveJobs &derived) {
    for (auto [convolved, bias] : {std::pair(sum.getLhs(), sum.getRhs()), std::pair(sum.getRhs(), sum.getLhs())}) {
      auto conv = convolved.getDefiningOp<ConvOp>();
      if (!conv || !convolved.hasOneUse() || !channelsOf(bias, derived))
        continue;
      Value result = scaled(builder, conv, scales, derived);
      if (!result)
        return nullptr;
      auto repeat = bias.getDefiningOp<BroadcastOp>();
      Value shift = MulOp::create(builder, loc, repeat.getX(), scales);
      Value repeated = BroadcastOp::create(builder, loc, repeat.getType(), shift, repeat.getSizes(), repeat.getDims());
      return AddOp::create(builder, loc, result, repeated);
    }
    return nullptr;
  }

  /// The numbers, one for each channel of images with channels behind the batch, that `value` repeats, if they follow
  /// from variables and constants.
  static Value channelsOf(Value value, DeriveJobs &derived) {
    auto repeat = value.getDefiningOp<BroadcastOp>();
    if (!repeat || repeat.getDims() != ArrayRef<int64_t>{1} || derived.sourcesOf(repeat.getX()).empty())
      return nullptr;
    return repeat.getX();
  }

  static Value scaled(OpBuilder &builder, ConvOp conv, Value scales, DeriveJobs &derived) {
    Type element = getElementTypeOrSelf(conv.getW().getType());
    bool isPlain = !conv.getGrouped() && !conv.getChannelsLast() && !conv.getOut() && !conv.getAccumulator();
    if (!isPlain || getElementTypeOrSelf(scales.getType()) != element || derived.sourcesOf(conv.getW()).empty())
      return nullptr;
    Value repeated =
        BroadcastOp::create(builder, conv.getLoc(), conv.getW().getType(), scales, ValueRange(), ArrayRef<int64_t>{0});
    Value w = MulOp::create(builder, conv.getLoc(), conv.getW(), repeated);
    auto result = cast<ConvOp>(builder.clone(*conv));
    result.getWMutable().assign(w);
    return result.getResult();
  }
};

} // namespace
} // namespace weir
