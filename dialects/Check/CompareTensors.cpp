// The comparison behind check.expect_eq and check.expect_close.
#include "dialects/Check/CompareTensors.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace weir {

namespace {

struct FloatFormat {
  int precision;   ///< bits of the significand, the leading one included
  int minExponent; ///< of normal numbers
};

FloatFormat formatOf(DType dtype) {
  switch (dtype) {
  case DType::F16:
    return {11, -14};
  case DType::BF16:
    return {8, -126};
  case DType::F32:
    return {24, -126};
  default:
    return {53, -1022};
  }
}

/// The shortest text that reads back as the same number of the dtype.
std::string numberText(DType dtype, double value) {
  char text[32];
  auto end = dtype == DType::F64 ? std::to_chars(text, text + sizeof text, value)
                                 : std::to_chars(text, text + sizeof text, static_cast<float>(value));
  return std::string(text, end.ptr);
}

std::string positionOf(size_t offset, const Sizes &shape) {
  std::string text;
  for (size_t dim = shape.size(); dim-- > 0; offset /= shape[dim])
    text = std::to_string(offset % shape[dim]) + (text.empty() ? "" : ", " + text);
  return "[" + text + "]";
}

double largestFinite(const std::vector<double> &numbers) {
  double largest = 0;
  for (double number : numbers)
    if (std::isfinite(number))
      largest = std::max(largest, std::fabs(number));
  return largest;
}

/// How far an actual value may be from `expected`.
double allowedAt(double expected, const Tolerance &tolerance, DType dtype, double largest) {
  return tolerance.atol + tolerance.rtol * std::fabs(expected) + tolerance.ulps * ulpAt(dtype, expected) +
         tolerance.ofLargest * largest;
}

/// Where elements differ: how many, the first, and the text of its facts.
struct Differences {
  int64_t count = 0;
  size_t first = 0;
  std::string facts;

  void add(size_t offset, const std::string &text) {
    if (count++ == 0) {
      first = offset;
      facts = text;
    }
  }

  std::optional<Failure> failure(const char *rule, const HostTensor &tensor) const {
    if (count == 0)
      return std::nullopt;
    return Failure{std::string("expects actual to ") + rule + " expected, got " + std::to_string(count) + " of " +
                   std::to_string(tensor.numElements()) + " elements that differ, the first at " +
                   positionOf(first, tensor.meta.shape) + ": " + facts};
  }
};

std::optional<Failure> compareExactly(const HostTensor &actual, const HostTensor &expected) {
  Differences differences;
  DType dtype = expected.meta.dtype;
  for (size_t i = 0; i < expected.integers.size(); ++i)
    if (actual.integers[i] != expected.integers[i])
      differences.add(i, std::to_string(actual.integers[i]) + " and " + std::to_string(expected.integers[i]));
  for (size_t i = 0; i < expected.floats.size(); ++i) {
    double a = actual.floats[i], e = expected.floats[i];
    bool same = std::isnan(e) ? std::isnan(a) : a == e && std::signbit(a) == std::signbit(e);
    if (!same)
      differences.add(i, numberText(dtype, a) + " and " + numberText(dtype, e));
  }
  return differences.failure("equal", expected);
}

std::optional<Failure> compareClosely(const HostTensor &actual, const HostTensor &expected,
                                      const Tolerance &tolerance) {
  Differences differences;
  DType dtype = expected.meta.dtype;
  double largest = largestFinite(expected.floats);
  for (size_t i = 0; i < expected.floats.size(); ++i) {
    double a = actual.floats[i], e = expected.floats[i];
    if (a == e || (std::isnan(a) && std::isnan(e)))
      continue;
    double allowed = allowedAt(e, tolerance, dtype, largest);
    if (std::isfinite(a) && std::isfinite(e) && std::fabs(a - e) <= allowed)
      continue;
    differences.add(i, numberText(dtype, a) + " and " + numberText(dtype, e) + ", off by " +
                           numberText(DType::F32, std::fabs(a - e)) + " where " + numberText(DType::F32, allowed) +
                           " is allowed");
  }
  return differences.failure("be close to", expected);
}

} // namespace

double ulpAt(DType dtype, double value) {
  FloatFormat format = formatOf(dtype);
  int exponent = value == 0 || !std::isfinite(value) ? format.minExponent : std::ilogb(value);
  return std::ldexp(1.0, std::max(exponent, format.minExponent) - (format.precision - 1));
}

Tolerance Tolerance::of(DType dtype, int64_t length) {
  if (!isFloat(dtype))
    return none();
  bool narrow = byteSize(dtype) == 2;
  DType accumulator = narrow ? DType::F32 : dtype;
  return {.ulps = narrow ? 1.0 : 4.0, .ofLargest = static_cast<double>(length) * ulpAt(accumulator, 1)};
}

std::optional<Failure> compareTensors(const HostTensor &actual, const HostTensor &expected,
                                      const Tolerance &tolerance) {
  if (actual.meta != expected.meta)
    return Failure{"expects actual to be " + toString(expected.meta) + ", got " + toString(actual.meta)};
  bool exact = tolerance.exact || !isFloat(expected.meta.dtype);
  return exact ? compareExactly(actual, expected) : compareClosely(actual, expected, tolerance);
}

} // namespace weir
