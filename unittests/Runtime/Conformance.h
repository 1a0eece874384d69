// What tests that all devices must pass share. ConformanceTest.cpp says which devices these are.
#pragma once

#include "unittests/Runtime/FakeDriver.h"
#include "unittests/Runtime/RuntimeTest.h"

namespace weir {

struct DeviceCase {
  const char *name, *device;
  bool isFake = false;
  int64_t seed = 0; ///< of the fake driver
};

inline void PrintTo(const DeviceCase &device, std::ostream *stream) { *stream << device.name; }

class Conformance : public ::testing::TestWithParam<DeviceCase> {
protected:
  void SetUp() override {
    if (GetParam().isFake) {
      fake.emplace();
      fake->set("seed", GetParam().seed);
    }
    int32_t count = 0;
    StatusHandle missing(weir_device_count(GetParam().device, &count));
    if (missing)
      GTEST_SKIP() << weir_status_message(missing.get());
  }

  Harness open(weir_device_options options = {}) { return Harness(options, GetParam().device); }
  bool isQueued() const { return std::string(GetParam().device) != "cpu"; }

  std::optional<FakeDriver> fake;
};

} // namespace weir
