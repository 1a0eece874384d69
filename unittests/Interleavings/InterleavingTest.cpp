// Many schedules of random programs: right without a fault, and each planted fault is found. WEIR_TEST_SCHEDULES sets
// how many, WEIR_TEST_SEED which one is the first.
#include "unittests/Interleavings/RandomProgram.h"

#include <gtest/gtest.h>

#include <cstdlib>

extern "C" {
// Of the leak sanitizer, where there is one: what a program has that came to no end stays.
[[gnu::weak]] void __lsan_disable();
[[gnu::weak]] void __lsan_enable();
}

namespace weir {
namespace {

constexpr uint64_t kMostSchedules = 100'000;

uint64_t numberOf(const char *variable, uint64_t otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(Schedules, GiveWhatProgramOrderGives) {
  uint64_t first = numberOf("WEIR_TEST_SEED", 1), count = numberOf("WEIR_TEST_SCHEDULES", 2'000);
  for (uint64_t seed = first; seed < first + count; ++seed)
    ASSERT_EQ(troubleOf(seed), "") << "seed " << seed;
}

TEST(Schedules, AreReplayedByTheirSeed) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    uint64_t first = 0, again = 0;
    troubleOf(seed, &first);
    troubleOf(seed, &again);
    EXPECT_EQ(first, again) << "seed " << seed;
  }
}

class PlantedFault : public testing::TestWithParam<const char *> {
protected:
  PlantedFault() {
    if (__lsan_disable)
      __lsan_disable();
  }
  ~PlantedFault() override {
    plant("");
    if (__lsan_enable)
      __lsan_enable();
  }
};

TEST_P(PlantedFault, IsFound) {
  plant(GetParam());
  uint64_t first = numberOf("WEIR_TEST_SEED", 1), seed = first;
  std::string trouble;
  while ((trouble = troubleOf(seed)).empty())
    ASSERT_LT(++seed, first + kMostSchedules);
  RecordProperty("schedules", std::to_string(seed - first + 1));
  std::printf("%s: schedule %llu: %s\n", GetParam(), static_cast<unsigned long long>(seed - first + 1),
              trouble.c_str());
  EXPECT_EQ(troubleOf(seed), trouble);
  plant("");
  EXPECT_EQ(troubleOf(seed), "");
}

constexpr const char *kFaults[] = {
#include "FaultNames.inc"
};
INSTANTIATE_TEST_SUITE_P(Schedules, PlantedFault, testing::ValuesIn(kFaults),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
} // namespace weir
