// Elements as numbers, and tensors filled with them.
#include "lib/Runtime/Elements.h"
#include "unittests/Runtime/RuntimeTest.h"

#include <cmath>
#include <limits>

namespace weir {
namespace {

double throughElement(double value, DType dtype) {
  uint64_t memory = ~uint64_t(0);
  storeElement(&memory, dtype, value);
  return loadElement(&memory, dtype);
}

TEST(Elements, SmallIntegersSurviveEveryDType) {
  for (int i = 0; i < kNumDTypes; ++i)
    for (double value : {0.0, 1.0})
      EXPECT_EQ(throughElement(value, DType(i)), value) << name(DType(i));
}

TEST(Elements, RoundAndTruncate) {
  EXPECT_EQ(throughElement(0.1, DType::F64), 0.1);
  EXPECT_EQ(throughElement(0.1, DType::F32), double(0.1f));
  EXPECT_EQ(throughElement(1.0 + std::ldexp(1, -9), DType::BF16), 1.0);
  EXPECT_EQ(throughElement(65504, DType::F16), 65504);
  EXPECT_EQ(throughElement(-2.7, DType::I32), -2);
  EXPECT_EQ(throughElement(300, DType::I8), 44);
  EXPECT_EQ(throughElement(-300, DType::I8), -44);
  EXPECT_EQ(throughElement(1e300, DType::I8), 0);
  EXPECT_EQ(throughElement(-1, DType::U8), 255);
  EXPECT_EQ(throughElement(3000000001., DType::U8), 1);
  EXPECT_EQ(throughElement(1e300, DType::I64), double(std::numeric_limits<int64_t>::min()));
  EXPECT_EQ(throughElement(std::nan(""), DType::I64), double(std::numeric_limits<int64_t>::min()));
  EXPECT_EQ(throughElement(0.5, DType::Bool), 1);
}

TEST(Elements, TensorsThroughTheCInterface) {
  Harness h;
  std::vector<float> memory = iota(12);
  int64_t shape[] = {2, 3}, strides[] = {1, 4};
  weir_tensor *created = nullptr;
  ASSERT_OK(weir_tensor_borrow(h.device.get(), memory.data(), WEIR_F32, 2, shape, strides, nullptr, nullptr, &created));
  TensorHandle tensor(created);
  EXPECT_EQ(weir_tensor_num_elements(created), 6);
  double value = 0;
  ASSERT_OK(weir_tensor_load(created, 5, &value));
  EXPECT_EQ(value, 9);
  EXPECT_EQ(messageOf(weir_tensor_load(created, 6, &value), WEIR_INVALID_ARGUMENT),
            "expects an index from 0 to 5, got 6");
  ASSERT_OK(weir_tensor_fill(created, -1));
  EXPECT_EQ(memory, (std::vector<float>{-1, -1, 2, 3, -1, -1, 6, 7, -1, -1, 10, 11}));
}

} // namespace
} // namespace weir
