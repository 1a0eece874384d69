// Builds weir ops for the gradients that records write.
#include "dialects/Weir/IR/Expression.h"

#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir {

Type accumulatorFor(std::optional<Type> given, Value elements) {
  if (given)
    return *given;
  Type element = getElementTypeOrSelf(elements.getType());
  bool isNarrow = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isNarrow ? Float32Type::get(element.getContext()) : element;
}

SmallVector<Value> dynamicSizes(OpBuilder &builder, Location loc, Value value) {
  SmallVector<Value> sizes;
  auto type = cast<RankedTensorType>(value.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(DimOp::create(builder, loc, value, dim));
  return sizes;
}

SmallVector<OpFoldResult> mixedSizes(OpBuilder &builder, Location loc, Value value) {
  SmallVector<OpFoldResult> sizes;
  auto type = cast<RankedTensorType>(value.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (type.isDynamicDim(dim))
      sizes.push_back(DimOp::create(builder, loc, value, dim).getResult());
    else
      sizes.push_back(builder.getIndexAttr(type.getDimSize(dim)));
  }
  return sizes;
}

Value constantLike(OpBuilder &builder, Location loc, double number, Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  Type element = type.getElementType();
  TypedAttr splat = isa<FloatType>(element) ? TypedAttr(builder.getFloatAttr(element, number))
                                            : TypedAttr(builder.getIntegerAttr(element, static_cast<int64_t>(number)));
  // A `?` dimension has no elements attribute of its own: the splat is held as a scalar.
  auto value = SplatElementsAttr::get(RankedTensorType::get({}, element), splat);
  return ConstantOp::create(builder, loc, type, value, dynamicSizes(builder, loc, like));
}

Value broadcastLike(OpBuilder &builder, Location loc, Value x, Value like, ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(like.getType()).clone(getElementTypeOrSelf(x.getType()));
  return BroadcastOp::create(builder, loc, type, x, dynamicSizes(builder, loc, like),
                             builder.getDenseI64ArrayAttr(dims));
}

Expression Expression::constant(double number) const {
  return {*builder, loc, constantLike(*builder, loc, number, value)};
}

Expression operator+(Expression x, Expression y) { return {*x.builder, x.loc, AddOp::create(*x.builder, x.loc, x, y)}; }
Expression operator-(Expression x, Expression y) { return {*x.builder, x.loc, SubOp::create(*x.builder, x.loc, x, y)}; }
Expression operator*(Expression x, Expression y) { return {*x.builder, x.loc, MulOp::create(*x.builder, x.loc, x, y)}; }
Expression operator/(Expression x, Expression y) { return {*x.builder, x.loc, DivOp::create(*x.builder, x.loc, x, y)}; }
Expression operator-(Expression x) { return {*x.builder, x.loc, NegOp::create(*x.builder, x.loc, x)}; }

Expression operator>(Expression x, Expression y) {
  return {*x.builder, x.loc, CompareOp::create(*x.builder, x.loc, ComparePredicate::gt, x, y)};
}

Expression exp(Expression x) { return {*x.builder, x.loc, ExpOp::create(*x.builder, x.loc, x)}; }
Expression sin(Expression x) { return {*x.builder, x.loc, SinOp::create(*x.builder, x.loc, x)}; }
Expression cos(Expression x) { return {*x.builder, x.loc, CosOp::create(*x.builder, x.loc, x)}; }
Expression log(Expression x) { return {*x.builder, x.loc, LogOp::create(*x.builder, x.loc, x)}; }
Expression pow(Expression x, Expression y) { return {*x.builder, x.loc, PowOp::create(*x.builder, x.loc, x, y)}; }
Expression sign(Expression x) { return {*x.builder, x.loc, SignOp::create(*x.builder, x.loc, x)}; }
Expression sqrt(Expression x) { return {*x.builder, x.loc, SqrtOp::create(*x.builder, x.loc, x)}; }
Expression sinh(Expression x) { return {*x.builder, x.loc, SinhOp::create(*x.builder, x.loc, x)}; }
Expression cosh(Expression x) { return {*x.builder, x.loc, CoshOp::create(*x.builder, x.loc, x)}; }
Expression trunc(Expression x) { return {*x.builder, x.loc, TruncOp::create(*x.builder, x.loc, x)}; }
Expression floorDivide(Expression x, Expression y) {
  return {*x.builder, x.loc, FloorDivideOp::create(*x.builder, x.loc, x, y)};
}
Expression sigmoid(Expression x) { return {*x.builder, x.loc, SigmoidOp::create(*x.builder, x.loc, x)}; }

Expression select(Expression condition, Expression ifTrue, Expression ifFalse) {
  return {*ifTrue.builder, ifTrue.loc, SelectOp::create(*ifTrue.builder, ifTrue.loc, condition, ifTrue, ifFalse)};
}

Expression shareOfMaximum(Expression x, Expression other, Expression dy) {
  Expression equal(*x.builder, x.loc, CompareOp::create(*x.builder, x.loc, ComparePredicate::eq, x, other));
  return select(x > other, dy, select(equal, dy * dy.constant(0.5), dy.constant(0)));
}

Value castLike(Expression x, Expression like) {
  Type element = like.type().getElementType();
  if (!isa<FloatType>(element))
    return nullptr;
  return CastOp::create(*x.builder, x.loc, x, element);
}

} // namespace weir
