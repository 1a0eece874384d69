// The expansions of single functions into arith ops and fused multiply-adds, on f32 and f64, scalar or vector. The
// remainder is a loop; nothing else has control flow.
#pragma once

#include "passes/Lowering/ExpandMath/Real.h"

namespace weir::expand_math {

Real expandAcos(Real x);
Real expandAsin(Real x);
Real expandAtan(Real x);
Real expandCos(Real x);
Real expandErf(Real x);
Real expandExp(Real x);
Real expandExp2(Real x);
Real expandExpm1(Real x);
Real expandLog(Real x);
Real expandLog10(Real x);
Real expandLog1p(Real x);
Real expandLog2(Real x);
Real expandPow(Real x, Real y);
/// What is left of x when y was taken from it as often as it goes, with the sign of x: exact.
Real expandRemainder(Real x, Real y);
Real expandSin(Real x);
Real expandTanh(Real x);

/// 1 + erf(x) of f32.
Real onePlusErf(Real x);

/// a / (1 + e^x), not 0 before its value is, although e^x overflows earlier.
Real overOnePlusExp(Real a, Real x);

/// e^x where that is a normal float, and so is 2^n for the integer n next to x / ln(2).
Real expOfNormal(Real x);

/// A float as mantissa * 2^exponent, the exponent an integer.
struct Split {
  Real mantissa, exponent;
};

/// Of a positive and finite x, denormals included; the mantissa is in [lowest, 2 * lowest), where lowest is in (0.5,
/// 1].
Split split(Real x, double lowest);

/// An integer n in two forms.
struct Rounded {
  Real number;
  Bits shifted; ///< holds n plus twice the exponent's bias in its low bits
};

/// The integer next to a * b, for |a * b| below 2^20.
Rounded roundedProduct(Real a, double b);

/// 2^(n + distance), where that is a normal float.
Real powerOfTwo(Rounded n, int distance = 0);

/// x * 2^n, for x in [0.5, 2) and n from -1.1 to 1.1 times the largest exponent. Rounds at most once, so that results
/// in the range of the denormals are right, and those beyond the range of the type become 0 or infinity.
Real scaled(Real x, Rounded n);

} // namespace weir::expand_math
