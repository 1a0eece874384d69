// Numbers of twice a float's precision, as sums of two floats.
#pragma once

#include "passes/Lowering/ExpandMath/Real.h"

namespace weir::expand_math {

/// high + low, where low is below the last digit of high.
struct Sum {
  Real high, low;
};

/// a + b without an error; |a| >= |b| or a = 0.
inline Sum exactSum(Real a, Real b) {
  Real high = a + b;
  return {high, (a - high) + b};
}

/// a + b without an error, whichever is larger.
inline Sum exactSumOfAny(Real a, Real b) {
  Real high = a + b, ofB = high - a;
  return {high, (a - (high - ofB)) + (b - ofB)};
}

/// a * b without an error, unless the low part is denormal.
inline Sum exactProduct(Real a, Real b) {
  Real high = a * b;
  return {high, fma(a, b, -high)};
}

inline Sum operator+(Sum sum, Real small) { return {sum.high, sum.low + small}; }

inline Sum operator*(Sum a, Sum b) {
  Sum product = exactProduct(a.high, b.high);
  return product + fma(a.high, b.low, a.low * b.high);
}

/// a + b; |a| >= |b|, or a = 0.
inline Sum operator+(Sum a, Sum b) { return exactSum(a.high, b.high) + (a.low + b.low); }

} // namespace weir::expand_math
