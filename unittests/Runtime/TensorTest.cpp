// Tensors: their elements from and to the host, and between devices.
#include "unittests/Runtime/RuntimeTest.h"

namespace weir {
namespace {

struct Strided {
  std::vector<float> memory;
  TensorHandle tensor;
};

/// A transposed view of 3 by 2 elements.
Strided transposed(Harness &h, const std::vector<float> &memory) {
  Strided result{memory, nullptr};
  int64_t shape[] = {2, 3}, strides[] = {1, 2};
  weir_tensor *tensor = nullptr;
  EXPECT_OK(
      weir_tensor_borrow(h.device.get(), result.memory.data(), WEIR_F32, 2, shape, strides, nullptr, nullptr, &tensor));
  result.tensor.reset(tensor);
  return result;
}

TEST(Tensor, ElementsOfTheHost) {
  Harness h;
  TensorHandle x = h.tensor<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  std::vector<float> values(6);
  ASSERT_OK(weir_tensor_read(x.get(), values.data(), 24));
  EXPECT_EQ(values, (std::vector<float>{1, 2, 3, 4, 5, 6}));
  std::reverse(values.begin(), values.end());
  ASSERT_OK(weir_tensor_write(x.get(), values.data(), 24));
  EXPECT_EQ(valuesOf<float>(x), values);
  EXPECT_EQ(messageOf(weir_tensor_read(x.get(), values.data(), 20), WEIR_INVALID_ARGUMENT),
            "expects 24 bytes of elements for tensor<2x3xf32>, got 20");
  EXPECT_EQ(messageOf(weir_tensor_write(x.get(), values.data(), 25), WEIR_INVALID_ARGUMENT),
            "expects 24 bytes of elements for tensor<2x3xf32>, got 25");
}

TEST(Tensor, ViewsShareTheMemory) {
  Harness h;
  TensorHandle x = h.tensor<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  auto view = [&](int64_t offset, std::vector<int64_t> shape, std::vector<int64_t> strides) {
    weir_tensor *created = nullptr;
    EXPECT_OK(weir_tensor_view(x.get(), offset, int32_t(shape.size()), shape.data(),
                               strides.empty() ? nullptr : strides.data(), &created));
    return TensorHandle(created);
  };
  TensorHandle row = view(3, {3}, {}), column = view(1, {2}, {3}), reversed = view(5, {6}, {-1}),
               none = view(99, {0}, {});
  EXPECT_EQ(valuesOf<float>(row), (std::vector<float>{4, 5, 6}));
  EXPECT_EQ(valuesOf<float>(column), (std::vector<float>{2, 5}));
  EXPECT_EQ(valuesOf<float>(reversed), (std::vector<float>{6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(weir_tensor_num_elements(none.get()), 0);
  ASSERT_OK(weir_tensor_fill(column.get(), 0));
  x.reset();
  EXPECT_EQ(valuesOf<float>(row), (std::vector<float>{4, 0, 6}));
}

TEST(Tensor, ViewsStayInside) {
  Harness h;
  TensorHandle x = h.tensor<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  int64_t sizes[] = {2, 2}, strides[] = {3, 3};
  weir_tensor *view = nullptr;
  EXPECT_EQ(messageOf(weir_tensor_view(x.get(), 0, 2, sizes, strides, &view), WEIR_INVALID_ARGUMENT),
            "expects a view inside tensor<2x3xf32>, got tensor<2x2xf32> at offset 0");
  for (int64_t offset : {int64_t(-1), int64_t(3), INT64_MAX, INT64_MIN})
    messageOf(weir_tensor_view(x.get(), offset, 2, sizes, nullptr, &view), WEIR_INVALID_ARGUMENT);
  sizes[0] = -1;
  messageOf(weir_tensor_view(x.get(), 0, 1, sizes, nullptr, &view), WEIR_INVALID_ARGUMENT);
  EXPECT_EQ(view, nullptr);
}

TEST(Tensor, OfAPort) {
  Harness h;
  int64_t shape[] = {-1, 3};
  weir_tensor *tensor = nullptr;
  ASSERT_OK(weir_tensor_create_for(h.device.get(), {"x", WEIR_BF16, 2, shape}, &tensor));
  TensorHandle x(tensor);
  EXPECT_EQ(weir_tensor_dtype(tensor), WEIR_BF16);
  ASSERT_EQ(weir_tensor_rank(tensor), 2);
  EXPECT_EQ(weir_tensor_shape(tensor)[0], 1);
  EXPECT_EQ(weir_tensor_shape(tensor)[1], 3);
}

TEST(Tensor, ElementsOfAStridedTensorAreInRowMajorOrder) {
  Harness h;
  Strided x = transposed(h, {1, 4, 2, 5, 3, 6});
  std::vector<float> values(6);
  ASSERT_OK(weir_tensor_read(x.tensor.get(), values.data(), 24));
  EXPECT_EQ(values, (std::vector<float>{1, 2, 3, 4, 5, 6}));
  values = {10, 20, 30, 40, 50, 60};
  ASSERT_OK(weir_tensor_write(x.tensor.get(), values.data(), 24));
  EXPECT_EQ(x.memory, (std::vector<float>{10, 40, 20, 50, 30, 60}));
}

TEST(Tensor, CopiesBetweenDevices) {
  Harness h, other;
  Strided source = transposed(h, {1, 4, 2, 5, 3, 6});
  TensorHandle target = other.tensor<float>({0, 0, 0, 0, 0, 0}, {2, 3});
  ASSERT_OK(weir_tensor_copy(source.tensor.get(), target.get()));
  EXPECT_EQ(valuesOf<float>(target), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(messageOf(weir_tensor_copy(h.tensor<float>({1}).get(), target.get()), WEIR_INVALID_ARGUMENT),
            "expects a copy between equal types, got tensor<1xf32> and tensor<2x3xf32>");
}

/// All elements are read before any is written, also by several threads.
TEST(Tensor, CopiesBetweenTensorsOfOneArray) {
  Harness h({.threads = 2});
  constexpr int64_t kRows = 4096, kColumns = 1024;
  std::vector<float> array = iota(kRows * kColumns), expected = array;
  std::copy(array.begin(), array.end() - kColumns, expected.begin() + kColumns);
  int64_t shape[] = {kRows - 1, kColumns}, strides[] = {kColumns, 1};
  auto aliasOf = [&](float *first) {
    weir_tensor *created = nullptr;
    EXPECT_OK(weir_tensor_borrow(h.device.get(), first, WEIR_F32, 2, shape, strides, nullptr, nullptr, &created));
    return TensorHandle(created);
  };
  TensorHandle source = aliasOf(array.data()), target = aliasOf(array.data() + kColumns);
  ASSERT_OK(weir_tensor_copy(source.get(), target.get()));
  EXPECT_EQ(array, expected);
}

/// Large memory that nobody has touched is zeros; what has been given back is not.
TEST(Tensor, ZerosAreZeros) {
  Harness h;
  constexpr int64_t kCount = (int64_t(3) << 20) / 4 + 7; // of 3 MB, which pages of their own hold
  auto filled = [&](double value) {
    weir_tensor *created = nullptr;
    EXPECT_OK(weir_tensor_create(h.device.get(), WEIR_F32, 1, &kCount, &created));
    EXPECT_OK(weir_tensor_fill(created, value));
    return TensorHandle(created);
  };
  auto zerosOf = [&](int64_t count) {
    weir_tensor *created = nullptr;
    EXPECT_OK(weir_tensor_create_zeros(h.device.get(), WEIR_F32, 1, &count, &created));
    return TensorHandle(created);
  };
  auto all = [](float value) { return std::vector<float>(size_t(kCount), value); };
  EXPECT_EQ(valuesOf<float>(zerosOf(kCount)), all(0));
  EXPECT_EQ(valuesOf<float>(filled(1)), all(1));
  TensorHandle zeros = zerosOf(kCount), others = zerosOf(kCount);
  EXPECT_EQ(valuesOf<float>(zeros), all(0));
  EXPECT_EQ(valuesOf<float>(others), all(0));
  ASSERT_OK(weir_tensor_fill(zeros.get(), 2));
  EXPECT_EQ(valuesOf<float>(zeros), all(2));
  zeros.reset();
  weir_device_trim(h.device.get());
  EXPECT_EQ(valuesOf<float>(zerosOf(kCount)), all(0));
  EXPECT_EQ(valuesOf<float>(zerosOf(3)), (std::vector<float>{0, 0, 0}));
  EXPECT_TRUE(valuesOf<float>(zerosOf(0)).empty());
}

TEST(Tensor, FillsAndLoads) {
  Harness h;
  Strided x = transposed(h, {0, 0, 0, 0, 0, 0});
  ASSERT_OK(weir_tensor_fill(x.tensor.get(), 2.5));
  EXPECT_EQ(x.memory, std::vector<float>(6, 2.5f));
  x.memory[4] = 7;
  double value = 0;
  ASSERT_OK(weir_tensor_load(x.tensor.get(), 2, &value));
  EXPECT_EQ(value, 7);
  TensorHandle scalar = h.tensor<int64_t>({-5}, {});
  ASSERT_OK(weir_tensor_load(scalar.get(), 0, &value));
  EXPECT_EQ(value, -5);
  EXPECT_EQ(messageOf(weir_tensor_load(scalar.get(), 1, &value), WEIR_INVALID_ARGUMENT),
            "expects an index from 0 to 0, got 1");
}

TEST(Device, Names) {
  Harness h;
  EXPECT_STREQ(weir_device_name(h.device.get()), "cpu");
  EXPECT_NE(weir_device_is_host(h.device.get()), 0);
  int32_t count = 0;
  ASSERT_OK(weir_device_count("cpu", &count));
  EXPECT_EQ(count, 1);
  weir_device *none = nullptr;
  auto error = [&](const char *name) {
    return messageOf(weir_device_create(name, nullptr, &none), WEIR_INVALID_ARGUMENT);
  };
  EXPECT_EQ(error("tpu"), "expects a kind of device (cpu, sim, cuda), got 'tpu'");
  EXPECT_EQ(error("cpu:1"), "expects a device below cpu:1, got 'cpu:1'");
  for (const char *name : {"cpu:", "cpu:x", "cpu:-1", "cpu:0x", "cpu:99999999999"})
    EXPECT_EQ(error(name), "expects a device's number behind the colon, got '" + std::string(name) + "'");
  EXPECT_EQ(error(nullptr), "expects a device's name, got a null pointer");
  weir_device_options negative = {.threads = -1};
  EXPECT_EQ(messageOf(weir_device_create("cpu", &negative, &none), WEIR_INVALID_ARGUMENT),
            "expects threads, memory_limit and frames not to be negative, got -1, 0 and 0");
  EXPECT_EQ(messageOf(weir_device_count("gpu", &count), WEIR_INVALID_ARGUMENT),
            "expects a kind of device (cpu, sim, cuda), got 'gpu'");
}

} // namespace
} // namespace weir
