// Ops that apply one scalar function at each index, and the vocabulary in which records write that function.
#pragma once

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/Interfaces/ElementwiseEnums.h.inc"

#include "dialects/Interfaces/Elementwise.h.inc"

namespace weir {

/// A scalar (or vector) value under construction. Operators build the arith op for its element type; floats may be
/// contracted (fused multiply-add), never reassociated.
class Scalar {
public:
  Scalar(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) : builder(&builder), loc(loc), value(value) {}

  operator mlir::Value() const { return value; }
  bool isFloat() const;
  /// A constant of this value's type.
  Scalar constant(double number) const;

  friend Scalar operator+(Scalar lhs, Scalar rhs);
  friend Scalar operator-(Scalar lhs, Scalar rhs);
  friend Scalar operator*(Scalar lhs, Scalar rhs);
  friend Scalar operator-(Scalar x);
  /// Of integers and bools.
  friend Scalar operator&(Scalar lhs, Scalar rhs);
  friend Scalar operator|(Scalar lhs, Scalar rhs);
  friend Scalar operator^(Scalar lhs, Scalar rhs);
  friend Scalar operator~(Scalar x);
  /// Of integers, whose bits move out on one side; by a number that is negative or too large, all do.
  friend Scalar shiftLeft(Scalar x, Scalar by);
  friend Scalar shiftRight(Scalar x, Scalar by);
  friend Scalar exp(Scalar x);
  friend Scalar exp2(Scalar x);
  friend Scalar log(Scalar x);
  friend Scalar sqrt(Scalar x);
  friend Scalar pow(Scalar base, Scalar exponent);
  friend Scalar tanh(Scalar x);
  friend Scalar erf(Scalar x);
  friend Scalar sin(Scalar x);
  friend Scalar cos(Scalar x);
  friend Scalar expm1(Scalar x);
  friend Scalar log1p(Scalar x);
  friend Scalar log2(Scalar x);
  friend Scalar log10(Scalar x);
  friend Scalar asin(Scalar x);
  friend Scalar acos(Scalar x);
  friend Scalar atan(Scalar x);
  friend Scalar sinh(Scalar x);
  friend Scalar cosh(Scalar x);
  /// To an integer: down, up, to the nearest one and of two such to the even one, towards zero.
  friend Scalar floor(Scalar x);
  friend Scalar ceil(Scalar x);
  friend Scalar round(Scalar x);
  friend Scalar trunc(Scalar x);
  /// Integers truncate; a divisor of 0 is undefined.
  friend Scalar operator/(Scalar lhs, Scalar rhs);
  /// What a division that truncates leaves of lhs, exactly; with the sign of lhs.
  friend Scalar fmod(Scalar lhs, Scalar rhs);
  /// What a division that rounds down leaves of lhs; with the sign of rhs.
  friend Scalar remainder(Scalar lhs, Scalar rhs);
  /// A division that rounds down.
  friend Scalar floorDivide(Scalar lhs, Scalar rhs);
  /// The larger one, the smaller one; NaN if either is NaN.
  friend Scalar maximum(Scalar lhs, Scalar rhs);
  friend Scalar minimum(Scalar lhs, Scalar rhs);
  /// Without its sign; the smallest integer stays.
  friend Scalar abs(Scalar x);
  friend Scalar operator>(Scalar lhs, Scalar rhs);
  friend Scalar select(Scalar condition, Scalar ifTrue, Scalar ifFalse);

private:
  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

/// Ordered for floats: a comparison with NaN is false, except `ne`.
mlir::Value compare(mlir::OpBuilder &builder, mlir::Location loc, ComparePredicate predicate, mlir::Value lhs,
                    mlir::Value rhs);

/// Converts between element types as `weir.cast` does: to bool is `x != 0`, float to integer truncates, and narrow ones
/// are the low bits of wide ones. A number of ui8 is an i32 from 0 to 255.
mlir::Value convert(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type elementType);

} // namespace weir
