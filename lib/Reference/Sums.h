// Sums that are formed term by term, of floats and of integers. Knows HostTensor, no ops.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Reference/Numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace weir {

/// A sum of f64 terms in twice f64's digits: what its error is held against is itself often summed in f64, in another
/// order, and equal terms make the errors of a plain sum add up.
class WideSum {
public:
  WideSum(double start = 0) : high(start) {}

  /// The sum so far, rounded once.
  double value() const { return high; }

  void add(double term) { addTo(high, low, term); }

  /// Adds to a sum whose digits lie apart. Without branches, so that loops over sums are vectors.
  [[gnu::always_inline]] static void addTo(double &high, double &low, double term) {
    double sum = high + term;
    double taken = sum - high;
    double lost = (high - (sum - taken)) + (term - taken) + low;
    double rounded = sum + lost;
    bool finite = std::abs(sum) <= std::numeric_limits<double>::max();
    low = finite ? lost - (rounded - sum) : 0;
    high = finite ? rounded : sum;
  }

private:
  double high, low = 0;
};

/// Numbers of elements: of two operands, and of the sum of which their product is a term.
struct ProductTerm {
  int64_t a, b, sum;
};

/// The sums that a tensor's elements are; what they are at first counts as a term. Floats are rounded to the
/// accumulator after each term, widened ones only at the end; integers wrap.
class ElementSums {
public:
  static constexpr int64_t kPanel = 16; ///< columns of a product whose sums registers hold

  ElementSums(HostTensor &y, DType accumulator, bool widened) : y(y), accumulator(accumulator) {
    if (widened)
      low.assign(y.floats.size(), 0);
  }

  void add(size_t at, double term) {
    if (low.empty())
      y.floats[at] = roundedTo(accumulator, y.floats[at] + term);
    else
      WideSum::addTo(y.floats[at], low[at], term);
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

  /// Adds products of elements whose numbers are those of one of the first terms plus those of one of the others.
  void addProducts(const HostTensor &a, const HostTensor &b, const std::vector<ProductTerm> &firsts,
                   const std::vector<ProductTerm> &others);

  /// Adds a product of matrices to the elements from `at` on, which are row-major: `left(row, k)` times
  /// `right(k, column)`, of floats or of integers; the terms of each sum in the order of k.
  template <typename Left, typename Right>
  void addMatrixProduct(size_t at, int64_t rows, int64_t inner, int64_t columns, Left left, Right right) {
    using T = decltype(left(0, 0));
    std::vector<T> row(inner), panel(inner * kPanel);
    for (int64_t first = 0; first < columns; first += kPanel) {
      int64_t count = std::min(kPanel, columns - first);
      for (int64_t k = 0; k < inner; ++k)
        for (int64_t column = 0; column < count; ++column)
          panel[k * kPanel + column] = right(k, first + column);
      for (int64_t r = 0; r < rows; ++r) {
        for (int64_t k = 0; k < inner; ++k)
          row[k] = left(r, k);
        addRow(at + r * columns + first, count, row, panel);
      }
    }
  }

private:
  /// Adds a row times a panel, whose rows have kPanel elements, to the `count` elements from `at` on.
  void addRow(size_t at, size_t count, const std::vector<double> &row, const std::vector<double> &panel);
  void addRow(size_t at, size_t count, const std::vector<int64_t> &row, const std::vector<int64_t> &panel);

  HostTensor &y;
  DType accumulator;
  std::vector<double> low; // of widened sums, whose high digits y holds
};

} // namespace weir
