// Builds arith and math ops for the scalar functions of elementwise ops, by element type.
#include "dialects/Interfaces/Elementwise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#include "dialects/Interfaces/ElementwiseEnums.cpp.inc"

#include "dialects/Interfaces/Elementwise.cpp.inc"

namespace weir {

bool Scalar::isFloat() const { return isa<FloatType>(getElementTypeOrSelf(value.getType())); }

Scalar Scalar::constant(double number) const {
  Type element = getElementTypeOrSelf(value.getType());
  TypedAttr attribute = isFloat() ? TypedAttr(builder->getFloatAttr(element, number))
                                  : TypedAttr(builder->getIntegerAttr(element, static_cast<int64_t>(number)));
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    attribute = SplatElementsAttr::get(vector, attribute);
  return {*builder, loc, arith::ConstantOp::create(*builder, loc, attribute)};
}

template <typename FloatOp, typename IntegerOp>
static Value buildBinary(OpBuilder &builder, Location loc, Value lhs, Value rhs, bool isFloat) {
  if (isFloat)
    return FloatOp::create(builder, loc, lhs, rhs, arith::FastMathFlags::contract);
  return IntegerOp::create(builder, loc, lhs, rhs);
}

Scalar operator+(Scalar x, Scalar y) {
  return {*x.builder, x.loc, buildBinary<arith::AddFOp, arith::AddIOp>(*x.builder, x.loc, x, y, x.isFloat())};
}

Scalar operator-(Scalar x, Scalar y) {
  return {*x.builder, x.loc, buildBinary<arith::SubFOp, arith::SubIOp>(*x.builder, x.loc, x, y, x.isFloat())};
}

Scalar operator*(Scalar x, Scalar y) {
  return {*x.builder, x.loc, buildBinary<arith::MulFOp, arith::MulIOp>(*x.builder, x.loc, x, y, x.isFloat())};
}

/// The smallest integer divided by -1 wraps around, so division by -1 is negation. CPUs trap on both that and on a
/// divisor of 0, which is the kernel's to check.
static Value divideIntegers(OpBuilder &builder, Location loc, Scalar x, Scalar y) {
  Value isMinusOne = compare(builder, loc, ComparePredicate::eq, y, y.constant(-1));
  Value divisor = arith::SelectOp::create(builder, loc, isMinusOne, y.constant(1), y);
  Value quotient = arith::DivSIOp::create(builder, loc, x, divisor);
  return arith::SelectOp::create(builder, loc, isMinusOne, -x, quotient);
}

Scalar operator/(Scalar x, Scalar y) {
  Value quotient = x.isFloat() ? Value(arith::DivFOp::create(*x.builder, x.loc, x, y, arith::FastMathFlags::contract))
                               : divideIntegers(*x.builder, x.loc, x, y);
  return {*x.builder, x.loc, quotient};
}

Scalar operator-(Scalar x) {
  if (x.isFloat())
    return {*x.builder, x.loc, arith::NegFOp::create(*x.builder, x.loc, x, arith::FastMathFlags::contract)};
  return x.constant(0) - x;
}

Scalar operator&(Scalar x, Scalar y) { return {*x.builder, x.loc, arith::AndIOp::create(*x.builder, x.loc, x, y)}; }
Scalar operator|(Scalar x, Scalar y) { return {*x.builder, x.loc, arith::OrIOp::create(*x.builder, x.loc, x, y)}; }
Scalar operator^(Scalar x, Scalar y) { return {*x.builder, x.loc, arith::XOrIOp::create(*x.builder, x.loc, x, y)}; }
Scalar operator~(Scalar x) { return x ^ x.constant(-1); }

// A shift by more bits than there are is undefined in arith.

static Scalar lastBit(Scalar x) {
  return x.constant(getElementTypeOrSelf(Value(x).getType()).getIntOrFloatBitWidth() - 1);
}

static Value isBeyond(OpBuilder &builder, Location loc, Scalar by, Scalar last) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, by, last);
}

Scalar shiftLeft(Scalar x, Scalar by) {
  Scalar last = lastBit(x), isAll(*x.builder, x.loc, isBeyond(*x.builder, x.loc, by, last));
  Scalar few = select(isAll, last, by);
  return select(isAll, x.constant(0), {*x.builder, x.loc, arith::ShLIOp::create(*x.builder, x.loc, x, few)});
}

Scalar shiftRight(Scalar x, Scalar by) {
  Scalar last = lastBit(x), isAll(*x.builder, x.loc, isBeyond(*x.builder, x.loc, by, last));
  return {*x.builder, x.loc, arith::ShRSIOp::create(*x.builder, x.loc, x, select(isAll, last, by))};
}

Scalar fmod(Scalar x, Scalar y) {
  if (x.isFloat())
    return {*x.builder, x.loc, arith::RemFOp::create(*x.builder, x.loc, x, y)};
  return x - x / y * y;
}

/// Whether a remainder of a division by y has the wrong sign for one that rounds down.
static Scalar isBelow(OpBuilder &builder, Location loc, Scalar remainder, Scalar y) {
  Value zero = y.constant(0);
  Scalar isSome(builder, loc, compare(builder, loc, ComparePredicate::ne, remainder, zero));
  Scalar isNegative(builder, loc, compare(builder, loc, ComparePredicate::lt, remainder, zero));
  return isSome & (isNegative ^ Scalar(builder, loc, compare(builder, loc, ComparePredicate::lt, y, zero)));
}

Scalar remainder(Scalar x, Scalar y) {
  Scalar left = fmod(x, y);
  return select(isBelow(*x.builder, x.loc, left, y), left + y, left);
}

Scalar floorDivide(Scalar x, Scalar y) {
  if (!x.isFloat()) {
    Scalar quotient = x / y;
    return select(isBelow(*x.builder, x.loc, x - quotient * y, y), quotient - y.constant(1), quotient);
  }
  // From the exact remainder, because x / y may round up to an integer that x doesn't reach.
  Scalar left = fmod(x, y), exact = (x - left) / y, quotient = x / y;
  exact = select(isBelow(*x.builder, x.loc, left, y), exact - y.constant(1), exact);
  Scalar result = floor(exact);
  result = select(exact - result > y.constant(0.5), result + y.constant(1), result);
  Scalar zero = y.constant(0);
  Value isZero = compare(*x.builder, x.loc, ComparePredicate::eq, exact, zero);
  result = select(Scalar(*x.builder, x.loc, isZero), quotient * zero, result); // with the quotient's sign
  Value isByZero = compare(*x.builder, x.loc, ComparePredicate::eq, y, zero);
  return select(Scalar(*x.builder, x.loc, isByZero), quotient, result);
}

Scalar exp(Scalar x) { return {*x.builder, x.loc, math::ExpOp::create(*x.builder, x.loc, x)}; }
Scalar exp2(Scalar x) { return {*x.builder, x.loc, math::Exp2Op::create(*x.builder, x.loc, x)}; }
Scalar log(Scalar x) { return {*x.builder, x.loc, math::LogOp::create(*x.builder, x.loc, x)}; }
Scalar sqrt(Scalar x) { return {*x.builder, x.loc, math::SqrtOp::create(*x.builder, x.loc, x)}; }
Scalar pow(Scalar x, Scalar y) { return {*x.builder, x.loc, math::PowFOp::create(*x.builder, x.loc, x, y)}; }
Scalar tanh(Scalar x) { return {*x.builder, x.loc, math::TanhOp::create(*x.builder, x.loc, x)}; }
Scalar erf(Scalar x) { return {*x.builder, x.loc, math::ErfOp::create(*x.builder, x.loc, x)}; }
Scalar sin(Scalar x) { return {*x.builder, x.loc, math::SinOp::create(*x.builder, x.loc, x)}; }
Scalar cos(Scalar x) { return {*x.builder, x.loc, math::CosOp::create(*x.builder, x.loc, x)}; }
Scalar expm1(Scalar x) { return {*x.builder, x.loc, math::ExpM1Op::create(*x.builder, x.loc, x)}; }
Scalar log1p(Scalar x) { return {*x.builder, x.loc, math::Log1pOp::create(*x.builder, x.loc, x)}; }
Scalar log2(Scalar x) { return {*x.builder, x.loc, math::Log2Op::create(*x.builder, x.loc, x)}; }
Scalar log10(Scalar x) { return {*x.builder, x.loc, math::Log10Op::create(*x.builder, x.loc, x)}; }
Scalar asin(Scalar x) { return {*x.builder, x.loc, math::AsinOp::create(*x.builder, x.loc, x)}; }
Scalar acos(Scalar x) { return {*x.builder, x.loc, math::AcosOp::create(*x.builder, x.loc, x)}; }
Scalar atan(Scalar x) { return {*x.builder, x.loc, math::AtanOp::create(*x.builder, x.loc, x)}; }

/// exp(x) / 2 in two factors, because exp overflows before its half does.
static Scalar halfOfExp(Scalar x) {
  Scalar root = exp(x * x.constant(0.5));
  return root * x.constant(0.5) * root;
}

Scalar sinh(Scalar x) {
  Scalar size = abs(x), result = -expm1(size * x.constant(-2)) * halfOfExp(size);
  return select(x > x.constant(0), result, select(x.constant(0) > x, -result, x));
}

Scalar cosh(Scalar x) {
  Scalar size = abs(x);
  return (x.constant(1) + exp(size * x.constant(-2))) * halfOfExp(size);
}

Scalar floor(Scalar x) { return {*x.builder, x.loc, math::FloorOp::create(*x.builder, x.loc, x)}; }
Scalar ceil(Scalar x) { return {*x.builder, x.loc, math::CeilOp::create(*x.builder, x.loc, x)}; }
Scalar round(Scalar x) { return {*x.builder, x.loc, math::RoundEvenOp::create(*x.builder, x.loc, x)}; }
Scalar trunc(Scalar x) { return {*x.builder, x.loc, math::TruncOp::create(*x.builder, x.loc, x)}; }

static bool isBool(Value value) { return getElementTypeOrSelf(value.getType()).isInteger(1); }

Scalar maximum(Scalar x, Scalar y) {
  if (x.isFloat())
    return {*x.builder, x.loc, arith::MaximumFOp::create(*x.builder, x.loc, x, y)};
  if (isBool(x)) // as a signed number, true is -1
    return {*x.builder, x.loc, arith::OrIOp::create(*x.builder, x.loc, x, y)};
  return {*x.builder, x.loc, arith::MaxSIOp::create(*x.builder, x.loc, x, y)};
}

Scalar minimum(Scalar x, Scalar y) {
  if (x.isFloat())
    return {*x.builder, x.loc, arith::MinimumFOp::create(*x.builder, x.loc, x, y)};
  if (isBool(x))
    return {*x.builder, x.loc, arith::AndIOp::create(*x.builder, x.loc, x, y)};
  return {*x.builder, x.loc, arith::MinSIOp::create(*x.builder, x.loc, x, y)};
}

Scalar abs(Scalar x) {
  if (x.isFloat())
    return {*x.builder, x.loc, math::AbsFOp::create(*x.builder, x.loc, x)};
  return maximum(x, -x);
}

Scalar operator>(Scalar x, Scalar y) {
  return {*x.builder, x.loc, compare(*x.builder, x.loc, ComparePredicate::gt, x, y)};
}

Scalar select(Scalar condition, Scalar ifTrue, Scalar ifFalse) {
  return {*ifTrue.builder, ifTrue.loc,
          arith::SelectOp::create(*ifTrue.builder, ifTrue.loc, condition, ifTrue, ifFalse)};
}

Value compare(OpBuilder &builder, Location loc, ComparePredicate predicate, Value lhs, Value rhs) {
  if (isa<FloatType>(getElementTypeOrSelf(lhs.getType()))) {
    static constexpr arith::CmpFPredicate floats[] = {arith::CmpFPredicate::OEQ, arith::CmpFPredicate::UNE,
                                                      arith::CmpFPredicate::OLT, arith::CmpFPredicate::OLE,
                                                      arith::CmpFPredicate::OGT, arith::CmpFPredicate::OGE};
    return arith::CmpFOp::create(builder, loc, floats[static_cast<int>(predicate)], lhs, rhs);
  }
  using Predicate = arith::CmpIPredicate;
  static constexpr Predicate integers[] = {Predicate::eq,  Predicate::ne,  Predicate::slt,
                                           Predicate::sle, Predicate::sgt, Predicate::sge};
  static constexpr Predicate bools[] = {Predicate::eq,  Predicate::ne,  Predicate::ult,
                                        Predicate::ule, Predicate::ugt, Predicate::uge};
  const Predicate *predicates = isBool(lhs) ? bools : integers;
  return arith::CmpIOp::create(builder, loc, predicates[static_cast<int>(predicate)], lhs, rhs);
}

static Type withElementType(Type like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(element);
  return element;
}

static Value integerConstant(OpBuilder &builder, Location loc, Type type, const APInt &number) {
  TypedAttr attribute = builder.getIntegerAttr(getElementTypeOrSelf(type), number);
  if (auto vector = dyn_cast<VectorType>(type))
    attribute = SplatElementsAttr::get(vector, attribute);
  return arith::ConstantOp::create(builder, loc, attribute);
}

/// Float to i32 or i64: truncates towards zero; what the type doesn't hold becomes its least number.
static Value floatToInteger(OpBuilder &builder, Location loc, Value value, Type to) {
  unsigned width = getElementTypeOrSelf(to).getIntOrFloatBitWidth();
  Scalar x(builder, loc, value);
  // The ends are powers of two, exact in every float type whose range reaches them. Between them is no NaN.
  double upper = std::ldexp(1.0, static_cast<int>(width) - 1);
  Value below = compare(builder, loc, ComparePredicate::lt, x, x.constant(upper));
  Value above = compare(builder, loc, ComparePredicate::ge, x, x.constant(-upper));
  Value isHeld = arith::AndIOp::create(builder, loc, below, above);
  Value safe = arith::SelectOp::create(builder, loc, isHeld, x, x.constant(0));
  Value integer = arith::FPToSIOp::create(builder, loc, to, safe);
  Value least = integerConstant(builder, loc, to, APInt::getSignedMinValue(width));
  return arith::SelectOp::create(builder, loc, isHeld, integer, least);
}

/// A number of ui8 in i32: the low bits of an integer, of i64 where a float of f64 has become one. What i32 doesn't
/// hold are multiples of 256 in narrower floats.
static Value toUnsignedByte(OpBuilder &builder, Location loc, Value value) {
  Type wide = getElementTypeOrSelf(value.getType()).isF64() ? builder.getI64Type() : builder.getI32Type();
  Value integer = convert(builder, loc, value, wide);
  Scalar number(builder, loc, convert(builder, loc, integer, builder.getI32Type()));
  return arith::AndIOp::create(builder, loc, number, number.constant(255));
}

Value convert(OpBuilder &builder, Location loc, Value value, Type elementType) {
  Type from = getElementTypeOrSelf(value.getType());
  if (from == elementType)
    return value;
  if (elementType.isUnsignedInteger(8))
    return toUnsignedByte(builder, loc, value);
  Type to = withElementType(value.getType(), elementType);
  unsigned fromWidth = from.getIntOrFloatBitWidth(), toWidth = elementType.getIntOrFloatBitWidth();
  if (elementType.isInteger(1)) {
    Scalar x(builder, loc, value);
    return compare(builder, loc, ComparePredicate::ne, x, x.constant(0));
  }
  bool fromFloat = isa<FloatType>(from), toFloat = isa<FloatType>(elementType);
  if (fromFloat && toFloat) {
    if (fromWidth == toWidth) // f16 and bf16 meet in f32
      return convert(builder, loc, convert(builder, loc, value, builder.getF32Type()), elementType);
    return fromWidth < toWidth ? Value(arith::ExtFOp::create(builder, loc, to, value))
                               : Value(arith::TruncFOp::create(builder, loc, to, value));
  }
  if (fromFloat && toWidth < 32) // the low bits
    return convert(builder, loc, convert(builder, loc, value, builder.getI32Type()), elementType);
  if (fromFloat)
    return floatToInteger(builder, loc, value, to);
  if (toFloat)
    return from.isInteger(1) ? Value(arith::UIToFPOp::create(builder, loc, to, value))
                             : Value(arith::SIToFPOp::create(builder, loc, to, value));
  if (fromWidth > toWidth)
    return arith::TruncIOp::create(builder, loc, to, value);
  return from.isInteger(1) ? Value(arith::ExtUIOp::create(builder, loc, to, value))
                           : Value(arith::ExtSIOp::create(builder, loc, to, value));
}

} // namespace weir
