// What tests that all devices must pass share: cpu, sim, cuda with a fake driver, and cuda where a GPU is. The last is
// skipped elsewhere, with the reason.
#pragma once

#include "unittests/Runtime/FakeDriver.h"
#include "unittests/Runtime/RuntimeTest.h"

#include <optional>
#include <thread>

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

  /// Until threads of the device have let go of it, which may be a moment after what they did last was seen.
  void awaitEndOfDevice() {
    for (int i = 0; fake && fake->live("contexts") != 0 && i < 10'000; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  std::optional<FakeDriver> fake;
};

inline const auto kDevices =
    ::testing::Values(DeviceCase{"Cpu", "cpu"}, DeviceCase{"Sim", "sim"}, DeviceCase{"CudaFakeLate", "cuda", true},
                      DeviceCase{"CudaFakeShuffled", "cuda", true, 7}, DeviceCase{"Cuda", "cuda"});

inline std::string nameOf(const ::testing::TestParamInfo<DeviceCase> &info) { return info.param.name; }

/// out = table[index], w -= out
inline Artifact gatherThenUpdate() {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"w", DType::F32, {300}, {}, {}});
  JobBuilder b(artifact, "main");
  Id index = b.input("index", DType::I64, {300}), table = b.input("table", DType::F32, {kDynamic});
  Id out = b.result("out", DType::F32, {300});
  b.call("gather_f32", {index, table, out});
  b.call("subtract_f32", {b.variable("w"), out});
  b.finish();
  return artifact;
}

} // namespace weir
