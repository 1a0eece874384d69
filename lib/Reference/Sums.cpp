// Sums of many products at once, in vectors: interpreters spend their time here.
#include "lib/Reference/Sums.h"

#include <array>

// A product is rounded before it is added, on each machine.
#pragma clang fp contract(off)

namespace weir {

using Panel = std::array<double, ElementSums::kPanel>;

static void addWide(Panel &sums, Panel &rests, const std::vector<double> &row, const double *panel) {
  Panel high = sums, low = rests;
  for (double scale : row) {
    for (size_t i = 0; i < high.size(); ++i)
      WideSum::addTo(high[i], low[i], scale * panel[i]);
    panel += high.size();
  }
  sums = high, rests = low;
}

static void addF32(Panel &sums, const std::vector<double> &row, const double *panel) {
  Panel rounded = sums;
  for (double scale : row) {
    for (size_t i = 0; i < rounded.size(); ++i)
      rounded[i] = static_cast<float>(rounded[i] + scale * panel[i]);
    panel += rounded.size();
  }
  sums = rounded;
}

template <typename Add>
static void forProducts(const std::vector<ProductTerm> &firsts, const std::vector<ProductTerm> &others, Add add) {
  for (const ProductTerm &first : firsts)
    for (const ProductTerm &other : others)
      add(first.sum + other.sum, first.a + other.a, first.b + other.b);
}

void ElementSums::addProducts(const HostTensor &a, const HostTensor &b, const std::vector<ProductTerm> &firsts,
                              const std::vector<ProductTerm> &others) {
  const double *left = a.floats.data(), *right = b.floats.data();
  double *sums = y.floats.data(), *rests = low.data();
  if (a.floats.empty())
    forProducts(firsts, others,
                [&](int64_t at, int64_t i, int64_t j) { add(at, wrappingMul(a.integers[i], b.integers[j])); });
  else if (!low.empty())
    forProducts(firsts, others,
                [=](int64_t at, int64_t i, int64_t j) { WideSum::addTo(sums[at], rests[at], left[i] * right[j]); });
  else if (accumulator == DType::F32)
    forProducts(firsts, others, [=](int64_t at, int64_t i, int64_t j) {
      sums[at] = static_cast<float>(sums[at] + left[i] * right[j]);
    });
  else
    forProducts(firsts, others, [&](int64_t at, int64_t i, int64_t j) { add(at, left[i] * right[j]); });
}

void ElementSums::addRow(size_t at, size_t count, const std::vector<double> &row, const std::vector<double> &panel) {
  Panel sums = {}, rests = {};
  std::copy_n(y.floats.begin() + at, count, sums.begin());
  if (!low.empty()) {
    std::copy_n(low.begin() + at, count, rests.begin());
    addWide(sums, rests, row, panel.data());
    std::copy_n(rests.begin(), count, low.begin() + at);
  } else if (accumulator == DType::F32) {
    addF32(sums, row, panel.data());
  } else {
    for (size_t k = 0; k < row.size(); ++k)
      for (size_t i = 0; i < count; ++i)
        sums[i] = roundedTo(accumulator, sums[i] + row[k] * panel[k * kPanel + i]);
  }
  std::copy_n(sums.begin(), count, y.floats.begin() + at);
}

void ElementSums::addRow(size_t at, size_t count, const std::vector<int64_t> &row, const std::vector<int64_t> &panel) {
  for (size_t k = 0; k < row.size(); ++k)
    for (size_t i = 0; i < count; ++i)
      add(at + i, wrappingMul(row[k], panel[k * kPanel + i]));
}

} // namespace weir
