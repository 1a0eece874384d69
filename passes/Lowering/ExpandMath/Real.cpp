// Builds the arith ops of expansions.
#include "passes/Lowering/ExpandMath/Real.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;

namespace weir::expand_math {

template <typename Op, typename Result, typename... Operands>
static Result build(const ScalarExpression &like, Operands... operands) {
  return {*like.builder, like.loc, Op::create(*like.builder, like.loc, operands...)};
}

static Value buildConstant(const ScalarExpression &like, TypedAttr number) {
  if (auto vector = dyn_cast<VectorType>(like.value.getType()))
    number = SplatElementsAttr::get(vector, number);
  return arith::ConstantOp::create(*like.builder, like.loc, number);
}

Type ScalarExpression::typeOf(Type element) const {
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    return vector.clone(element);
  return element;
}

Mask operator&(Mask lhs, Mask rhs) { return build<arith::AndIOp, Mask>(lhs, lhs.value, rhs.value); }
Mask operator|(Mask lhs, Mask rhs) { return build<arith::OrIOp, Mask>(lhs, lhs.value, rhs.value); }
Mask operator!(Mask mask) {
  Value all = buildConstant(mask, mask.builder->getBoolAttr(true));
  return build<arith::XOrIOp, Mask>(mask, mask.value, all);
}

double Format::smallestNormal() const { return std::ldexp(1.0, 1 - bias); }

bool Real::isF32() const { return getElementTypeOrSelf(value.getType()).isF32(); }

Format Real::format() const { return isF32() ? Format{32, 23, 127} : Format{64, 52, 1023}; }

Real Real::constant(double number) const {
  Type element = getElementTypeOrSelf(value.getType());
  return {*builder, loc, buildConstant(*this, builder->getFloatAttr(element, number))};
}

Real Real::to(Type element) const {
  unsigned from = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth(), to = element.getIntOrFloatBitWidth();
  if (from == to)
    return *this;
  Type type = typeOf(element);
  return from < to ? build<arith::ExtFOp, Real>(*this, type, value) : build<arith::TruncFOp, Real>(*this, type, value);
}

Bits Real::bits() const {
  return build<arith::BitcastOp, Bits>(*this, typeOf(builder->getIntegerType(format().width)), value);
}

Real Real::magnitude() const { return build<math::AbsFOp, Real>(*this, value); }

Bits Real::sign() const { return bits() & uint64_t{1} << (format().width - 1); }

Real Real::truncated() const { return build<math::TruncOp, Real>(*this, value); }

Real operator+(Real lhs, Real rhs) { return build<arith::AddFOp, Real>(lhs, lhs.value, rhs.value); }
Real operator-(Real lhs, Real rhs) { return build<arith::SubFOp, Real>(lhs, lhs.value, rhs.value); }
Real operator*(Real lhs, Real rhs) { return build<arith::MulFOp, Real>(lhs, lhs.value, rhs.value); }
Real operator/(Real lhs, Real rhs) { return build<arith::DivFOp, Real>(lhs, lhs.value, rhs.value); }
Real operator-(Real x) { return build<arith::NegFOp, Real>(x, x.value); }

static Mask compare(arith::CmpFPredicate predicate, Real lhs, Real rhs) {
  return build<arith::CmpFOp, Mask>(lhs, predicate, lhs.value, rhs.value);
}

Mask operator<(Real lhs, Real rhs) { return compare(arith::CmpFPredicate::OLT, lhs, rhs); }
Mask operator>=(Real lhs, Real rhs) { return compare(arith::CmpFPredicate::OGE, lhs, rhs); }
Mask operator==(Real lhs, Real rhs) { return compare(arith::CmpFPredicate::OEQ, lhs, rhs); }
Mask operator!=(Real lhs, Real rhs) { return compare(arith::CmpFPredicate::UNE, lhs, rhs); }

unsigned Bits::width() const { return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth(); }

Bits Bits::constant(uint64_t number) const {
  Type element = getElementTypeOrSelf(value.getType());
  APInt bits(width(), number, /*isSigned=*/false, /*implicitTrunc=*/true);
  return {*builder, loc, buildConstant(*this, builder->getIntegerAttr(element, bits))};
}

Real Bits::real() const {
  Type element = width() == 32 ? Type(builder->getF32Type()) : Type(builder->getF64Type());
  return build<arith::BitcastOp, Real>(*this, typeOf(element), value);
}

Bits operator+(Bits lhs, Bits rhs) { return build<arith::AddIOp, Bits>(lhs, lhs.value, rhs.value); }
Bits operator-(Bits lhs, Bits rhs) { return build<arith::SubIOp, Bits>(lhs, lhs.value, rhs.value); }
Bits operator*(Bits lhs, Bits rhs) { return build<arith::MulIOp, Bits>(lhs, lhs.value, rhs.value); }
Bits operator&(Bits lhs, Bits rhs) { return build<arith::AndIOp, Bits>(lhs, lhs.value, rhs.value); }
Bits operator|(Bits lhs, Bits rhs) { return build<arith::OrIOp, Bits>(lhs, lhs.value, rhs.value); }
Bits operator^(Bits lhs, Bits rhs) { return build<arith::XOrIOp, Bits>(lhs, lhs.value, rhs.value); }

Bits operator<<(Bits lhs, Bits distance) { return build<arith::ShLIOp, Bits>(lhs, lhs.value, distance.value); }
Bits operator>>(Bits lhs, Bits distance) { return build<arith::ShRUIOp, Bits>(lhs, lhs.value, distance.value); }

Mask operator>(Bits lhs, Bits rhs) {
  return build<arith::CmpIOp, Mask>(lhs, arith::CmpIPredicate::ugt, lhs.value, rhs.value);
}

Real fma(Real a, Real b, Real c) { return build<math::FmaOp, Real>(a, a.value, b.value, c.value); }
Real fma(Real a, double b, Real c) { return fma(a, a.constant(b), c); }
Real fma(Real a, Real b, double c) { return fma(a, b, a.constant(c)); }
Real fma(Real a, double b, double c) { return fma(a, a.constant(b), a.constant(c)); }

Real select(Mask condition, Real ifTrue, Real ifFalse) {
  return build<arith::SelectOp, Real>(ifTrue, condition.value, ifTrue.value, ifFalse.value);
}

Real select(Mask condition, double ifTrue, Real ifFalse) {
  return select(condition, ifFalse.constant(ifTrue), ifFalse);
}

Bits select(Mask condition, Bits ifTrue, Bits ifFalse) {
  return build<arith::SelectOp, Bits>(ifTrue, condition.value, ifTrue.value, ifFalse.value);
}

Bits asBits(Mask mask, Bits like) { return build<arith::ExtUIOp, Bits>(like, like.value.getType(), mask.value); }

Real atMost(Real x, double high) { return select(x > high, high, x); }

Real clamp(Real x, double low, double high) { return atMost(select(x < low, low, x), high); }

Real squareRoot(Real x) { return build<math::SqrtOp, Real>(x, x.value); }

Real withSign(Real magnitude, Real like) { return (magnitude.bits() | like.sign()).real(); }

Real polynomial(Real x, ArrayRef<double> coefficients) {
  Real sum = x.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, coefficient);
  return sum;
}

Value any(Mask mask) {
  if (!isa<VectorType>(mask.value.getType()))
    return mask;
  return vector::ReductionOp::create(*mask.builder, mask.loc, vector::CombiningKind::OR, mask);
}

} // namespace weir::expand_math
