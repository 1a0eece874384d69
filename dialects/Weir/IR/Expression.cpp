// Builds weir ops for the gradients and decompositions that records write.
#include "dialects/Weir/IR/Expression.h"

#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Index/Ops.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Random/Ops.h"
#include "dialects/Weir/Reduce/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <cmath>

using namespace mlir;

namespace weir {

Type accumulatorFor(std::optional<Type> given, Value elements) {
  if (given)
    return *given;
  Type element = getElementTypeOrSelf(elements.getType());
  bool isNarrow = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isNarrow ? Float32Type::get(element.getContext()) : element;
}

/// One size value per `?` dimension of `type`, which says less or other sizes than the type of `value` does.
static SmallVector<Value> dynamicSizesAs(OpBuilder &builder, Location loc, Value value, RankedTensorType type) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(DimOp::create(builder, loc, value, dim));
  return sizes;
}

SmallVector<Value> dynamicSizes(OpBuilder &builder, Location loc, Value value) {
  return dynamicSizesAs(builder, loc, value, cast<RankedTensorType>(value.getType()));
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

template <typename Op, typename... Args> Expression Expression::make(Expression x, Args &&...args) {
  return {*x.builder, x.loc, Op::create(*x.builder, x.loc, x.value, std::forward<Args>(args)...).getResult()};
}

Expression Expression::constant(double number) const {
  return {*builder, loc, constantLike(*builder, loc, number, value)};
}

Expression Expression::cast(Type elementType) const {
  return type().getElementType() == elementType ? *this : make<CastOp>(*this, elementType);
}

Expression operator+(Expression x, Expression y) { return Expression::make<AddOp>(x, y.value); }
Expression operator-(Expression x, Expression y) { return Expression::make<SubOp>(x, y.value); }
Expression operator*(Expression x, Expression y) { return Expression::make<MulOp>(x, y.value); }
Expression operator/(Expression x, Expression y) { return Expression::make<DivOp>(x, y.value); }
Expression operator-(Expression x) { return Expression::make<NegOp>(x); }

static Expression compared(ComparePredicate predicate, Expression x, Expression y) {
  return {x.getBuilder(), x.getLoc(), CompareOp::create(x.getBuilder(), x.getLoc(), predicate, x, y)};
}

Expression operator==(Expression x, Expression y) { return compared(ComparePredicate::eq, x, y); }
Expression operator!=(Expression x, Expression y) { return compared(ComparePredicate::ne, x, y); }
Expression operator<(Expression x, Expression y) { return compared(ComparePredicate::lt, x, y); }
Expression operator<=(Expression x, Expression y) { return compared(ComparePredicate::le, x, y); }
Expression operator>(Expression x, Expression y) { return compared(ComparePredicate::gt, x, y); }
Expression operator>=(Expression x, Expression y) { return compared(ComparePredicate::ge, x, y); }
Expression operator&(Expression x, Expression y) { return Expression::make<BitwiseAndOp>(x, y.value); }
Expression operator|(Expression x, Expression y) { return Expression::make<BitwiseOrOp>(x, y.value); }
Expression operator^(Expression x, Expression y) { return Expression::make<BitwiseXorOp>(x, y.value); }
Expression operator~(Expression x) { return Expression::make<BitwiseNotOp>(x); }

Expression abs(Expression x) { return Expression::make<AbsOp>(x); }
Expression cos(Expression x) { return Expression::make<CosOp>(x); }
Expression cosh(Expression x) { return Expression::make<CoshOp>(x); }
Expression detach(Expression x) { return Expression::make<DetachOp>(x); }
Expression erf(Expression x) { return Expression::make<ErfOp>(x); }
Expression exp(Expression x) { return Expression::make<ExpOp>(x); }
Expression expm1(Expression x) { return Expression::make<Expm1Op>(x); }
Expression floor(Expression x) { return Expression::make<FloorOp>(x); }
Expression floorDivide(Expression x, Expression y) { return Expression::make<FloorDivideOp>(x, y.value); }
Expression log(Expression x) { return Expression::make<LogOp>(x); }
Expression log1p(Expression x) { return Expression::make<Log1pOp>(x); }
Expression maximum(Expression x, Expression y) { return Expression::make<MaximumOp>(x, y.value); }
Expression minimum(Expression x, Expression y) { return Expression::make<MinimumOp>(x, y.value); }
Expression pow(Expression x, Expression y) { return Expression::make<PowOp>(x, y.value); }
Expression round(Expression x) { return Expression::make<RoundOp>(x); }
Expression rsqrt(Expression x) { return Expression::make<RsqrtOp>(x); }
Expression sigmoid(Expression x) { return Expression::make<SigmoidOp>(x); }
Expression sign(Expression x) { return Expression::make<SignOp>(x); }
Expression sin(Expression x) { return Expression::make<SinOp>(x); }
Expression sinh(Expression x) { return Expression::make<SinhOp>(x); }
Expression sqrt(Expression x) { return Expression::make<SqrtOp>(x); }
Expression tanh(Expression x) { return Expression::make<TanhOp>(x); }
Expression trunc(Expression x) { return Expression::make<TruncOp>(x); }

Expression select(Expression condition, Expression ifTrue, Expression ifFalse) {
  return Expression::make<SelectOp>(condition, ifTrue.value, ifFalse.value);
}

Expression shareOfMaximum(Expression x, Expression other, Expression dy) {
  return select(x == other, dy * 0.5, select(x < other, 0, dy));
}

Value castLike(Expression x, Expression like) {
  Type element = like.type().getElementType();
  if (!isa<FloatType>(element))
    return nullptr;
  return CastOp::create(*x.builder, x.loc, x, element);
}

// Over dimensions

Expression sum(Expression x, ArrayRef<int64_t> dims) { return Expression::make<ReduceSumOp>(x, dims, TypeAttr()); }
Expression max(Expression x, ArrayRef<int64_t> dims) { return Expression::make<ReduceMaxOp>(x, dims); }
Expression min(Expression x, ArrayRef<int64_t> dims) { return Expression::make<ReduceMinOp>(x, dims); }

Expression broadcast(Expression x, Expression like, ArrayRef<int64_t> dims) {
  return {*x.builder, x.loc, broadcastLike(*x.builder, x.loc, x, like, dims)};
}

static SmallVector<int64_t> dimsWithout(int64_t rank, ArrayRef<int64_t> dims) {
  return llvm::filter_to_vector(llvm::seq<int64_t>(0, rank), [&](int64_t d) { return !llvm::is_contained(dims, d); });
}

Expression spread(Expression reduced, Expression like, ArrayRef<int64_t> dims) {
  return broadcast(reduced, like, dimsWithout(like.rank(), dims));
}

Expression countAlong(Expression x, ArrayRef<int64_t> dims) {
  auto scalar = RankedTensorType::get({}, x.type().getElementType());
  bool isKnown = llvm::none_of(dims, [&](int64_t d) { return x.type().isDynamicDim(d); });
  if (isKnown) {
    double count = 1;
    for (int64_t d : dims)
      count *= static_cast<double>(x.knownSize(d));
    auto value = FloatAttr::get(scalar.getElementType(), count);
    return {*x.builder, x.loc,
            ConstantOp::create(*x.builder, x.loc, scalar, SplatElementsAttr::get(scalar, value), ValueRange())};
  }
  // In i64, because floats have no more digits from some count on.
  std::optional<Expression> count;
  for (int64_t d : dims) {
    Expression size = sizeAlong(x, d);
    count = count ? *count * size : size;
  }
  return count->cast(scalar.getElementType());
}

Expression sizeAlong(Expression x, int64_t dim) {
  Type i64 = x.builder->getI64Type();
  auto scalar = RankedTensorType::get({}, i64);
  if (!x.type().isDynamicDim(dim)) {
    auto size = SplatElementsAttr::get(scalar, x.builder->getI64IntegerAttr(x.knownSize(dim)));
    return {*x.builder, x.loc, ConstantOp::create(*x.builder, x.loc, scalar, size, ValueRange())};
  }
  // The last of the numbers from 0 to it, which takes one step wherever it is computed.
  Value size = DimOp::create(*x.builder, x.loc, x, dim);
  Value count = arith::AddIOp::create(*x.builder, x.loc, size, arith::ConstantIndexOp::create(*x.builder, x.loc, 1));
  auto vector = RankedTensorType::get({ShapedType::kDynamic}, i64);
  Value numbers = IotaOp::create(*x.builder, x.loc, vector, count);
  Expression turned(*x.builder, x.loc, FlipOp::create(*x.builder, x.loc, numbers, ArrayRef<int64_t>{0}));
  return reshape(slice(turned, 0, 0, 1), {});
}

Expression mean(Expression x, ArrayRef<int64_t> dims) {
  Expression total = sum(x, dims);
  return total / broadcast(countAlong(x, dims), total, {});
}

// Where elements stand

SmallVector<OpFoldResult> sizesOf(Expression x) { return mixedSizes(*x.builder, x.loc, x); }

OpFoldResult product(OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> sizes) {
  int64_t known = 1;
  Value unknown;
  for (OpFoldResult size : sizes) {
    if (std::optional<int64_t> number = getConstantIntValue(size))
      known *= *number;
    else
      unknown = unknown ? Value(arith::MulIOp::create(builder, loc, unknown, cast<Value>(size))) : cast<Value>(size);
  }
  if (!unknown)
    return builder.getIndexAttr(known);
  if (known == 1)
    return unknown;
  Value factor = arith::ConstantIndexOp::create(builder, loc, known);
  return arith::MulIOp::create(builder, loc, unknown, factor).getResult();
}

Expression reshape(Expression x, ArrayRef<OpFoldResult> shape) {
  SmallVector<int64_t> known;
  SmallVector<Value> unknown;
  dispatchIndexOpFoldResults(shape, unknown, known);
  auto type = RankedTensorType::get(known, x.type().getElementType());
  if (type == x.type() && type.hasStaticShape())
    return x;
  return {*x.builder, x.loc, ReshapeOp::create(*x.builder, x.loc, type, x, unknown)};
}

Expression broadcastTo(Expression x, ArrayRef<OpFoldResult> shape, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> known;
  SmallVector<Value> unknown;
  dispatchIndexOpFoldResults(shape, unknown, known);
  auto type = RankedTensorType::get(known, x.type().getElementType());
  return {*x.builder, x.loc,
          BroadcastOp::create(*x.builder, x.loc, type, x, unknown, x.builder->getDenseI64ArrayAttr(dims))};
}

Expression broadcastTrailing(Expression x, Expression like) {
  int64_t missing = like.rank() - x.rank();
  SmallVector<int64_t> dims;
  SmallVector<OpFoldResult> sizes = sizesOf(x), kept;
  for (int64_t d = 0; d < x.rank(); ++d) {
    bool isRepeated = x.type().getDimSize(d) == 1 && like.type().getDimSize(d + missing) != 1;
    if (isRepeated)
      continue;
    dims.push_back(d + missing);
    kept.push_back(sizes[d]);
  }
  return broadcast(reshape(x, kept), like, dims);
}

Expression kept(Expression reduced, Expression like, ArrayRef<int64_t> dims, bool keepdim) {
  if (!keepdim)
    return reduced;
  SmallVector<OpFoldResult> sizes = sizesOf(like);
  for (int64_t d : dims)
    sizes[d] = like.builder->getIndexAttr(1);
  return reshape(reduced, sizes);
}

Expression unsqueezed(Expression x, int64_t dim) {
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  sizes.insert(sizes.begin() + dim, x.builder->getIndexAttr(1));
  return reshape(x, sizes);
}

Expression without(Expression x, int64_t dim) {
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  sizes.erase(sizes.begin() + dim);
  return reshape(x, sizes);
}

Expression slice(Expression x, int64_t dim, int64_t start, int64_t size) {
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  sizes[dim] = x.builder->getIndexAttr(size);
  SmallVector<int64_t> shape, starts(x.rank(), 0), steps(x.rank(), 1);
  SmallVector<Value> unknown;
  dispatchIndexOpFoldResults(sizes, unknown, shape);
  starts[dim] = start;
  auto type = RankedTensorType::get(shape, x.type().getElementType());
  return {*x.builder, x.loc, SliceOp::create(*x.builder, x.loc, type, x, unknown, starts, steps)};
}

Expression gather(Expression x, Expression index, int64_t dim) {
  return Expression::make<GatherOp>(x, index.value, dim);
}

Expression positionsOf(Expression x, int64_t dim) {
  SmallVector<Value> sizes;
  if (x.type().isDynamicDim(dim))
    sizes.push_back(DimOp::create(*x.builder, x.loc, x, dim));
  auto type = RankedTensorType::get({x.type().getDimSize(dim)}, x.builder->getI64Type());
  return {*x.builder, x.loc, IotaOp::create(*x.builder, x.loc, type, sizes)};
}

Expression positionsAlong(Expression x, int64_t dim) { return broadcast(positionsOf(x, dim), x, {dim}); }

// Products and random numbers

Expression matmul(Expression a, Expression b, bool transposeB, Type out) {
  bool isOwn = out == a.type().getElementType();
  Value product = MatmulOp::create(*a.builder, a.loc, a, b, /*transpose_a=*/false, transposeB, TypeAttr(),
                                   isOwn ? TypeAttr() : TypeAttr::get(out), /*allow_tf32=*/false);
  return {*a.builder, a.loc, product};
}

Expression keptAtRandom(Expression x, Expression seed, Expression step, double p, int64_t ordinal, int64_t shared) {
  SmallVector<OpFoldResult> sizes = sizesOf(x);
  sizes.truncate(sizes.size() - shared);
  SmallVector<int64_t> known;
  SmallVector<Value> unknown;
  dispatchIndexOpFoldResults(sizes, unknown, known);
  auto type = RankedTensorType::get(known, x.builder->getI32Type());
  auto scalar = RankedTensorType::get({}, x.builder->getI64Type());
  Expression number = knownElements(*x.builder, x.loc, scalar, static_cast<double>(ordinal));
  Expression bits(*x.builder, x.loc, RandomBitsOp::create(*x.builder, x.loc, type, seed, step, number, unknown));
  // Signed, the bits are uniform from -2^31 on.
  double dropped = std::min(std::nearbyint(p * 4294967296.0), 4294967295.0) - 2147483648.0;
  Expression isKept = bits >= dropped;
  return shared == 0 ? isKept : broadcast(isKept, x, llvm::to_vector(llvm::seq<int64_t>(0, bits.rank())));
}

// Composition

Composition::Composition(OpBuilder &builder, Operation *op, bool computesWide) : builder(builder), op(op) {
  if (!computesWide)
    return;
  bool isWide = llvm::any_of(op->getOperandTypes(), [](Type type) { return getElementTypeOrSelf(type).isF64(); });
  computeType = isWide ? builder.getF64Type() : builder.getF32Type();
}

Expression Composition::inComputeType(Value value) const {
  Expression own(builder, op->getLoc(), value);
  return computeType && isa<FloatType>(own.type().getElementType()) ? own.cast(computeType) : own;
}

Expression Composition::operand(unsigned number) const { return inComputeType(op->getOperand(number)); }

Expression Composition::optional(int64_t number, ArrayRef<int64_t> present, ValueRange given) const {
  const auto *found = llvm::find(present, number);
  return found == present.end() ? absent() : inComputeType(given[found - present.begin()]);
}

Expression Composition::absent() const { return {builder, op->getLoc(), Value()}; }

Expression Composition::unroundedResult() const {
  auto isRounded = [&](Type type) { return computeType && getElementTypeOrSelf(type) != computeType; };
  if (!isRounded(op->getResult(0).getType()))
    return {builder, op->getLoc(), op->getResult(0)};
  // The op on wide operands: what it expands to is merged with what the op itself expands to.
  Operation *wide = op->clone();
  for (OpOperand &operand : wide->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      operand.set(inComputeType(operand.get()));
  for (Value result : wide->getResults())
    if (auto type = cast<RankedTensorType>(result.getType()); isa<FloatType>(type.getElementType()))
      result.setType(type.clone(computeType));
  return {builder, op->getLoc(), builder.insert(wide)->getResult(0)};
}

Value Composition::rounded(Value value, Type to) const {
  auto type = cast<RankedTensorType>(to);
  value = Expression(builder, op->getLoc(), value).cast(type.getElementType());
  if (value.getType() == type)
    return value;
  // What was built may know other sizes than the op's type says, which its users rely on.
  return BroadcastOp::create(builder, op->getLoc(), type, value, dynamicSizesAs(builder, op->getLoc(), value, type),
                             builder.getDenseI64ArrayAttr(llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()))));
}

SmallVector<Value> Composition::finish(ArrayRef<Value> results) const {
  SmallVector<Value> finished;
  for (auto [result, built] : llvm::zip_equal(op->getResults(), results))
    finished.push_back(rounded(built, result.getType()));
  return finished;
}

SmallVector<Value> Composition::finishGradients(ArrayRef<Value> gradients) const {
  SmallVector<Value> finished;
  for (auto [operand, built] : llvm::zip_equal(op->getOperands(), gradients))
    finished.push_back(built ? rounded(built, operand.getType()) : Value());
  return finished;
}

} // namespace weir
