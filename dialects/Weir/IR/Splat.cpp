// Reads and makes constants whose elements are all equal.
#include "dialects/Weir/IR/Splat.h"

#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

TypedAttr splatOf(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return nullptr;
  auto elements = dyn_cast<SplatElementsAttr>(constant.getValue());
  return elements ? dyn_cast<TypedAttr>(elements.getSplatValue<Attribute>()) : nullptr;
}

bool isSplat(Value value, double number) {
  TypedAttr element = splatOf(value);
  if (auto floating = dyn_cast_if_present<FloatAttr>(element))
    return floating.getValue().bitwiseIsEqual(FloatAttr::get(floating.getType(), number).getValue());
  if (auto integer = dyn_cast_if_present<IntegerAttr>(element))
    return integer.getValue() == static_cast<uint64_t>(number);
  return false;
}

void replaceWithSplat(PatternRewriter &rewriter, Operation *op, TypedAttr element, ValueRange sizes) {
  auto value = SplatElementsAttr::get(RankedTensorType::get({}, element.getType()), element);
  rewriter.replaceOpWithNewOp<ConstantOp>(op, op->getResult(0).getType(), value, sizes);
}

} // namespace weir
