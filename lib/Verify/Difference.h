// How far results are from what is expected of them, element by element. Knows no IR.
#pragma once

#include "dialects/Interfaces/HostTensor.h"

#include <functional>
#include <optional>
#include <string>

namespace weir {

/// "expected 0.25, got 0.5, off by 0.25 where 1e-09 is allowed"
std::string differenceText(double expected, double got, double off, double allowed);

/// The element that is furthest off among those that are further off than is allowed.
struct Difference {
  size_t tensor = 0; ///< its number among the results
  std::string text;  ///< "at [3, 1]: expected 0.25, got 0.5, off by 0.25 where 1e-09 is allowed"
};

/// What one element may be: `expected` give or take `allowed`. Integers have to be equal. Elements with `any` are not
/// judged.
struct Expectation {
  double expected = 0;
  double allowed = 0;
  bool any = false;
};

/// `expectationOf(i)` is asked for each float element; integers are compared with `expected`'s, and judged by
/// `judgesInteger` where that is given. `numbers` is increased by the elements judged.
std::optional<std::string> largestDifference(const HostTensor &actual, const HostTensor &expected,
                                             const std::function<Expectation(size_t)> &expectationOf,
                                             const std::function<bool(size_t)> &judgesInteger, int64_t &numbers);

/// The tolerance of two programs that mean the same, both run in f64: 1e-9 of the element and of the largest one.
std::optional<Difference> firstDifferent(const std::vector<HostTensor> &actual, const std::vector<HostTensor> &expected,
                                         int64_t &numbers);

} // namespace weir
