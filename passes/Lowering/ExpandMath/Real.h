// Floats, bit patterns and conditions under construction, so that expansions read as formulas. Scalars and vectors look
// the same. Knows nothing of the functions that are expanded.
#pragma once

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace weir::expand_math {

class Bits;

/// What the three kinds of values share.
class ScalarExpression {
public:
  ScalarExpression(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value)
      : builder(&builder), loc(loc), value(value) {}

  operator mlir::Value() const { return value; }
  /// This value's type with another element type.
  mlir::Type typeOf(mlir::Type element) const;

  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

/// Truth values.
class Mask : public ScalarExpression {
public:
  using ScalarExpression::ScalarExpression;

  friend Mask operator&(Mask lhs, Mask rhs);
  friend Mask operator|(Mask lhs, Mask rhs);
  friend Mask operator!(Mask mask);
};

/// The layout of f32 or f64.
struct Format {
  unsigned width, mantissaBits;
  int bias;

  /// The pattern of 1.0, which is also the bias in the exponent's place.
  uint64_t one() const { return static_cast<uint64_t>(bias) << mantissaBits; }
  double smallestNormal() const;
};

/// A float. Operators build arith ops without fast-math flags: the expansions rely on each single rounding. Numbers in
/// the formulas are rounded to the value's type.
class Real : public ScalarExpression {
public:
  using ScalarExpression::ScalarExpression;

  bool isF32() const;
  Format format() const;
  Real constant(double number) const;
  /// The same number in another float type, rounded if that one is narrower.
  Real to(mlir::Type element) const;
  Bits bits() const;
  Real magnitude() const;
  /// The sign bit, at its place.
  Bits sign() const;
  /// Without the digits after the point.
  Real truncated() const;

  friend Real operator+(Real lhs, Real rhs);
  friend Real operator-(Real lhs, Real rhs);
  friend Real operator*(Real lhs, Real rhs);
  friend Real operator/(Real lhs, Real rhs);
  friend Real operator-(Real x);
  /// Comparisons with NaN are false, except `!=`.
  friend Mask operator<(Real lhs, Real rhs);
  friend Mask operator>(Real lhs, Real rhs) { return rhs < lhs; }
  friend Mask operator>=(Real lhs, Real rhs);
  friend Mask operator==(Real lhs, Real rhs);
  friend Mask operator!=(Real lhs, Real rhs);

  friend Real operator+(Real lhs, double rhs) { return lhs + lhs.constant(rhs); }
  friend Real operator+(double lhs, Real rhs) { return rhs.constant(lhs) + rhs; }
  friend Real operator-(Real lhs, double rhs) { return lhs - lhs.constant(rhs); }
  friend Real operator-(double lhs, Real rhs) { return rhs.constant(lhs) - rhs; }
  friend Real operator*(Real lhs, double rhs) { return lhs * lhs.constant(rhs); }
  friend Real operator/(double lhs, Real rhs) { return rhs.constant(lhs) / rhs; }
  friend Mask operator<(Real lhs, double rhs) { return lhs < lhs.constant(rhs); }
  friend Mask operator>(Real lhs, double rhs) { return lhs > lhs.constant(rhs); }
  friend Mask operator>=(Real lhs, double rhs) { return lhs >= lhs.constant(rhs); }
  friend Mask operator==(Real lhs, double rhs) { return lhs == lhs.constant(rhs); }
};

/// Integers without a sign: the bit patterns of floats, and what they are made of.
class Bits : public ScalarExpression {
public:
  using ScalarExpression::ScalarExpression;

  unsigned width() const;
  /// The low bits of the number, as many as this has.
  Bits constant(uint64_t number) const;
  /// The f32 or f64 of this pattern.
  Real real() const;

  friend Bits operator+(Bits lhs, Bits rhs);
  friend Bits operator-(Bits lhs, Bits rhs);
  friend Bits operator*(Bits lhs, Bits rhs);
  friend Bits operator&(Bits lhs, Bits rhs);
  friend Bits operator|(Bits lhs, Bits rhs);
  friend Bits operator^(Bits lhs, Bits rhs);
  friend Bits operator<<(Bits lhs, Bits distance);
  friend Bits operator>>(Bits lhs, Bits distance);
  friend Mask operator>(Bits lhs, Bits rhs);

  friend Bits operator+(Bits lhs, uint64_t rhs) { return lhs + lhs.constant(rhs); }
  friend Bits operator<<(Bits lhs, unsigned distance) { return lhs << lhs.constant(distance); }
  friend Bits operator>>(Bits lhs, unsigned distance) { return lhs >> lhs.constant(distance); }
  friend Bits operator&(Bits lhs, uint64_t rhs) { return lhs & lhs.constant(rhs); }
  friend Bits operator|(Bits lhs, uint64_t rhs) { return lhs | lhs.constant(rhs); }
  friend Mask operator>(Bits lhs, uint64_t rhs) { return lhs > lhs.constant(rhs); }
};

/// a * b + c, rounded once.
Real fma(Real a, Real b, Real c);
Real fma(Real a, double b, Real c);
Real fma(Real a, Real b, double c);
Real fma(Real a, double b, double c);

Real select(Mask condition, Real ifTrue, Real ifFalse);
Real select(Mask condition, double ifTrue, Real ifFalse);
Bits select(Mask condition, Bits ifTrue, Bits ifFalse);
/// 1 where true, 0 where false.
Bits asBits(Mask mask, Bits like);
/// Whether it holds in any lane; vectors have one dimension.
mlir::Value any(Mask mask);

/// x, but not above `high`; a NaN stays.
Real atMost(Real x, double high);

/// x, but not below `low` and not above `high`; a NaN stays.
Real clamp(Real x, double low, double high);

/// Correctly rounded; one instruction on every target.
Real squareRoot(Real x);

/// A magnitude with the sign of `like`.
Real withSign(Real magnitude, Real like);

/// The coefficients for the format of x.
inline llvm::ArrayRef<double> forFormat(Real x, llvm::ArrayRef<double> f32, llvm::ArrayRef<double> f64) {
  return x.isF32() ? f32 : f64;
}

/// The sum of coefficients[i] * x^i.
Real polynomial(Real x, llvm::ArrayRef<double> coefficients);

} // namespace weir::expand_math
