// Compares a computed tensor with an expected one. What every runner of checks shares; knows no MLIR.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Support/Status.h"

#include <optional>

namespace weir {

/// How far a float may be from the expected one e, the sum of the four. NaN matches NaN, an infinity only itself, and
/// -0 matches 0 unless `exact`. Integers and bools always have to be equal.
struct Tolerance {
  bool exact = false;   ///< equal, with -0 and 0 apart; the numbers below don't count
  double atol = 0;      ///< itself
  double rtol = 0;      ///< times |e|
  double ulps = 0;      ///< times the distance from |e| to the next number of the dtype
  double ofLargest = 0; ///< times the largest finite |e| of the tensor

  static Tolerance none() { return {.exact = true}; }

  /// For values that are computed in `dtype` or wider and rounded once: 4 ulps, of a 16-bit float 1. A sum of `length`
  /// terms may also be off by `length` roundings of its accumulator, at the scale of the largest expected value.
  static Tolerance of(DType dtype, int64_t length = 0);
};

/// Fails if shapes or dtypes differ, or an element lies outside the tolerance; the message tells how many do and where.
std::optional<Failure> compareTensors(const HostTensor &actual, const HostTensor &expected, const Tolerance &tolerance);

/// The distance from |value| to the next larger number of a float dtype.
double ulpAt(DType dtype, double value);

} // namespace weir
