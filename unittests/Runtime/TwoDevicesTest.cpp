// What makes one device wait for another: events, and copies between them.
#include "unittests/Runtime/Conformance.h"
#include "unittests/Runtime/Gate.h"

#include <thread>

namespace weir {
namespace {

using Floats = std::vector<float>;
using EventHandle = std::unique_ptr<weir_event, Free<weir_event_free>>;

EventHandle makeEvent() {
  weir_event *event = nullptr;
  EXPECT_OK(weir_event_create(&event));
  return EventHandle(event);
}

/// One of each kind, and cpu.
struct TwoDevices : Conformance {
  void TearDown() override {
    gate.open();
    awaitEndOfDevice();
  }

  /// What is submitted to the device from now on and uses the tensor waits for the gate.
  void close(Harness &h, const TensorHandle &tensor) {
    weir_tensor *written = tensor.get();
    weir_access access = WEIR_WRITE;
    ASSERT_OK(weir_host_access(h.device.get(), Gate::pass, &gate, nullptr, &written, &access, 1));
    gate.waitUntilInside();
  }
  /// Sets it when its turn has come.
  static void setInTurn(Harness &h, std::atomic<bool> &flag) {
    auto set = [](void *context, weir_tensor *const *, int32_t) -> weir_status * {
      *static_cast<std::atomic<bool> *>(context) = true;
      return nullptr;
    };
    ASSERT_OK(weir_host_access(h.device.get(), set, &flag, nullptr, nullptr, nullptr, 0));
  }

  Gate gate;
};
INSTANTIATE_TEST_SUITE_P(Devices, TwoDevices, kDevices, nameOf);

TEST_P(TwoDevices, WhatIsLaunchedLaterWaitsForAnEvent) {
  Harness first = open(), second;
  TensorHandle x = first.tensor<float>({1, 2}), y = second.tensor<float>({1, 2});
  close(first, x);
  EventHandle event = makeEvent();
  std::atomic<bool> before{false}, behind{false};
  setInTurn(second, before);
  ASSERT_OK(weir_event_record(event.get(), first.device.get()));
  ASSERT_OK(weir_event_wait(event.get(), second.device.get()));
  setInTurn(second, behind);
  ASSERT_OK(weir_tensor_wait(y.get())); // nothing that it waits for is behind the event
  while (!before)
    std::this_thread::yield();
  EXPECT_FALSE(behind.load());
  EXPECT_EQ(weir_event_is_reached(event.get()), 0);
  gate.open();
  ASSERT_OK(weir_event_synchronize(event.get()));
  EXPECT_EQ(weir_event_is_reached(event.get()), 1);
  ASSERT_OK(weir_device_synchronize(second.device.get()));
  EXPECT_TRUE(behind.load());
}

TEST_P(TwoDevices, AnEventOfItsOwnDeviceIsABarrier) {
  Harness h = open();
  TensorHandle x = h.tensor<float>({1, 2});
  close(h, x);
  EventHandle event = makeEvent();
  std::atomic<bool> behind{false};
  ASSERT_OK(weir_event_record(event.get(), h.device.get()));
  ASSERT_OK(weir_event_wait(event.get(), h.device.get()));
  setInTurn(h, behind);
  EXPECT_FALSE(behind.load());
  gate.open();
  ASSERT_OK(weir_device_synchronize(h.device.get()));
  EXPECT_TRUE(behind.load());
}

TEST_P(TwoDevices, AnEventIsThatOfItsLastRecord) {
  Harness first = open(), second;
  EventHandle event = makeEvent();
  EXPECT_EQ(weir_event_is_reached(event.get()), 1) << "it was never recorded";
  ASSERT_OK(weir_event_wait(event.get(), second.device.get()));
  ASSERT_OK(weir_event_synchronize(event.get()));
  ASSERT_OK(weir_event_record(event.get(), first.device.get()));
  ASSERT_OK(weir_event_synchronize(event.get()));
  TensorHandle x = first.tensor<float>({1, 2});
  close(first, x);
  ASSERT_OK(weir_event_record(event.get(), first.device.get()));
  EXPECT_EQ(weir_event_is_reached(event.get()), 0);
  std::atomic<bool> behind{false};
  ASSERT_OK(weir_event_wait(event.get(), second.device.get()));
  setInTurn(second, behind);
  ASSERT_OK(weir_event_record(event.get(), second.device.get()));
  event.reset();
  EXPECT_FALSE(behind.load());
  gate.open();
  ASSERT_OK(weir_device_synchronize(second.device.get()));
  EXPECT_TRUE(behind.load());
}

TEST_P(TwoDevices, CopiesTakeTheirTurnOnBoth) {
  Harness first = open(), second;
  TensorHandle source = first.tensor<float>({1, 2}), target = second.tensor<float>({0, 0});
  close(first, source);
  ASSERT_OK(weir_tensor_fill(source.get(), 3));
  ASSERT_OK(weir_tensor_copy(source.get(), target.get()));
  ASSERT_OK(weir_tensor_fill(source.get(), 4)); // the copy is of what was there before
  weir_tensor *clone = nullptr;
  ASSERT_OK(weir_tensor_clone(target.get(), &clone));
  TensorHandle copied(clone);
  ASSERT_OK(weir_tensor_fill(target.get(), 5));
  ASSERT_OK(weir_tensor_copy(copied.get(), source.get())); // and back
  EXPECT_FALSE(gate.hasLeft.load());
  gate.open();
  EXPECT_EQ(valuesOf<float>(copied), (Floats{3, 3}));
  EXPECT_EQ(valuesOf<float>(target), (Floats{5, 5}));
  EXPECT_EQ(valuesOf<float>(source), (Floats{3, 3}));
}

TEST_P(TwoDevices, CopiesOfStridedTensorsToo) {
  Harness first = open(), second;
  TensorHandle source = first.tensor(iota(6)), target = second.tensor(Floats(6));
  int64_t shape[] = {2, 3}, strides[] = {1, 2};
  weir_tensor *from = nullptr, *to = nullptr;
  ASSERT_OK(weir_tensor_view(source.get(), 0, 2, shape, strides, &from));
  ASSERT_OK(weir_tensor_view(target.get(), 0, 2, shape, strides, &to));
  TensorHandle read(from), written(to);
  close(second, target);
  ASSERT_OK(weir_tensor_copy(read.get(), written.get()));
  EXPECT_FALSE(gate.hasLeft.load());
  gate.open();
  EXPECT_EQ(valuesOf<float>(target), iota(6));
}

TEST_P(TwoDevices, AFailureGoesAlongWithACopy) {
  Harness first = open(), second;
  JobHandle gather = first.job(first.load(gatherThenUpdate()), "main");
  TensorHandle index = first.tensor(std::vector<int64_t>(300, 5)), table = first.tensor<float>({1, 2});
  close(first, table);
  std::vector<TensorHandle> out = first.launch(gather, {&index, &table}, 1);
  TensorHandle target = second.tensor(Floats(300));
  ASSERT_OK(weir_tensor_copy(out[0].get(), target.get()));
  gate.open();
  EXPECT_EQ(messageOf(weir_tensor_wait(target.get()), WEIR_KERNEL_FAULT), "expects an index from 0 to 1, got 5");
  EXPECT_EQ(valuesOf<float>(target)[299], 0) << "as before, once that has been seen";
  ASSERT_OK(weir_tensor_fill(target.get(), 1));
  EXPECT_EQ(valuesOf<float>(target)[299], 1);
}

/// Each thread's tensors go from one device to the other and back, with events in between.
TEST_P(TwoDevices, ThreadsCopyBothWays) {
  Harness devices[] = {open(), Harness()};
  constexpr int kTimes = 200;
  auto exchange = [&](int from) {
    Harness &near = devices[from], &far = devices[1 - from];
    TensorHandle here = near.tensor<float>({1, 2}), there = far.tensor<float>({0, 0});
    EventHandle event = makeEvent();
    for (int i = 0; i < kTimes; ++i) {
      weir_tensor *written = here.get();
      weir_access access = WEIR_WRITE;
      auto add = [](void *, weir_tensor *const *operands, int32_t) {
        double value = 0;
        if (weir_status *failed = weir_tensor_load(operands[0], 0, &value))
          return failed;
        return weir_tensor_fill(operands[0], value + 1);
      };
      ASSERT_OK(weir_host_access(near.device.get(), add, nullptr, nullptr, &written, &access, 1));
      ASSERT_OK(weir_tensor_copy(here.get(), there.get()));
      if (i % 8 == 0) {
        ASSERT_OK(weir_event_record(event.get(), near.device.get()));
        ASSERT_OK(weir_event_wait(event.get(), far.device.get()));
      }
      ASSERT_OK(weir_tensor_copy(there.get(), here.get()));
    }
    EXPECT_EQ(valuesOf<float>(here), (Floats{kTimes + 1, kTimes + 1}));
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(exchange, i % 2);
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
} // namespace weir
