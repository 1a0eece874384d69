// What one core of this machine can do at most: rates of arithmetic and of reading memory, measured; the latter of all
// cores together, too. Benchmarks print their ratio to these. Knows nothing of kernels, LLVM or the compiler.
#pragma once

#include <cstdint>
#include <optional>

namespace weir::peak {

/// Rates of one core. A rate is absent where the CPU lacks the instruction.
struct Arithmetic {
  std::optional<double> fmaF32Avx2;    ///< GFLOP/s
  std::optional<double> fmaF32Avx512;  ///< GFLOP/s
  std::optional<double> dotBf16Avx512; ///< GFLOP/s of vdpbf16ps
  std::optional<double> tileBf16;      ///< GFLOP/s of tdpbf16ps
};

struct Caches {
  int64_t l1d = 0, l2 = 0, l3 = 0; ///< bytes; 0 if the system doesn't say
};

/// GB/s of one core that reads a buffer which fits the level, unless something else is said.
struct Reading {
  double l1 = 0, l2 = 0;
  std::optional<double> l3; ///< absent without an L3
  double dram = 0;
  double dramTogether = 0; ///< of all cores, each in a buffer of its own
};

/// Each is the best of several rounds of about `seconds`, so that other load on the machine shows little.
Arithmetic measureArithmetic(double seconds);
Reading measureReading(const Caches &caches, double seconds);

/// Clock of this core under scalar load, in GHz, from a chain of dependent additions.
double measureClock(double seconds);

Caches readCaches();

} // namespace weir::peak
