// What a run takes of tests that are too long for every run: a sample that changes with the day. WEIR_SUITE_SEED stands
// for the number of the day, and WEIR_WHOLE_SUITES=1 asks for everything, as in tools/dev/suite_sample.py.
#pragma once

#include <cstdlib>
#include <ctime>
#include <functional>
#include <gtest/gtest.h>
#include <string_view>

namespace weir {

inline bool runsWholeSuites() {
  const char *whole = std::getenv("WEIR_WHOLE_SUITES");
  return whole && *whole;
}

inline uint64_t suiteSeed() {
  constexpr time_t kSecondsPerDay = 86400;
  const char *given = std::getenv("WEIR_SUITE_SEED");
  return given && *given ? std::strtoull(given, nullptr, 10)
                         : static_cast<uint64_t>(std::time(nullptr) / kSecondsPerDay);
}

/// What a test that is left out prints, in front of the seed; run_tests.py counts it.
inline constexpr char kNotDrawn[] = "not in the sample of seed ";

/// Whether the test of that name is in this run, of a suite that takes one in `share`: each is in once of `share` seeds
/// in a row.
inline bool isDrawn(std::string_view name, uint64_t share) {
  return runsWholeSuites() || (std::hash<std::string_view>{}(name) + suiteSeed()) % share == 0;
}

/// A suite whose tests take long for each of its parameters: a run has one in ten of them.
template <typename Parameter> class SampledTest : public ::testing::TestWithParam<Parameter> {
protected:
  void SetUp() override {
    const ::testing::TestInfo *test = ::testing::UnitTest::GetInstance()->current_test_info();
    if (!isDrawn(test->name(), 10))
      GTEST_SKIP() << kNotDrawn << suiteSeed();
  }
};

} // namespace weir
