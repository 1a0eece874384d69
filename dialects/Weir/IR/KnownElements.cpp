// See KnownElements.h.
#include "dialects/Weir/IR/KnownElements.h"

#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

Expression knownElements(OpBuilder &builder, Location loc, RankedTensorType type, ArrayRef<double> elements) {
  Type element = type.getElementType();
  SmallVector<Attribute> rounded = llvm::map_to_vector(elements, [&](double number) -> Attribute {
    if (isa<FloatType>(element))
      return builder.getFloatAttr(element, number);
    return builder.getIntegerAttr(element, static_cast<int64_t>(number));
  });
  return {builder, loc, ConstantOp::create(builder, loc, type, DenseElementsAttr::get(type, rounded), ValueRange())};
}

Expression takeAt(Expression x, ArrayRef<double> positions, int64_t dim) {
  OpBuilder &builder = x.getBuilder();
  auto count = static_cast<int64_t>(positions.size());
  Expression index =
      knownElements(builder, x.getLoc(), RankedTensorType::get({count}, builder.getI64Type()), positions);
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  sizes[dim] = builder.getIndexAttr(count);
  return gather(x, broadcastTo(index, sizes, {dim}), dim);
}

} // namespace weir
