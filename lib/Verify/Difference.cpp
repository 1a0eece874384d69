// Finds the largest difference of two tensors.
#include "lib/Verify/Difference.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace weir {

namespace {

std::string textOf(double number) {
  char text[32];
  auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::general, 9);
  return std::string(text, end.ptr);
}

std::string positionText(size_t offset, const Sizes &shape) {
  std::string text;
  for (size_t dim = shape.size(); dim-- > 0; offset /= static_cast<size_t>(shape[dim]))
    text = std::to_string(offset % static_cast<size_t>(shape[dim])) + (text.empty() ? "" : ", " + text);
  return "[" + text + "]";
}

/// How far apart; infinite where one is no number or infinite and the other differs.
double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  double apart = std::fabs(a - b);
  return std::isfinite(apart) ? apart : std::numeric_limits<double>::infinity();
}

class Furthest {
public:
  void see(size_t offset, double expected, double actual, double allowed) {
    double off = distance(actual, expected);
    if (off <= allowed || (found && off <= largest))
      return;
    found = true;
    largest = off;
    at = offset;
    facts = differenceText(expected, actual, off, allowed);
  }

  std::optional<std::string> text(const Sizes &shape) const {
    return found ? std::optional("at " + positionText(at, shape) + ": " + facts) : std::nullopt;
  }

private:
  bool found = false;
  double largest = 0;
  size_t at = 0;
  std::string facts;
};

double largestFinite(const HostTensor &tensor) {
  double largest = 0;
  for (double number : tensor.floats)
    if (std::isfinite(number))
      largest = std::max(largest, std::fabs(number));
  return largest;
}

} // namespace

std::string differenceText(double expected, double got, double off, double allowed) {
  return "expected " + textOf(expected) + ", got " + textOf(got) + ", off by " + textOf(off) + " where " +
         textOf(std::max(allowed, 0.0)) + " is allowed";
}

std::optional<std::string> largestDifference(const HostTensor &actual, const HostTensor &expected,
                                             const std::function<Expectation(size_t)> &expectationOf,
                                             const std::function<bool(size_t)> &judgesInteger, int64_t &numbers) {
  if (actual.meta != expected.meta)
    return "expected " + toString(expected.meta) + ", got " + toString(actual.meta);
  Furthest furthest;
  for (size_t i = 0; i < expected.floats.size(); ++i) {
    Expectation expectation = expectationOf(i);
    if (expectation.any)
      continue;
    ++numbers;
    furthest.see(i, expectation.expected, actual.floats[i], expectation.allowed);
  }
  for (size_t i = 0; i < expected.integers.size(); ++i) {
    if (judgesInteger && !judgesInteger(i))
      continue;
    ++numbers;
    if (actual.integers[i] != expected.integers[i]) // beyond 2^53 they may look equal as f64
      furthest.see(i, static_cast<double>(expected.integers[i]), static_cast<double>(actual.integers[i]), -1);
  }
  return furthest.text(expected.meta.shape);
}

std::optional<Difference> firstDifferent(const std::vector<HostTensor> &actual, const std::vector<HostTensor> &expected,
                                         int64_t &numbers) {
  constexpr double kRelative = 1e-9;
  for (size_t t = 0; t < expected.size(); ++t) {
    double largest = largestFinite(expected[t]);
    auto expectationOf = [&](size_t i) {
      double number = expected[t].floats[i];
      double scale = std::isfinite(number) ? std::fabs(number) + largest : 0;
      return Expectation{.expected = number, .allowed = kRelative * scale};
    };
    if (auto text = largestDifference(actual[t], expected[t], expectationOf, nullptr, numbers))
      return Difference{t, *text};
  }
  return std::nullopt;
}

} // namespace weir
