// What the records of special functions are made of, each in a type that is f32 or f64.
#pragma once

#include "dialects/Weir/IR/Expression.h"

#include <optional>

namespace weir {

/// Whether x is below 0 or is -0; of integers, whether it is below 0.
Expression isNegative(Expression x);
/// The magnitude of x with the sign of y.
Expression withSignOf(Expression x, Expression y);

/// 1 - erf(x).
Expression complementOfErf(Expression x);
/// The logarithm of the magnitude of gamma(x), and its derivative.
Expression logGamma(Expression x);
Expression digammaFormula(Expression x);

} // namespace weir
