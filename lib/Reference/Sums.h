// Sums that are formed term by term, of floats and of integers. Knows HostTensor, no ops.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Reference/Numbers.h"

#include <cmath>
#include <vector>

namespace weir {

/// A sum of f64 terms in twice f64's digits: what its error is held against is itself often summed in f64, in another
/// order, and equal terms make the errors of a plain sum add up.
class WideSum {
public:
  WideSum(double start = 0) : high(start) {}

  /// The sum so far, rounded once.
  double value() const { return high; }

  void add(double term) {
    double sum = high + term;
    if (!std::isfinite(sum)) {
      high = sum, low = 0;
      return;
    }
    double taken = sum - high;
    double lost = (high - (sum - taken)) + (term - taken) + low;
    high = sum + lost;
    low = lost - (high - sum);
  }

private:
  double high, low = 0;
};

/// The sums that a tensor's elements are; what they are at first counts as a term. Floats are rounded to the
/// accumulator after each term, widened ones only at the end; integers wrap.
class ElementSums {
public:
  ElementSums(HostTensor &y, DType accumulator, bool widened) : y(y), accumulator(accumulator) {
    if (widened)
      wide.assign(y.floats.begin(), y.floats.end());
  }

  void add(size_t at, double term) {
    if (wide.empty()) {
      y.floats[at] = roundedTo(accumulator, y.floats[at] + term);
      return;
    }
    wide[at].add(term);
    y.floats[at] = wide[at].value();
  }

  void add(size_t at, int64_t term) { y.integers[at] = wrappedTo(accumulator, wrappingAdd(y.integers[at], term)); }

  /// Adds one element of x.
  void addElement(size_t at, const HostTensor &x, size_t from) {
    if (x.floats.empty())
      add(at, x.integers[from]);
    else
      add(at, x.floats[from]);
  }

  /// Adds a product of elements, or its negative.
  void addProduct(size_t at, const HostTensor &a, size_t i, const HostTensor &b, size_t j, int sign = 1) {
    if (a.floats.empty())
      add(at, wrappingMul(sign, wrappingMul(a.integers[i], b.integers[j])));
    else
      add(at, sign * a.floats[i] * b.floats[j]);
  }

private:
  HostTensor &y;
  DType accumulator;
  std::vector<WideSum> wide;
};

} // namespace weir
