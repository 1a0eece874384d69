// See ConvShape.h.
#include "lib/Target/Cpu/Conv/ConvShape.h"

#include "lib/Target/Nest/NestPlan.h"
#include "lib/Target/Nest/Product.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace weir::cpu {
namespace {

/// Loops are (batch, windows, columns, blocks, elements, channels of a block), as weir.conv_packed is lowered.
class ConvMatcher {
public:
  ConvMatcher(linalg::GenericOp generic, const KernelSignature &signature)
      : generic(generic), signature(signature), maps(generic.getIndexingMapsArray()),
        ranges(cast<linalg::LinalgOp>(generic.getOperation()).getStaticLoopRanges()) {}

  std::optional<ConvShape> match() {
    unsigned loops = generic.getNumLoops();
    shape.rank = (loops - 4) / 2;
    if (loops != 6 && loops != 8)
      return std::nullopt;
    if (!matchTypes() || !matchImage() || !matchKernel() || !matchResult())
      return std::nullopt;
    return shape;
  }

private:
  AffineExpr loop(unsigned number) { return getAffineDimExpr(number, generic.getContext()); }
  unsigned columnLoop() const { return 1 + shape.rank; }
  unsigned blockLoop() const { return 2 + shape.rank; }
  unsigned elementLoop(unsigned d) const { return 3 + shape.rank + d; }
  unsigned channelLoop() const { return 3 + 2 * shape.rank; }

  bool matchTypes() {
    shape.generic = generic;
    shape.element = nest::productAccumulator(generic);
    if (!shape.element || !(shape.element.isF32() || shape.element.isF64()))
      return false;
    for (unsigned i = 0; i < 2; ++i)
      if (getElementTypeOrSelf(generic.getInputs()[i].getType()) != shape.element)
        return false;
    return llvm::all_of(llvm::drop_begin(ranges), [](int64_t range) { return range > 0; });
  }

  bool isWhole(Value tensor, unsigned &number) {
    auto argument = dyn_cast<BlockArgument>(tensor);
    if (!argument)
      return false;
    number = nest::tensorNumber(argument);
    return signature.operands[number].getLayout().isIdentity();
  }

  /// The image, or it inserted into zeros.
  bool matchImage() {
    Value image = generic.getInputs()[0];
    auto insertion = image.getDefiningOp<tensor::InsertSliceOp>();
    if (!isWhole(insertion ? insertion.getSource() : image, shape.image))
      return false;
    ArrayRef<int64_t> sizes = signature.operands[shape.image].getShape();
    shape.batch = sizes[0];
    shape.channels = sizes.back();
    shape.block = ranges[channelLoop()];
    shape.dims[0] = {.extent = 1, .windows = 1, .elements = 1, .stride = 1, .dilation = 1, .low = 0};
    SmallVector<AffineExpr> expected{loop(0)};
    for (unsigned d = 0; d < shape.rank; ++d) {
      ConvDim &dim = shape.dims[2 - shape.rank + d];
      dim = {.extent = sizes[1 + d],
             .windows = ranges[1 + d],
             .elements = ranges[elementLoop(d)],
             .stride = stepOf(1 + d, 1 + d),
             .dilation = std::max<int64_t>(1, stepOf(1 + d, elementLoop(d))),
             .low = 0};
      bool isTrivial = dim.elements == 1 && dim.stride == 1 && !insertion;
      AffineExpr position = loop(1 + d) * dim.stride;
      expected.push_back(isTrivial && maps[0].getResult(1 + d) == loop(1 + d)
                             ? loop(1 + d)
                             : position + loop(elementLoop(d)) * dim.dilation);
      if (ShapedType::isDynamic(dim.extent) || !matchPadding(insertion, 1 + d, dim))
        return false;
      if (maps[0].getResult(1 + d) == loop(1 + d)) // a window of one element
        expected.back() = loop(1 + d);
    }
    expected.push_back(loop(blockLoop()) * shape.block + loop(channelLoop()));
    return maps[0].getResults() == ArrayRef(expected) && shape.channels == ranges[blockLoop()] * shape.block;
  }

  /// What the position along dimension `dim` of the image grows by with a loop.
  int64_t stepOf(unsigned dim, unsigned with) {
    SmallVector<AffineExpr> point(generic.getNumLoops(), getAffineConstantExpr(0, generic.getContext()));
    point[with] = getAffineConstantExpr(1, generic.getContext());
    AffineExpr step = maps[0].getResult(dim).replaceDims(point);
    auto constant = dyn_cast<AffineConstantExpr>(step);
    return constant ? constant.getValue() : 0;
  }

  static bool matchPadding(tensor::InsertSliceOp insertion, unsigned d, ConvDim &dim) {
    if (!insertion)
      return true;
    std::optional<int64_t> offset = getConstantIntValue(insertion.getMixedOffsets()[d]);
    dim.low = offset.value_or(0);
    return offset && isOneInteger(insertion.getMixedStrides()[d]);
  }

  bool matchKernel() {
    if (!isWhole(generic.getInputs()[1], shape.kernel) || maps[1].getNumResults() != 3)
      return false;
    shape.panel = signature.operands[shape.kernel].getShape()[2];
    if (ShapedType::isDynamic(shape.panel))
      return false;
    uint64_t panel = shape.panel;
    AffineExpr number = loop(blockLoop());
    for (unsigned d = 0; d < shape.rank; ++d)
      number = number * ranges[elementLoop(d)] + loop(elementLoop(d));
    number = number * shape.block + loop(channelLoop());
    AffineExpr expected[] = {loop(columnLoop()).floorDiv(panel), number, loop(columnLoop()) % panel};
    return maps[1].getResults() == ArrayRef(expected);
  }

  bool matchResult() {
    shape.columns = ranges[columnLoop()];
    SmallVector<AffineExpr> expected;
    for (unsigned number = 0; number <= columnLoop(); ++number)
      expected.push_back(loop(number));
    return maps.back().getResults() == ArrayRef(expected);
  }

  linalg::GenericOp generic;
  const KernelSignature &signature;
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> ranges;
  ConvShape shape{};
};

} // namespace

std::optional<ConvShape> findConvolution(func::FuncOp kernel, const KernelSignature &signature) {
  if (kernel.getNumResults() != 1 || !nest::NestPlan::isNest(kernel))
    return std::nullopt;
  linalg::GenericOp generic = nest::onlyReduction(kernel);
  if (!generic || generic.getNumDpsInputs() != 3)
    return std::nullopt;
  std::optional<ConvShape> shape = ConvMatcher(generic, signature).match();
  if (!shape || signature.operands.back().getElementType() != shape->element)
    return std::nullopt;
  // The result is written where the sums are.
  nest::NestPlan plan(kernel);
  SmallVector<int> loops;
  for (unsigned number = 0; number < shape->rank + 2; ++number)
    loops.push_back(plan.loopOf(generic, number));
  return plan.outputLoops(0) == ArrayRef(loops) ? shape : std::nullopt;
}

} // namespace weir::cpu
