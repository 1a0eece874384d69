// The table of functions: that its signatures say what the C types say, and what the functions on plain numbers
// compute.
#include "lib/Runtime/Device/Sim/Ops.h"
#include "lib/Support/Half.h"
#include "unittests/Sim/Kernel.h"

#include <cmath>
#include <limits>

namespace weir::sim {
namespace {

template <typename T> constexpr char letterOf = '?';
template <> constexpr char letterOf<void> = 'v';
template <> constexpr char letterOf<weir_sim_thread *> = 't';
template <> constexpr char letterOf<uint32_t> = 'i';
template <> constexpr char letterOf<uint64_t> = 'l';
template <> constexpr char letterOf<float> = 'f';
template <> constexpr char letterOf<double> = 'd';
template <typename T> constexpr char letterOf<T *> = 'p';

template <typename Result, typename... Parameters> std::string signatureOf(Result (*)(Parameters...)) {
  return {letterOf<Result>, letterOf<Parameters>...};
}

TEST(SimCalls, SignaturesAreThoseOfTheTypes) {
  weir_sim_calls calls = {};
#define WEIR_SIM_CALL(name, signature, result, parameters) EXPECT_EQ(signatureOf(calls.name), signature) << #name;
#include "lib/Runtime/Device/Sim/SimCalls.def"
}

TEST(SimCalls, TablesAreComplete) {
#define WEIR_SIM_CALL(name, signature, result, parameters)                                                             \
  EXPECT_NE(kCheckedCalls.name, nullptr) << #name;                                                                     \
  EXPECT_NE(kUncheckedCalls.name, nullptr) << #name;
#include "lib/Runtime/Device/Sim/SimCalls.def"
}

float toTf32(float value, uint32_t rounding) {
  return std::bit_cast<float>(kCheckedCalls.f32_to_tf32(nullptr, 0, value, rounding));
}

TEST(SimCalls, RoundsToTf32) {
  constexpr float kUlp = 0x1p-10f, kInfinity = std::numeric_limits<float>::infinity();
  struct {
    float value, even, away, zero;
  } cases[] = {
      {1, 1, 1, 1},
      {1 + kUlp, 1 + kUlp, 1 + kUlp, 1 + kUlp},
      {1 + kUlp / 2, 1, 1 + kUlp, 1},
      {1 + 3 * kUlp / 2, 1 + 2 * kUlp, 1 + 2 * kUlp, 1 + kUlp},
      {-1 - kUlp / 2, -1, -1 - kUlp, -1},
      {1 + kUlp / 4, 1, 1, 1},
      {2 - 0x1p-23f, 2, 2, 2 - kUlp},
      {std::numeric_limits<float>::max(), kInfinity, kInfinity, 0x1.ffcp127f},
      {-kInfinity, -kInfinity, -kInfinity, -kInfinity},
  };
  for (auto [value, even, away, zero] : cases) {
    EXPECT_EQ(toTf32(value, WEIR_SIM_ROUND_NEAREST_EVEN), even) << value;
    EXPECT_EQ(toTf32(value, WEIR_SIM_ROUND_NEAREST_AWAY), away) << value;
    EXPECT_EQ(toTf32(value, WEIR_SIM_ROUND_ZERO), zero) << value;
  }
  EXPECT_TRUE(std::isnan(toTf32(std::nanf("1"), WEIR_SIM_ROUND_ZERO)));
}

TEST(SimCalls, RoundsToHalfFormatsOnce) {
  double justAboveHalf = 1 + 0x1p-11 + 0x1p-40; // as an f32 it would be a tie
  EXPECT_EQ(kCheckedCalls.f64_to_f16(nullptr, 0, justAboveHalf), 0x3C01u);
  EXPECT_EQ(kCheckedCalls.f32_to_f16(nullptr, 0, 1 + 0x1p-11f), 0x3C00u);
  EXPECT_EQ(kCheckedCalls.f64_to_bf16(nullptr, 0, 1 + 0x1p-8 + 0x1p-40), 0x3F81u);
  EXPECT_EQ(kCheckedCalls.f32_to_bf16(nullptr, 0, -1 - 0x1p-8f), 0xBF80u);
}

TEST(SimCalls, ApproximationsAreCorrectlyRounded) {
  std::pair<uint32_t, double (*)(double)> cases[] = {
      {WEIR_SIM_APPROX_RCP, [](double x) { return 1 / x; }},
      {WEIR_SIM_APPROX_SQRT, [](double x) { return std::sqrt(x); }},
      {WEIR_SIM_APPROX_RSQRT, [](double x) { return 1 / std::sqrt(x); }},
      {WEIR_SIM_APPROX_EX2, [](double x) { return std::exp2(x); }},
      {WEIR_SIM_APPROX_LG2, [](double x) { return std::log2(x); }},
      {WEIR_SIM_APPROX_SIN, [](double x) { return std::sin(x); }},
      {WEIR_SIM_APPROX_COS, [](double x) { return std::cos(x); }},
      {WEIR_SIM_APPROX_TANH, [](double x) { return std::tanh(x); }},
  };
  Thread thread;
  for (auto [kind, function] : cases)
    for (float x : {0.3f, 1.7f, 90.0f})
      EXPECT_EQ(kCheckedCalls.approx(&thread, 0, x, kind), static_cast<float>(function(x))) << kind << " of " << x;
  EXPECT_EQ(kCheckedCalls.approx(&thread, 0, 0.0f, WEIR_SIM_APPROX_RCP), std::numeric_limits<float>::infinity());
}

} // namespace
} // namespace weir::sim
