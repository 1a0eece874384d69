// The numbers of each dtype, on the wide scalars that HostTensor holds: rounding, wrapping, conversion. Knows no
// tensors.
#pragma once

#include "lib/Support/DType.h"

namespace weir {

/// `value` rounded once, to nearest even, to a float dtype.
double roundedTo(DType dtype, double value);

/// The low bits of `value` as a number of an integer dtype: what arithmetic that overflows gives. A bool is one bit.
int64_t wrappedTo(DType dtype, int64_t value);

int64_t smallestOf(DType integer);
int64_t largestOf(DType integer);

/// Float to integer: truncates towards zero; what i64 or i32 don't hold becomes their least number. i8 has the low bits
/// of an i32, u8 of an i64.
int64_t truncatedTo(DType integer, double value);

/// Integer to float, rounded once.
double convertedTo(DType floating, int64_t value);

/// The larger one; NaN if either is NaN, +0 above -0.
double maximumOf(double x, double y);
inline double minimumOf(double x, double y) { return -maximumOf(-x, -y); }

/// What sums of `dtype` are formed in unless the op says otherwise: f32 for narrower floats.
DType defaultAccumulator(DType dtype);

/// Arithmetic modulo 2^64, for wrappedTo to cut to a dtype.
inline int64_t wrappingAdd(int64_t x, int64_t y) { return static_cast<int64_t>(uint64_t(x) + uint64_t(y)); }
inline int64_t wrappingSub(int64_t x, int64_t y) { return static_cast<int64_t>(uint64_t(x) - uint64_t(y)); }
inline int64_t wrappingMul(int64_t x, int64_t y) { return static_cast<int64_t>(uint64_t(x) * uint64_t(y)); }

} // namespace weir
