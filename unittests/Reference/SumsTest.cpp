// Sums against what they are exactly.
#include "lib/Reference/Sums.h"

#include <gtest/gtest.h>

#include <limits>

namespace weir {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double wideSum(std::initializer_list<double> terms) {
  WideSum sum;
  for (double term : terms)
    sum.add(term);
  return sum.value();
}

TEST(Sums, WideSumsKeepWhatEachTermLoses) {
  WideSum tenths;
  double plain = 0;
  for (int i = 0; i < 100'000; ++i)
    tenths.add(0.1), plain += 0.1;
  EXPECT_EQ(tenths.value(), 10'000.0); // 0.1 is 5.6e-18 above a tenth: 5.6e-13 in all, less than half a unit
  EXPECT_NE(plain, 10'000.0);
  EXPECT_EQ(wideSum({1, 1e17, 1, -1e17}), 2);
  EXPECT_EQ(wideSum({1e17, 3, -1e17, 0x1p-50}), 3 + 0x1p-50);
}

TEST(Sums, WideSumsLeaveTheRangeAsPlainOnesDo) {
  constexpr double most = std::numeric_limits<double>::max();
  EXPECT_EQ(wideSum({kInfinity, 1, -5}), kInfinity);
  EXPECT_EQ(wideSum({1, -kInfinity, 1}), -kInfinity);
  EXPECT_EQ(wideSum({most, most, -1}), kInfinity);
  EXPECT_TRUE(std::isnan(wideSum({kInfinity, -kInfinity, 1})));
  EXPECT_EQ(wideSum({0x1p-1074, 0x1p-1074}), 0x1p-1073);
}

TEST(Sums, NativeOnesRoundAfterEachTerm) {
  HostTensor y = HostTensor::zeros({.dtype = DType::F32, .shape = {2}});
  ElementSums sums(y, DType::F32, /*widened=*/false);
  for (double term : {0x1p24, 1.0, 1.0})
    sums.add(0, term);
  EXPECT_EQ(y.floats[0], 0x1p24);
  EXPECT_EQ(y.floats[1], 0);
  ElementSums more(y, DType::F32, /*widened=*/true);
  for (double term : {1.0, 1.0})
    more.add(0, term);
  EXPECT_EQ(y.floats[0], 0x1p24 + 2) << "what the tensor holds at first counts";
}

/// A product of matrices, by addMatrixProduct and term by term.
template <typename T> void expectSameProducts(DType dtype, bool widened, std::vector<T> HostTensor::*numbers) {
  constexpr int64_t rows = 3, inner = 70, columns = ElementSums::kPanel + 5;
  HostTensor a = HostTensor::zeros({.dtype = dtype, .shape = {rows, inner}});
  HostTensor b = HostTensor::zeros({.dtype = dtype, .shape = {inner, columns}});
  HostTensor atOnce = HostTensor::zeros({.dtype = dtype, .shape = {rows, columns}});
  for (HostTensor *tensor : {&a, &b, &atOnce})
    for (size_t i = 0; T &number : tensor->*numbers)
      number = T(++i * 37 % 101) - T(50) / T(3);
  HostTensor oneByOne = atOnce;
  ElementSums block(atOnce, dtype, widened), plain(oneByOne, dtype, widened);
  block.addMatrixProduct(
      0, rows, inner, columns, [&](int64_t row, int64_t k) { return (a.*numbers)[row * inner + k]; },
      [&](int64_t k, int64_t column) { return (b.*numbers)[k * columns + column]; });
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      for (int64_t k = 0; k < inner; ++k)
        plain.addProduct(row * columns + column, a, row * inner + k, b, k * columns + column);
  EXPECT_EQ(atOnce.*numbers, oneByOne.*numbers);
}

TEST(Sums, ProductsOfMatricesHaveTheBitsOfTheirTerms) {
  for (DType dtype : {DType::F64, DType::F32, DType::BF16})
    for (bool widened : {false, true})
      expectSameProducts(dtype, widened, &HostTensor::floats);
  for (DType dtype : {DType::I64, DType::I8})
    expectSameProducts(dtype, /*widened=*/false, &HostTensor::integers);
}

TEST(Sums, IntegersWrap) {
  HostTensor y = HostTensor::zeros({.dtype = DType::I8, .shape = {1}});
  HostTensor x = y;
  x.integers[0] = 100;
  ElementSums sums(y, DType::I8, /*widened=*/false);
  sums.addElement(0, x, 0);
  sums.addElement(0, x, 0);
  EXPECT_EQ(y.integers[0], -56);
  sums.addProduct(0, x, 0, x, 0, -1);
  EXPECT_EQ(y.integers[0], -72);
}

} // namespace
} // namespace weir
