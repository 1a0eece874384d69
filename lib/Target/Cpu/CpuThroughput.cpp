// The table of CPUs. Figures are measured (docs of the benchmarks say where) except in the generic lines, which are
// what the weaker members of their family do.
#include "lib/Target/Cpu/CpuThroughput.h"

namespace weir::cpu {
namespace {

constexpr int64_t kKiB = 1024;

constexpr CpuThroughput kCpus[] = {
    {.name = "znver5",
     .vectorBytes = 64,
     .vectorRegisters = 32,
     .fmaPerCycle = 2,
     .fmaLatency = 4,
     .bf16DotRatio = 2,
     .bf16DotLatency = 6,
     .loadsPerCycle = 2,
     .l2BytesPerCycle = 40,
     .memoryBytesPerCycle = 9,
     .l1Bytes = 48 * kKiB,
     .l2Bytes = 1024 * kKiB,
     .freeMasks = true},
    {.name = "znver4",
     .vectorBytes = 64,
     .vectorRegisters = 32,
     .fmaPerCycle = 1,
     .fmaLatency = 4,
     .bf16DotRatio = 2,
     .bf16DotLatency = 6,
     .loadsPerCycle = 1,
     .l2BytesPerCycle = 32,
     .memoryBytesPerCycle = 7,
     .l1Bytes = 32 * kKiB,
     .l2Bytes = 1024 * kKiB,
     .freeMasks = true},
    {.name = "sapphirerapids",
     .vectorBytes = 64,
     .vectorRegisters = 32,
     .fmaPerCycle = 2,
     .fmaLatency = 4,
     .bf16DotRatio = 0.5,
     .bf16DotLatency = 6,
     .loadsPerCycle = 2,
     .l2BytesPerCycle = 48,
     .memoryBytesPerCycle = 5,
     .l1Bytes = 48 * kKiB,
     .l2Bytes = 2048 * kKiB,
     .freeMasks = true},
    {.name = "x86-64-v4",
     .vectorBytes = 64,
     .vectorRegisters = 32,
     .fmaPerCycle = 2,
     .fmaLatency = 4,
     .bf16DotRatio = 0,
     .bf16DotLatency = 6,
     .loadsPerCycle = 2,
     .l2BytesPerCycle = 32,
     .memoryBytesPerCycle = 5,
     .l1Bytes = 32 * kKiB,
     .l2Bytes = 1024 * kKiB,
     .freeMasks = true},
    {.name = "x86-64-v3",
     .vectorBytes = 32,
     .vectorRegisters = 16,
     .fmaPerCycle = 2,
     .fmaLatency = 4,
     .bf16DotRatio = 0,
     .bf16DotLatency = 6,
     .loadsPerCycle = 2,
     .l2BytesPerCycle = 25,
     .memoryBytesPerCycle = 5,
     .l1Bytes = 32 * kKiB,
     .l2Bytes = 512 * kKiB,
     .freeMasks = false},
};

} // namespace

const CpuThroughput *findCpuThroughput(std::string_view name) {
  for (const CpuThroughput &cpu : kCpus)
    if (cpu.name == name)
      return &cpu;
  return nullptr;
}

const CpuThroughput &genericCpuThroughput(bool avx512) {
  return *findCpuThroughput(avx512 ? "x86-64-v4" : "x86-64-v3");
}

} // namespace weir::cpu
