// Prints the measured peaks of one core, and the rate at which all read memory together, as one JSON object. `./dev
// doctor` and benchmarks show it beside their figures.
#include "bench/peak/Peak.h"

#include <cstdio>
#include <string>

namespace {

std::string number(std::optional<double> value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value.value_or(0));
  return value ? text : "null";
}

} // namespace

int main() {
  using namespace weir::peak;
  constexpr double kSeconds = 0.02;
  Caches caches = readCaches();
  double clock = measureClock(kSeconds);
  Arithmetic arithmetic = measureArithmetic(kSeconds);
  Reading reading = measureReading(caches, kSeconds);
  std::printf("{\n  \"clock_ghz\": %.2f,\n", clock);
  std::printf("  \"gflops\": {\"f32_fma_avx2\": %s, \"f32_fma_avx512\": %s, \"bf16_dot_avx512\": %s, "
              "\"bf16_tile\": %s},\n",
              number(arithmetic.fmaF32Avx2).c_str(), number(arithmetic.fmaF32Avx512).c_str(),
              number(arithmetic.dotBf16Avx512).c_str(), number(arithmetic.tileBf16).c_str());
  std::printf("  \"read_gbps\": {\"l1\": %s, \"l2\": %s, \"l3\": %s, \"dram\": %s},\n", number(reading.l1).c_str(),
              number(reading.l2).c_str(), number(reading.l3).c_str(), number(reading.dram).c_str());
  std::printf("  \"read_together_gbps\": %s,\n", number(reading.dramTogether).c_str());
  std::printf("  \"cache_bytes\": {\"l1d\": %lld, \"l2\": %lld, \"l3\": %lld}\n}\n", static_cast<long long>(caches.l1d),
              static_cast<long long>(caches.l2), static_cast<long long>(caches.l3));
}
