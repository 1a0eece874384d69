// Functions of the host among what is launched: order, failures, sizes that they say.
#include "unittests/Runtime/Conformance.h"
#include "unittests/Runtime/Gate.h"

#include <functional>
#include <thread>

namespace weir {
namespace {

using Floats = std::vector<float>;
using Operands = std::span<weir_tensor *const>;
using Function = std::function<weir_status *(Operands operands)>;

struct Use {
  const TensorHandle &tensor;
  weir_access access;
};

/// The function goes when the device has let go of it.
weir_status *tryAccess(Harness &h, Function function, std::initializer_list<Use> uses) {
  auto call = [](void *context, weir_tensor *const *operands, int32_t count) {
    return (*static_cast<Function *>(context))({operands, size_t(count)});
  };
  auto release = [](void *context) { delete static_cast<Function *>(context); };
  std::vector<weir_tensor *> tensors;
  std::vector<weir_access> accesses;
  for (const Use &use : uses) {
    tensors.push_back(use.tensor.get());
    accesses.push_back(use.access);
  }
  auto held = std::make_unique<Function>(std::move(function));
  return weir_host_access(h.device.get(), call, held.release(), release, tensors.data(), accesses.data(),
                          int32_t(tensors.size()));
}

Floats elementsOf(weir_tensor *tensor) {
  Floats values(size_t(weir_tensor_num_elements(tensor)));
  EXPECT_OK(weir_tensor_read(tensor, values.data(), values.size() * sizeof(float)));
  return values;
}

TensorHandle bounded(Harness &h, int32_t rank, int64_t most) {
  weir_tensor *created = nullptr;
  EXPECT_OK(weir_tensor_create_bounded(h.device.get(), WEIR_F32, rank, most, &created));
  return TensorHandle(created);
}

/// Sets sizes and elements.
Function defining(Sizes sizes, Floats values) {
  return [=](Operands operands) -> weir_status * {
    if (weir_status *failed = weir_tensor_set_sizes(operands.back(), sizes.data()))
      return failed;
    return weir_tensor_write(operands.back(), values.data(), values.size() * sizeof(float));
  };
}

struct HostAccess : Conformance {
  void TearDown() override {
    gate.open();
    awaitEndOfDevice();
  }

  /// y = x + x
  static JobHandle doubling(Harness &h, int64_t size = 2) {
    Artifact artifact = testArtifact();
    JobBuilder b(artifact, "double");
    b.call("double_f32", {b.input("x", DType::F32, {size}), b.result("y", DType::F32, {size})});
    b.finish();
    return h.job(h.load(artifact), "double");
  }
  /// Lasts until the gate opens.
  Function passing(Function then = {}) {
    return [this, then](Operands operands) -> weir_status * {
      Gate::pass(&gate, nullptr, 0);
      return then ? then(operands) : nullptr;
    };
  }

  Gate gate;
};
INSTANTIATE_TEST_SUITE_P(Devices, HostAccess, kDevices, nameOf);

TEST_P(HostAccess, TakesItsTurnAmongRuns) {
  Harness h = open();
  JobHandle twice = doubling(h, 3);
  TensorHandle x = h.tensor<float>({1, 2, 3}), z = h.tensor<float>({0, 0, 0});
  std::vector<TensorHandle> y = h.launch(twice, {&x}, 1);
  Floats seen;
  Function add = [&](Operands operands) {
    Floats values = seen = elementsOf(operands[0]);
    for (float &value : values)
      value += 10;
    return weir_tensor_write(operands[1], values.data(), sizeof(float) * 3);
  };
  ASSERT_OK(tryAccess(h, add, {{y[0], WEIR_READ}, {z, WEIR_WRITE}}));
  std::vector<TensorHandle> last = h.launch(twice, {&z}, 1);
  EXPECT_EQ(valuesOf<float>(last[0]), (Floats{24, 28, 32}));
  EXPECT_EQ(seen, (Floats{2, 4, 6}));
}

TEST_P(HostAccess, ReturnsAtOnceAndHoldsOnlyWhatItUses) {
  Harness h = open();
  JobHandle twice = doubling(h);
  TensorHandle x = h.tensor<float>({1, 2}), other = h.tensor<float>({5, 6});
  Floats seen;
  ASSERT_OK(tryAccess(h, passing([&](Operands operands) -> weir_status * {
                        seen = elementsOf(operands[0]);
                        return nullptr;
                      }),
                      {{x, WEIR_READ}}));
  gate.waitUntilInside();
  std::vector<TensorHandle> sameInput = h.launch(twice, {&x}, 1), unrelated = h.launch(twice, {&other}, 1);
  ASSERT_OK(weir_tensor_fill(x.get(), 9));
  EXPECT_EQ(valuesOf<float>(sameInput[0]), (Floats{2, 4}));
  EXPECT_EQ(valuesOf<float>(unrelated[0]), (Floats{10, 12}));
  EXPECT_FALSE(gate.hasLeft.load());
  gate.open();
  EXPECT_EQ(valuesOf<float>(x), (Floats{9, 9}));
  EXPECT_EQ(seen, (Floats{1, 2}));
}

TEST_P(HostAccess, FunctionsFollowEachOtherOnOneThread) {
  Harness h = open();
  std::vector<int> order;
  std::vector<std::thread::id> threads;
  for (int i = 0; i < 100; ++i)
    ASSERT_OK(tryAccess(h,
                        [&, i](Operands) -> weir_status * {
                          order.push_back(i);
                          threads.push_back(std::this_thread::get_id());
                          return nullptr;
                        },
                        {}));
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  std::vector<int> expected(100);
  for (int i = 0; i < 100; ++i)
    expected[size_t(i)] = i;
  EXPECT_EQ(order, expected);
  EXPECT_EQ(std::count(threads.begin(), threads.end(), threads[0]), 100);
  EXPECT_NE(threads[0], std::this_thread::get_id());
}

TEST_P(HostAccess, WhatTheHostMayOverwriteIsCopied) {
  Harness h = open();
  if (!weir_device_is_host(h.device.get()))
    GTEST_SKIP() << "the host can't write the device's memory";
  TensorHandle x = h.tensor<float>({1, 2});
  weir_tensor_expose(x.get(), 1);
  auto *elements = static_cast<float *>(weir_tensor_data(x.get()));
  Floats seen;
  ASSERT_OK(tryAccess(h, passing([&](Operands operands) -> weir_status * {
                        seen = elementsOf(operands[0]);
                        return nullptr;
                      }),
                      {{x, WEIR_READ}}));
  elements[0] = 100;
  gate.open();
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_EQ(seen, (Floats{1, 2}));
  ASSERT_OK(tryAccess(h, [](Operands operands) { return weir_tensor_fill(operands[0], 7); }, {{x, WEIR_WRITE}}));
  EXPECT_EQ(elements[1], 7) << "it has ended when the call returns";
  weir_tensor_conceal(x.get(), 1);
}

// ---- Failures ----

TEST_P(HostAccess, AFailureIsThatOfWhatItShouldHaveWritten) {
  Harness h = open();
  JobHandle twice = doubling(h);
  TensorHandle x = h.tensor<float>({1, 2}), other = h.tensor<float>({3, 4});
  Function fails = [](Operands) { return weir_status_create(WEIR_IO, "the disk is full"); };
  ASSERT_OK(tryAccess(h, fails, {{other, WEIR_READ}, {x, WEIR_WRITE}}));
  std::vector<TensorHandle> y = h.launch(twice, {&x}, 1), z = h.launch(twice, {&other}, 1);
  EXPECT_EQ(valuesOf<float>(z[0]), (Floats{6, 8}));
  EXPECT_EQ(messageOf(weir_tensor_wait(y[0].get()), WEIR_CALLBACK), "a function of the host failed: the disk is full");
  EXPECT_OK(weir_device_synchronize(h.device.get()));
  ASSERT_OK(tryAccess(h, fails, {}));
  EXPECT_EQ(messageOf(weir_device_synchronize(h.device.get()), WEIR_CALLBACK),
            "a function of the host failed: the disk is full");
}

TEST_P(HostAccess, ItIsNotCalledWithWhatIsMissing) {
  Harness h = open();
  JobHandle gather = h.job(h.load(gatherThenUpdate()), "main");
  TensorHandle index = h.tensor(std::vector<int64_t>(300, 5)), table = h.tensor<float>({1, 2});
  std::vector<TensorHandle> out = h.launch(gather, {&index, &table}, 1);
  bool wasCalled = false;
  Function see = [&](Operands) -> weir_status * {
    wasCalled = true;
    return nullptr;
  };
  TensorHandle target = h.tensor<float>({1});
  ASSERT_OK(tryAccess(h, see, {{out[0], WEIR_READ}, {target, WEIR_WRITE}}));
  EXPECT_EQ(messageOf(weir_tensor_wait(target.get()), WEIR_KERNEL_FAULT), "expects an index from 0 to 1, got 5");
  EXPECT_FALSE(wasCalled);
}

TEST_P(HostAccess, ItMustNotWaitForItself) {
  Harness h = open();
  std::string synchronized, nested;
  Function waits = [&](Operands) -> weir_status * {
    synchronized = messageOf(weir_device_synchronize(h.device.get()), WEIR_INVALID_ARGUMENT);
    nested = messageOf(tryAccess(h, [](Operands) -> weir_status * { return nullptr; }, {}), WEIR_INVALID_ARGUMENT);
    return nullptr;
  };
  ASSERT_OK(tryAccess(h, waits, {}));
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_EQ(synchronized, "expects a host callback not to wait for the run that called it");
  EXPECT_EQ(nested, synchronized);
}

TEST_P(HostAccess, BadCallsAreRefused) {
  Harness h = open(), elsewhere;
  TensorHandle x = h.tensor<float>({1}), far = elsewhere.tensor<float>({1});
  Function nothing = [](Operands) -> weir_status * { return nullptr; };
  auto refused = [&](std::initializer_list<Use> uses) {
    return messageOf(tryAccess(h, nothing, uses), WEIR_INVALID_ARGUMENT);
  };
  EXPECT_EQ(refused({{x, WEIR_READ}, {TensorHandle(), WEIR_READ}}), "expects a tensor for operand 1, got none");
  EXPECT_EQ(refused({{x, WEIR_DEFINE}}),
            "expects operand 0 to be a tensor whose sizes are not known yet, got tensor<1xf32>");
  EXPECT_EQ(refused({{far, WEIR_READ}}).find("expects operand 0 to be on "), 0u);
  EXPECT_EQ(messageOf(weir_host_access(h.device.get(), nullptr, nullptr, nullptr, nullptr, nullptr, 0),
                      WEIR_INVALID_ARGUMENT),
            "expects a function, got a null pointer");
}

TEST_P(HostAccess, EverythingElseMayGoBefore) {
  {
    Harness h = open();
    TensorHandle x = h.tensor<float>({1, 2});
    ASSERT_OK(tryAccess(h, passing([](Operands operands) -> weir_status * {
                          EXPECT_EQ(elementsOf(operands[0]), (Floats{1, 2}));
                          return nullptr;
                        }),
                        {{x, WEIR_READ}}));
    gate.waitUntilInside();
  }
  gate.open();
  while (!gate.hasLeft)
    std::this_thread::yield();
}

// ---- Sizes ----

TEST_P(HostAccess, SizesAreKnownWhenItHasRun) {
  Harness h = open();
  JobHandle twice = doubling(h, 3);
  TensorHandle found = bounded(h, 1, 100), slow = h.tensor<float>({0});
  EXPECT_EQ(weir_tensor_shape(found.get())[0], -1);
  EXPECT_EQ(weir_tensor_num_elements(found.get()), -1);
  ASSERT_OK(tryAccess(h, defining({3}, {7, 8, 9}), {{found, WEIR_DEFINE}}));
  ASSERT_OK(tryAccess(h, passing(), {{slow, WEIR_WRITE}}));
  std::vector<TensorHandle> y = h.launch(twice, {&found}, 1); // waits for what says the sizes alone
  EXPECT_EQ(valuesOf<float>(y[0]), (Floats{14, 16, 18}));
  EXPECT_FALSE(gate.hasLeft.load());
  gate.open();
  EXPECT_EQ(weir_tensor_shape(found.get())[0], 3);
  EXPECT_EQ(valuesOf<float>(found), (Floats{7, 8, 9}));
  ASSERT_OK(weir_device_synchronize(h.device.get()));
}

TEST_P(HostAccess, SizesOfSeveralDimensionsMayBeEmpty) {
  Harness h = open();
  TensorHandle matrix = bounded(h, 2, 6), empty = bounded(h, 2, 6);
  ASSERT_OK(tryAccess(h, defining({2, 3}, iota(6)), {{matrix, WEIR_DEFINE}}));
  ASSERT_OK(tryAccess(h, defining({0, 3}, {}), {{empty, WEIR_DEFINE}}));
  ASSERT_OK(weir_tensor_wait_for_sizes(matrix.get()));
  EXPECT_EQ(weir_tensor_strides(matrix.get())[0], 3);
  double last = 0;
  ASSERT_OK(weir_tensor_load(matrix.get(), 5, &last));
  EXPECT_EQ(last, 5);
  ASSERT_OK(weir_tensor_wait_for_sizes(empty.get()));
  EXPECT_EQ(weir_tensor_num_elements(empty.get()), 0);
}

TEST_P(HostAccess, SizesThatNobodySaysAreMissed) {
  Harness h = open();
  TensorHandle never = bounded(h, 1, 4), forgotten = bounded(h, 1, 4), large = bounded(h, 1, 4);
  EXPECT_EQ(messageOf(weir_tensor_wait_for_sizes(never.get()), WEIR_INVALID_ARGUMENT),
            "expects a tensor whose sizes are known, got one of 16 bytes at most that nothing defines");
  ASSERT_OK(tryAccess(h, [](Operands) -> weir_status * { return nullptr; }, {{forgotten, WEIR_DEFINE}}));
  EXPECT_EQ(messageOf(weir_tensor_wait_for_sizes(forgotten.get()), WEIR_CALLBACK),
            "expects a function of the host to set the sizes of operand 0, which it defines");
  ASSERT_OK(tryAccess(h, defining({5}, iota(5)), {{large, WEIR_DEFINE}}));
  weir_tensor *clone = nullptr;
  EXPECT_EQ(messageOf(weir_tensor_clone(large.get(), &clone), WEIR_CALLBACK),
            "a function of the host failed: expects sizes of at most 4 elements, got tensor<5xf32>");
}

/// Nobody has a seat meanwhile, and yet somebody is at work.
TEST_P(HostAccess, MemoryThatItHoldsIsWaitedFor) {
  constexpr int64_t kSize = 150'000;
  Harness h = open({.memory_limit = 1'500'000});
  JobHandle twice = doubling(h, kSize);
  TensorHandle large = h.tensor(iota(kSize)), x = h.tensor(iota(kSize));
  ASSERT_OK(tryAccess(h, passing(), {{large, WEIR_READ}}));
  gate.waitUntilInside();
  large.reset();
  std::vector<TensorHandle> y = h.launch(twice, {&x}, 1);
  EXPECT_FALSE(gate.hasLeft.load());
  gate.open();
  EXPECT_EQ(valuesOf<float>(y[0])[kSize - 1], 2 * float(kSize - 1));
}

} // namespace
} // namespace weir
