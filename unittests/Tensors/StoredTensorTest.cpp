// Host tensors in memory and back: each dtype's bytes, and what lies between elements that stand apart.
#include "lib/Tensors/StoredTensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace weir {
namespace {

HostTensor tensorOf(DType dtype, Sizes shape, std::vector<double> numbers) {
  HostTensor tensor = HostTensor::zeros({dtype, std::move(shape)});
  for (size_t i = 0; i < numbers.size(); ++i)
    if (isFloat(dtype))
      tensor.floats[i] = numbers[i];
    else
      tensor.integers[i] = static_cast<int64_t>(numbers[i]);
  return tensor;
}

TEST(StoredTensorTest, NumbersOfEveryDTypeComeBack) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::pair<DType, std::vector<double>> cases[] = {{DType::F64, {0.1, -infinity, 5e-324}},
                                                         {DType::F32, {1.5, infinity, -0x1p-149}},
                                                         {DType::F16, {65504, -0x1p-24, 0.5}},
                                                         {DType::BF16, {-1.0078125, infinity, 0x1p-133}},
                                                         {DType::I64, {-9007199254740992, 0, 7}},
                                                         {DType::I32, {-2147483648.0, 2147483647, 1}},
                                                         {DType::I8, {-128, 127, -1}},
                                                         {DType::U8, {0, 255, 128}},
                                                         {DType::Bool, {0, 1, 1}}};
  for (const auto &[dtype, numbers] : cases) {
    HostTensor tensor = tensorOf(dtype, {3}, numbers);
    StoredTensor stored = storeTensor(tensor, ElementLayout::RowMajor);
    EXPECT_EQ(stored.strides, (std::vector<int64_t>{1})) << name(dtype);
    HostTensor loaded = loadTensor(stored.meta, stored.bytes.data());
    EXPECT_EQ(loaded.floats, tensor.floats) << name(dtype);
    EXPECT_EQ(loaded.integers, tensor.integers) << name(dtype);
  }
}

TEST(StoredTensorTest, NaNComesBackAndTheSignOfZero) {
  for (DType dtype : {DType::F64, DType::F32, DType::F16, DType::BF16}) {
    StoredTensor stored = storeTensor(tensorOf(dtype, {2}, {std::nan(""), -0.0}), ElementLayout::RowMajor);
    HostTensor loaded = loadTensor(stored.meta, stored.bytes.data());
    EXPECT_TRUE(std::isnan(loaded.floats[0])) << name(dtype);
    EXPECT_TRUE(std::signbit(loaded.floats[1])) << name(dtype);
  }
}

TEST(StoredTensorTest, ABoolIsReadAsItsByte) {
  uint8_t byte = 0xFF;
  EXPECT_EQ(loadTensor({DType::Bool, {1}}, &byte).integers[0], 255);
}

TEST(StoredTensorTest, PaddedElementsLieApart) {
  StoredTensor stored = storeTensor(tensorOf(DType::U8, {2, 3}, {0, 1, 2, 3, 4, 5}), ElementLayout::Padded);
  EXPECT_EQ(stored.strides, (std::vector<int64_t>{7, 2}));
  for (size_t row = 0; row < 2; ++row)
    for (size_t column = 0; column < 3; ++column)
      EXPECT_EQ(stored.bytes[7 * row + 2 * column], 3 * row + column);
  EXPECT_EQ(std::count(stored.bytes.begin(), stored.bytes.end(), 0xFF), std::ssize(stored.bytes) - 6);
}

TEST(StoredTensorTest, AnEmptyTensorHasAnAddress) {
  for (ElementLayout layout : {ElementLayout::RowMajor, ElementLayout::Padded})
    EXPECT_FALSE(storeTensor(tensorOf(DType::F32, {0, 3}, {}), layout).bytes.empty());
}

} // namespace
} // namespace weir
